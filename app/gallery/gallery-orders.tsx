'use client'

import { LimitOrderRow } from '@/components/limit/limit-order-row'
import { OrderRow } from '@/components/orders/order-row'
import { OrderPeek } from '@/components/swap/order-peek'
import { OrderSlip } from '@/components/swap/order-slip'
import { railId } from '@/components/swap/rail-id'
import { Button } from '@/components/ui/button'
import type { OrderView } from '@/lib/client/api'
import type { OrderTrouble } from '@/lib/client/orders/order-trouble'
import type { Address } from '@/lib/core/address'
import { GalleryStage } from './gallery-stage'
import { owner, usdc, weth } from './sample-network'
import { sampleRow, sampleSlip, slipAnswers, slipCases } from './sample-orders'
import { Specimen, State, States } from './specimen'

type Case = {
  readonly title: string
  readonly view?: Partial<OrderView>
  readonly trouble?: OrderTrouble
  readonly gap?: number
  readonly isCancelling?: boolean
}

const part = { executedSellAmount: '555000000000000000', executedBuyAmount: '1785000000' } as const
const whole = {
  executedSellAmount: '1500000000000000000',
  executedBuyAmount: '4826400000',
} as const

const rows: readonly Case[] = [
  { title: 'open' },
  { title: 'open, far from the market', gap: 0.042 },
  { title: 'partly filled', view: part },
  { title: 'allowance missing', trouble: 'allowanceMissing' },
  { title: 'low balance', trouble: 'lowBalance' },
  { title: 'price moved', trouble: 'priceMoved', gap: 0.031 },
  { title: 'awaits its signature', view: { presignaturePending: true, signingScheme: 'presign' } },
  { title: 'cancelling', isCancelling: true },
  { title: 'expiring', view: { validTo: 1_700_000_000 } },
  { title: 'filled', view: { ...whole, status: 'fulfilled' } },
  { title: 'ended partly filled', view: { ...part, status: 'expired' } },
  { title: 'expired', view: { status: 'expired' } },
  { title: 'cancelled', view: { status: 'cancelled' } },
]

/** Orders as slips beside the form, and as rows of lists, in each of their states. */
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

const shared = ({ view = {}, trouble, gap, isCancelling = false }: Case, index: number) => ({
  ...{ order: sampleRow({ ...view, owner }, 100 + index), nameToken, trouble, gap, isCancelling },
  nowSeconds: Date.now() / 1_000,
})

const nameToken = (address: Address) => (address === weth.address ? weth : usdc)
