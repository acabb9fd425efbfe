'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { FaucetButton } from '@/components/swap/form/faucet-button'
import { AddressText } from '@/components/tokens/address-text'
import { Answer } from '@/components/tokens/answer'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { shortAddress } from '@/components/wallet/short-address'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { Holding, Portfolio } from '@/lib/client/portfolio/portfolio'
import { type Address, nativeToken } from '@/lib/core/address'
import { maxHeldTokens } from '@/lib/core/held-tokens'
import { HoldingRow } from './holding-row'
import { PortfolioSkeleton } from './portfolio-skeleton'
import { PortfolioTotal } from './portfolio-total'
import { usePortfolio } from './use-portfolio'

const RevokeDialog = lazyPart(async () => (await import('./revoke-dialog')).RevokeDialog)

/** The connected account's portfolio, or a prompt to connect. */
export const PortfolioPanel = () => {
  const t = useTranslations('portfolio')
  const { account, status } = useWallet()
  const { network } = useSettings()
  if (account) return <AccountPortfolio key={`${network.name} ${account}`} account={account} />
  if (status === 'connecting') return <PortfolioSkeleton />
  return (
    <ConnectFirst title={t('connect')}>
      {network.embedded ? t('connectDemo') : t('connectWhy')}
    </ConnectFirst>
  )
}

const AccountPortfolio = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('portfolio')
  const portfolio = usePortfolio(account)
  return (
    <div className="grid grid-cols-1 gap-6">
      <WalletNotice />
      <Answer query={portfolio} what={t('what')} skeleton={<PortfolioSkeleton />} missing={null}>
        {(known) => (
          <>
            <PortfolioTotal portfolio={known} account={account} />
            {portfolio.isPartial ? (
              <Alert tone="warn" title={t('partial.title')}>
                {t('partial.text')}
              </Alert>
            ) : null}
            {portfolio.isCut ? (
              <Alert tone="info" title={t('cut.title', { count: maxHeldTokens })}>
                {t('cut.text')}
              </Alert>
            ) : null}
            <Holdings portfolio={known} account={account} />
          </>
        )}
      </Answer>
    </div>
  )
}

type HoldingsProps = { readonly portfolio: Portfolio; readonly account: Address }

const Holdings = ({ portfolio, account }: HoldingsProps) => {
  const t = useTranslations('portfolio')
  const { network, settings } = useSettings()
  const { isAllowed } = useWallet()
  const [revoking, setRevoking] = useState<Holding>()
  if (portfolio.holdings.length === 0) return <Empty account={account} />
  const symbolOf = ({ token, symbol }: Holding) =>
    token === nativeToken ? network.nativeSymbol : (symbol ?? shortAddress(token))
  return (
    <section aria-label={t('tokens')} className="grid gap-4">
      <ul className="grid overflow-hidden rounded-card border border-line bg-surface">
        {portfolio.holdings.map((holding) => (
          <HoldingRow
            key={holding.token}
            owner={account}
            holding={holding}
            symbol={symbolOf(holding)}
            {...(isAllowed && { onRevoke: () => setRevoking(holding) })}
          />
        ))}
      </ul>
      <p className="text-small text-ink-2">
        {t.rich('relayer', {
          address: () => (
            <AddressText address={settings.vaultRelayerContract} what={t('relayerAddress')} />
          ),
        })}
      </p>
      <OnceOpen isOpen={revoking !== undefined}>
        {revoking ? (
          <RevokeDialog
            owner={account}
            holding={revoking}
            symbol={symbolOf(revoking)}
            onClose={() => setRevoking(undefined)}
          />
        ) : null}
      </OnceOpen>
    </section>
  )
}

const Empty = ({ account }: { readonly account: Address }) => {
  const { network } = useSettings()
  const { isAllowed } = useWallet()
  const t = useTranslations('portfolio')
  const canFund = network.embedded && isAllowed
  return (
    <EmptyState
      title={t('empty.title', { network: network.title })}
      action={
        canFund ? (
          <FaucetButton account={account} />
        ) : (
          <Link href="/tokens" className={buttonClass({ variant: 'primary' })}>
            {t('empty.look')}
          </Link>
        )
      }
    >
      {canFund ? t('empty.faucet') : t('empty.send')}
    </EmptyState>
  )
}
