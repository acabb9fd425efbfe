'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { EmptyState } from '@/components/ui/empty-state'
import { ListEmpty } from '@/components/ui/list'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import { type AffiliateView, fetchAffiliate } from '@/lib/client/api'
import { ApiError } from '@/lib/client/request'
import type { Address } from '@/lib/core/address'
import { CodeCard } from './code-card'
import { Earnings, NextReward } from './earnings'
import { PayoutsSection } from './payouts-section'
import { HowRewardsWork, ProgrammeSteps, ProgrammeTerms, WhatDoesNotCount } from './programme'
import { ReferredPanel } from './referred-panel'
import { RegisterCode } from './register-code'
import { TraderSection } from './trader-section'
import { TradersSection } from './traders-section'
import { VolumeSection } from './volume-section'
/** Shows the affiliate code of the connected wallet, or the form to register one. */
export const AffiliatePanel = () => {
  const t = useTranslations('affiliate')
  const { account, status, isAllowed } = useWallet()
  if (account && isAllowed) return <WalletCode account={account} />
  return (
    <WithExplanation>
      {account ? <WalletNotAllowed /> : null}
      {status === 'connecting' ? <Skeleton className="h-90 rounded-panel" /> : null}
      {status === 'disconnected' ? (
        <ListEmpty>
          <ConnectFirst title={t('connect.title')}>{t('connect.text')}</ConnectFirst>
        </ListEmpty>
      ) : null}
    </WithExplanation>
  )
}

const WithExplanation = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-6 desk:grid-cols-[minmax(0,456fr)_minmax(0,768fr)]">
    <div className="grid grid-cols-1 gap-6">
      {children}
      <ReferredPanel />
    </div>
    <HowRewardsWork />
  </div>
)

const WalletCode = ({ account }: { readonly account: Address }) => {
  const [registered, setRegistered] = useState<Address>()
  const affiliate = useQuery({
    queryKey: ['affiliate', account],
    retry: false,
    queryFn: ({ signal }) => findAffiliate(account, signal),
    // The form keeps its code when the account changes.
    placeholderData: (previous) => (previous === null ? null : undefined),
  })
  if (affiliate.isPending) return <Skeleton className="h-90 rounded-panel" />
  if (affiliate.isError) return <Unanswered error={affiliate.error} onRetry={affiliate.refetch} />
  if (affiliate.data) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <AffiliateReport
          wallet={account}
          affiliate={affiliate.data}
          isNew={registered === account}
        />
        <ReferredPanel />
        <TraderSection wallet={account} />
      </div>
    )
  }
  const show = () => void affiliate.refetch()
  const celebrate = () => {
    setRegistered(account)
    show()
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <WithExplanation>
        <RegisterCode account={account} onRegistered={celebrate} onShow={show} />
      </WithExplanation>
      <TraderSection wallet={account} />
    </div>
  )
}

type UnansweredProps = { readonly error: Error; readonly onRetry: () => unknown }

const Unanswered = ({ error, onRetry }: UnansweredProps) => {
  const t = useTranslations('affiliate')
  const ui = useTranslations('ui')
  if (error instanceof ApiError && error.status === 503) {
    return <EmptyState title={t('off.title')}>{t('off.text')}</EmptyState>
  }
  return (
    <Alert
      tone="danger"
      title={t('silent')}
      actions={
        <Button size="small" onClick={() => void onRetry()}>
          {ui('answer.retry')}
        </Button>
      }
    />
  )
}

async function findAffiliate(account: Address, signal: AbortSignal): Promise<AffiliateView | null> {
  try {
    return await fetchAffiliate(account, { signal, tries: 2 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

type Props = {
  readonly wallet: Address
  readonly affiliate: AffiliateView
  /** Whether the code was registered just now. */
  readonly isNew: boolean
}

/** Shows a wallet's code and its statistics. */
const AffiliateReport = ({ wallet, affiliate, isNew }: Props) => {
  const t = useTranslations('affiliate')
  return (
    <div className="grid grid-cols-1 gap-6">
      <Earnings wallet={wallet} />
      <div className="grid grid-cols-1 gap-6 desk:grid-cols-[minmax(0,456fr)_minmax(0,768fr)]">
        <div className="grid grid-cols-1 gap-6 desk:grid-rows-[auto_1fr]">
          <CodeCard affiliate={affiliate} isNew={isNew} />
          <NextReward wallet={wallet} />
        </div>
        <VolumeSection wallet={wallet} />
      </div>
      <TradersSection wallet={wallet} />
      <PayoutsSection wallet={wallet} />
      <Panel title={t('terms.title')}>
        <ProgrammeTerms terms={affiliate} />
        <Disclosure summary={t('how.title')}>
          <ProgrammeSteps volume={affiliate.triggerVolume} />
          <p className="pt-3 text-small text-ink-2">
            {t('how.kept')} {t('how.public')}
          </p>
        </Disclosure>
        <WhatDoesNotCount terms={affiliate} />
      </Panel>
    </div>
  )
}
