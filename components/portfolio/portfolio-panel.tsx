'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useSettings } from '@/components/app/settings'
import { useDelayed } from '@/components/app/use-delayed'
import { FaucetButton } from '@/components/swap/form/faucet-button'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { ListEmpty, ListSkeleton } from '@/components/ui/list'
import { Skeleton } from '@/components/ui/skeleton'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { useWallet } from '@/components/wallet/use-wallet'
import { holdingsCsv } from '@/lib/client/portfolio/export-holdings'
import { type PortfolioSummary, sumPortfolios } from '@/lib/client/portfolio/summary'
import { saveFile } from '@/lib/client/save-file'
import type { Address } from '@/lib/core/address'
import { maxHeldTokens } from '@/lib/core/held-tokens'
import { AllowanceList } from './allowance-list'
import { HoldingList } from './holding-list'
import { NetworkShares } from './network-shares'
import { type PlacedToken, placedTokens } from './placed-token'
import { PortfolioTotal } from './portfolio-total'
import { ReservedPanel } from './reserved-panel'
import { type NetworkState, usePortfolio } from './use-portfolio'

type PageProps = {
  /** The heading of the page. */
  readonly title: ReactNode
}

/** The connected account's portfolio over all networks, or a prompt to connect. */
export const PortfolioPanel = ({ title }: PageProps) => {
  const t = useTranslations('portfolio')
  const { account, status } = useWallet()
  const { network } = useSettings()
  if (account) return <AccountPortfolio key={account} account={account} title={title} />
  return (
    <>
      {title}
      {status === 'connecting' ? (
        <PortfolioSkeleton />
      ) : (
        <ListEmpty>
          <ConnectFirst title={t('connect')}>
            {network.embedded ? t('connectDemo') : t('connectWhy')}
          </ConnectFirst>
        </ListEmpty>
      )}
    </>
  )
}

/** Maximum time to wait for other networks once one has answered. */
const maxWaitMs = 1_000

type AccountProps = PageProps & { readonly account: Address }

const AccountPortfolio = ({ account, title }: AccountProps) => {
  const states = usePortfolio(account)
  const summary = sumPortfolios(
    states.map(({ network, portfolio }) => ({
      ...{ chainId: network.chainId, portfolio },
      isTestnet: !network.realMoney,
    })),
  )
  const tokens = placedTokens(states)
  const isKnown = states.some(({ portfolio }) => portfolio)
  const isAwaited = states.some(({ portfolio, error }) => !portfolio && !error)
  // Show all networks together if they answer within a second: each later one moves what is below.
  const hasWaited = useDelayed(isKnown, maxWaitMs)
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        {title}
        {tokens.length > 0 ? <ExportHoldings tokens={tokens} /> : null}
      </div>
      {hasWaited || !isAwaited ? (
        <Known {...{ account, states, summary, tokens }} />
      ) : (
        <PortfolioSkeleton />
      )}
    </>
  )
}

type KnownProps = {
  readonly account: Address
  readonly states: readonly NetworkState[]
  readonly summary: PortfolioSummary
  readonly tokens: readonly PlacedToken[]
}

const Known = ({ account, states, summary, tokens }: KnownProps) => {
  const t = useTranslations('portfolio')
  const isKnown = states.every(({ portfolio }) => portfolio)
  return (
    <>
      <Warnings states={states} />
      <div className="grid grid-cols-1 items-stretch gap-6 desk:grid-cols-[minmax(0,744fr)_minmax(0,480fr)]">
        <PortfolioTotal
          {...{ summary, tokens }}
          isDemo={states.some(({ network }) => network.embedded)}
        />
        <div className="grid grid-cols-1 content-start gap-6 desk:grid-rows-[1fr_auto]">
          <NetworkShares states={states} summary={summary} />
          <ReservedPanel summary={summary} tokens={tokens} />
        </div>
      </div>
      {isKnown && tokens.length === 0 ? (
        <Empty account={account} />
      ) : (
        <>
          <HoldingList tokens={tokens} networks={states.map(({ network }) => network)} />
          <AllowanceList account={account} tokens={tokens} />
        </>
      )}
      {states.some(({ isCut }) => isCut) ? (
        <p className="text-small text-ink-2">{t('cut', { count: maxHeldTokens })}</p>
      ) : null}
    </>
  )
}

const Warnings = ({ states }: Pick<KnownProps, 'states'>) => {
  const t = useTranslations('portfolio')
  const partial = states.filter(({ isPartial, error }) => isPartial && !error)
  return (
    <>
      {states.map(({ network, error, portfolio, isFetching, refetch }) =>
        error ? (
          <Alert
            key={network.chainId}
            tone={portfolio ? 'warn' : 'danger'}
            title={t(portfolio ? 'network.old' : 'network.failed', { network: network.title })}
            actions={
              <Button size="small" busy={isFetching} onClick={() => void refetch()}>
                {t('network.retry')}
              </Button>
            }
          >
            {t(portfolio ? 'network.oldText' : 'network.failedText')}
          </Alert>
        ) : null,
      )}
      {partial.map(({ network }) => (
        <Alert
          key={network.chainId}
          tone="warn"
          title={t('network.partial', { network: network.title })}
        >
          {t('network.partialText')}
        </Alert>
      ))}
    </>
  )
}

const Empty = ({ account }: { readonly account: Address }) => {
  const { network } = useSettings()
  const { isAllowed } = useWallet()
  const t = useTranslations('portfolio')
  const canFund = network.embedded && isAllowed
  return (
    <ListEmpty>
      <EmptyState
        title={t('empty.title')}
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
        {canFund ? t('empty.faucet', { network: network.title }) : t('empty.send')}
      </EmptyState>
    </ListEmpty>
  )
}

const ExportHoldings = ({ tokens }: Pick<KnownProps, 'tokens'>) => {
  const t = useTranslations('portfolio')
  const save = () => {
    const rows = tokens.map(({ holding, symbol, network }) => ({
      ...{ holding, symbol, network: network.name },
    }))
    saveFile(new Blob([holdingsCsv(rows)], { type: 'text/csv;charset=utf-8' }), 'portfolio.csv')
  }
  return (
    <Button onClick={save}>
      <Download aria-hidden="true" className="size-4" /> {t('export')}
    </Button>
  )
}

/** Reserves the room of a portfolio while it loads. */
const PortfolioSkeleton = () => {
  const t = useTranslations('portfolio')
  return (
    <div className="grid gap-6" role="status" aria-label={t('loading')}>
      <div className="grid grid-cols-1 gap-6 desk:grid-cols-[minmax(0,744fr)_minmax(0,480fr)]">
        <Skeleton className="h-90 rounded-panel" />
        <div className="grid gap-6">
          <Skeleton className="h-50 rounded-panel" />
          <Skeleton className="h-34 rounded-panel" />
        </div>
      </div>
      <ListSkeleton label={t('loading')} rows={5} hasHead />
    </div>
  )
}
