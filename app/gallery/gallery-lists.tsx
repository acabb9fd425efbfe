'use client'

import { AffiliatePanel } from '@/components/affiliate/affiliate-panel'
import {
  InboxEmpty,
  InboxError,
  InboxSkeleton,
} from '@/components/notifications/inbox/inbox-states'
import { OrdersPanel } from '@/components/orders/list/orders-panel'
import { PortfolioPanel } from '@/components/portfolio/portfolio-panel'
import { Answer } from '@/components/tokens/answer'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/client/request'
import { GalleryStage, type StageAnswer, type StageWallet } from './gallery-stage'
import { network, owner } from './sample-network'
import { Specimen, State, States } from './specimen'

const silence = new ApiError(500, {})
const isOff = new ApiError(503, { message: 'service unavailable' })
const orders = ['orders', network.name, owner]
const affiliate = ['affiliate', owner]

type Case = readonly [title: string, wallet: StageWallet, answers: readonly StageAnswer[]]

const orderCases: readonly Case[] = [
  ['no wallet', 'none', []],
  ['loading', 'demo', []],
  ['failed', 'demo', [{ key: orders, error: silence }]],
  ['empty', 'demo', [{ key: orders, data: { pages: [[]], pageParams: [{ offset: 0 }] } }]],
]

const walletCases: readonly Case[] = [
  ['no wallet', 'none', []],
  ['loading', 'demo', []],
]

const rewardCases: readonly Case[] = [
  ...walletCases,
  ['wallet not allowed', 'browser', []],
  ['failed', 'demo', [{ key: affiliate, error: silence }]],
  ['switched off', 'demo', [{ key: affiliate, error: isOff }]],
]

const answers = [
  ['awaited', { data: undefined, error: null }],
  ['there', { data: 'The answer', error: null }],
  ['old', { data: 'The answer', error: silence }],
  ['failed', { data: undefined, error: silence }],
  ['missing', { data: undefined, error: new ApiError(404, { message: 'price not found' }) }],
] as const

/** Lists that are loading, empty or failed. */
export const GalleryLists = () => (
  <>
    <Specimen title="Orders">
      <Cases cases={orderCases} panel={<OrdersPanel />} />
    </Specimen>
    <Specimen title="Portfolio">
      <Cases cases={walletCases} panel={<PortfolioPanel title={null} />} />
    </Specimen>
    <Specimen title="Rewards">
      <Cases cases={rewardCases} panel={<AffiliatePanel />} />
    </Specimen>
    <Specimen title="Inbox">
      <Inbox />
    </Specimen>
    <Specimen title="Answers of the service">
      <States>
        {answers.map(([title, query]) => (
          <State key={title} title={title}>
            <Answer
              query={{ ...query, isFetching: false, refetch: () => {} }}
              what="The price"
              skeleton={<Skeleton className="h-16" />}
              missing={<p className="text-ink-2">Nobody knows a price.</p>}
            >
              {(text) => <p>{text}</p>}
            </Answer>
          </State>
        ))}
      </States>
    </Specimen>
  </>
)

type CasesProps = { readonly cases: readonly Case[]; readonly panel: React.ReactNode }

const Cases = ({ cases, panel }: CasesProps) => (
  <div className="grid gap-6">
    {cases.map(([title, wallet, given]) => (
      <State key={title} title={title}>
        <GalleryStage wallet={wallet} answers={given}>
          {panel}
        </GalleryStage>
      </State>
    ))}
  </div>
)

const Inbox = () => {
  const empty = { onShowAll: () => {}, onChannels: () => {} }
  return (
    <States>
      <State title="loading">
        <InboxSkeleton />
      </State>
      <State title="failed">
        <InboxError error={silence} retry={() => {}} />
      </State>
      <State title="switched off">
        <InboxError error={isOff} retry={() => {}} />
      </State>
      <State title="nothing passes the filter">
        <InboxEmpty {...empty} isFiltered isUnreadOnly={false} />
      </State>
      <State title="all read">
        <InboxEmpty {...empty} isFiltered={false} isUnreadOnly />
      </State>
      <State title="empty">
        <InboxEmpty {...empty} isFiltered={false} isUnreadOnly={false} />
      </State>
    </States>
  )
}
