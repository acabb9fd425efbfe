'use client'

import { LimitOrderRow } from '@/components/limit/limit-order-row'
import { OrderRow } from '@/components/orders/list/order-row'
import { OrderPeek } from '@/components/swap/recent/order-peek'
import { OrderSlip } from '@/components/swap/recent/order-slip'
import { railId } from '@/components/swap/recent/rail-id'
import { Button } from '@/components/ui/button'
import type { OrderView } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import type { Exclusion } from '@/lib/core/exclusion'
import { GalleryStage } from './gallery-stage'
import { owner, usdc, weth } from './sample-network'
import { sampleRow, sampleSlip, slipAnswers, slipCases } from './sample-orders'
import { Specimen, State, States } from './specimen'

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

/** Orders as slips and as list rows, in each of their states. */
export const GalleryOrders = () => (
  <GalleryStage wallet="demo" answers={slipAnswers}>
    <Specimen title="Order rail">
      <section id={railId} aria-label="Slips">
        <States>
          {slipCases.map((given, index) => (
            <State key={given.title} title={given.title}>
              <OrderSlip
                placed={sampleSlip(given, index)}
                isNew={false}
                isCancelling={false}
                onNews={() => {}}
                onDiscard={() => {}}
                {...(given.progress && { onCancel: () => {} })}
              />
            </State>
          ))}
          <State title="cancelling">
            <OrderSlip
              placed={sampleSlip({ title: '' }, 1)}
              isNew={false}
              isCancelling
              onNews={() => {}}
              onDiscard={() => {}}
            />
          </State>
        </States>
      </section>
      <OrderPeek slips={slipCases.slice(0, 2).map(sampleSlip)} />
    </Specimen>
    <Specimen title="Order rows">
      <ul className="grid overflow-hidden rounded-card border border-line bg-surface">
        {rows.map((row, index) => (
          <OrderRow
            key={row.title}
            {...shared(row, index)}
            isChosen={row.view === undefined ? false : undefined}
            isIndented
            onChoose={() => {}}
            renderActions={() => <Button size="small">Cancel</Button>}
          />
        ))}
      </ul>
    </Specimen>
    <Specimen title="Limit order rows">
      <ul className="grid overflow-hidden rounded-card border border-line bg-surface">
        {rows.map((row, index) => (
          <LimitOrderRow
            key={row.title}
            {...shared(row, index)}
            actions={<Button size="small">Cancel</Button>}
          />
        ))}
      </ul>
    </Specimen>
  </GalleryStage>
)

const shared = ({ view = {}, exclusion, isCancelling = false }: Case, index: number) => ({
  ...{
    order: { ...sampleRow({ ...view, owner }, 100 + index), exclusion },
    nameToken,
    isCancelling,
  },
  gap: exclusion?.code === 'waitsForPrice' ? 0.042 : undefined,
  nowSeconds: Date.now() / 1_000,
})

const nameToken = (address: Address) => (address === weth.address ? weth : usdc)
