'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { FaucetButton } from '@/components/swap/form/faucet-button'
import { AddressText } from '@/components/tokens/address-text'
import { Answer } from '@/components/tokens/answer'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button-class'
import { Chip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { shortAddress } from '@/components/wallet/short-address'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { Holding, Portfolio } from '@/lib/client/portfolio/portfolio'
import { type Address, nativeToken } from '@/lib/core/address'
import { maxHeldTokens } from '@/lib/core/held-tokens'
import { HoldingRow } from './holding-row'
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

/** Placeholder of a portfolio while it loads. */
const PortfolioSkeleton = () => (
  <div className="grid gap-6" role="status" aria-label={useTranslations('portfolio')('loading')}>
    <Skeleton className="h-31 rounded-card" />
    <div className="grid overflow-hidden rounded-card border border-line bg-surface">
      {['one', 'two', 'three', 'four'].map((row) => (
        <div key={row} className="border-b border-line p-4 last:border-b-0">
          <Skeleton className="h-12" />
        </div>
      ))}
    </div>
  </div>
)

type Props = { readonly portfolio: Portfolio; readonly account: Address }

/** The USD value of an account's tokens on the selected network, with a network switch. */
const PortfolioTotal = ({ portfolio, account }: Props) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { settings, network, selectNetwork } = useSettings()
  const { usd, unpriced, holdings } = portfolio
  const claims = holdings.reduce((sum, { claim }) => sum + (claim?.orders ?? 0), 0)
  return (
    <section
      aria-label={t('total.name')}
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 rounded-card border border-card-edge bg-surface p-5 shadow-card"
    >
      <div className="grid gap-1">
        <p className="numeric font-display text-h1 font-semibold">{format.usd(usd)}</p>
        <p className="text-small text-ink-2">
          {t.rich(network.embedded ? 'total.embedded' : 'total.real', {
            network: network.title,
            address: () => <AddressText address={account} what={t('total.address')} />,
          })}
        </p>
        {unpriced > 0 ? (
          <p className="text-small text-ink-2">{t('total.unpriced', { count: unpriced })}</p>
        ) : null}
      </div>
      <div className="grid justify-items-start gap-3 nav:justify-items-end">
        {settings.networks.length > 1 ? (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{t('total.network')}</legend>
            {settings.networks.map(({ chainId, title }) => (
              <Chip
                key={chainId}
                pressed={chainId === network.chainId}
                onClick={() => selectNetwork(chainId)}
              >
                {title}
              </Chip>
            ))}
          </fieldset>
        ) : null}
        <Link
          href={`/orders?chain=${network.name}`}
          className="inline-flex min-h-6 max-tab:min-h-11 items-center text-small underline decoration-line-strong underline-offset-4 hover:decoration-2"
        >
          {t('total.orders', { count: claims })}
        </Link>
      </div>
    </section>
  )
}
