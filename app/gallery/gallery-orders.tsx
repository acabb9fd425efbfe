'use client'

import { OrderRow, orderTemplate } from '@/components/orders/list/order-row'
import { OrderPeek } from '@/components/swap/recent/order-peek'
import { railId } from '@/components/swap/recent/rail-id'
import { RecentRow, recentTemplate } from '@/components/swap/recent/recent-row'
import { Button } from '@/components/ui/button'
import { List } from '@/components/ui/list'
import type { OrderView } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import type { Exclusion } from '@/lib/core/exclusion'
import { GalleryStage } from './gallery-stage'
import { owner, usdc, weth } from './sample-network'
import { sampleRow, slipAnswers, slipCases } from './sample-orders'
import { Specimen } from './specimen'

type Case = {
  readonly title: string
  readonly view?: Partial<OrderView>
  readonly exclusion?: Exclusion
  readonly isCancelling?: boolean
}

const part = { executedSellAmount: '555000000000000000', executedBuyAmount: '1785000000' } as const
const whole = {
  executedSellAmount: '1500000000000000000',
  executedBuyAmount: '4826400000',
} as const

const short = { token: weth.address, needed: `${15n * 10n ** 17n}`, available: '0' } as const

const rows: readonly Case[] = [
  { title: 'open' },
  { title: 'open, far from the market', exclusion: { code: 'waitsForPrice' } },
  { title: 'partly filled', view: part },
  { title: 'allowance too low', exclusion: { ...short, code: 'insufficientAllowance' } },
  { title: 'low balance', exclusion: { ...short, code: 'insufficientBalance' } },
  { title: 'over the cap', exclusion: { code: 'overCap', cap: 'order' } },
  { title: 'awaits its signature', view: { presignaturePending: true, signingScheme: 'presign' } },
  { title: 'cancelling', isCancelling: true },
  { title: 'expiring', view: { validTo: 1_700_000_000 } },
  { title: 'filled', view: { ...whole, status: 'fulfilled' } },
  { title: 'ended partly filled', view: { ...part, status: 'expired' } },
  { title: 'expired', view: { status: 'expired' } },
  { title: 'cancelled', view: { status: 'cancelled' } },
]

/** Orders as rows below the form and in the list, in each of their states. */
export const GalleryOrders = () => (
  <GalleryStage wallet="demo" answers={slipAnswers}>
    <Specimen title="Recent orders">
      <section id={railId} aria-label="Recent">
        <List label="Recent orders" template={recentTemplate}>
          {slipCases.map(({ title, view = {} }, index) => (
            <RecentRow
              key={title}
              {...shared({ title, view }, index)}
              sale={undefined}
              isKnown
              isNew={false}
              onNews={() => {}}
              onDiscard={() => {}}
              onEdit={() => {}}
              onCancel={() => {}}
            />
          ))}
        </List>
      </section>
      <OrderPeek
        orders={[sampleRow({ owner }, 0), sampleRow({ owner }, 1)]}
        nameToken={nameToken}
      />
    </Specimen>
    <Specimen title="Order rows">
      <List label="Orders" template={orderTemplate} columns={[]}>
        {rows.map((row, index) => (
          <OrderRow
            key={row.title}
            {...shared(row, 100 + index)}
            isChosen={row.view === undefined ? false : undefined}
            hasChoices
            isSelecting={false}
            onChoose={() => {}}
            renderActions={() => (
              <span className="relative max-tab:col-start-2 max-tab:row-start-4 max-tab:pt-2">
                <Button size="small">Sign</Button>
              </span>
            )}
          />
        ))}
      </List>
    </Specimen>
  </GalleryStage>
)

const shared = ({ view = {}, exclusion, isCancelling = false }: Case, index: number) => ({
  ...{ order: { ...sampleRow({ ...view, owner }, index), exclusion }, nameToken, isCancelling },
  gap: exclusion?.code === 'waitsForPrice' ? 0.042 : undefined,
  nowSeconds: Date.now() / 1_000,
})

const nameToken = (address: Address) => (address === weth.address ? weth : usdc)
