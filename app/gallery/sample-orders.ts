import { orderExample } from '@/lib/api/order-book/order-examples'
import type { OrderView } from '@/lib/client/api'
import { type ShownOrder, toShownOrder } from '@/lib/client/orders/shown-order'
import type { ProgressView } from '@/lib/client/swap/order-progress'
import type { Hex } from '@/lib/core/bytes'
import type { StageAnswer } from './gallery-stage'
import { network, owner } from './sample-network'

/** Number that makes a sample's uid unique. */
const uidOf = (index: number): Hex => `0x${String(index).padStart(112, '0')}`

const whole = { executedSellAmount: '1500000000000000000' }
const filled = { ...whole, status: 'fulfilled', executedBuyAmount: '4826400000' } as const

type Case = {
  readonly title: string
  readonly view?: Partial<OrderView>
  readonly progress?: ProgressView['type']
}

/** An order's state after its signature. */
export const slipCases: readonly Case[] = [
  { title: 'held', progress: 'open' },
  { title: 'scheduled', progress: 'scheduled' },
  { title: 'competing', progress: 'active' },
  { title: 'passed over', progress: 'solved' },
  { title: 'solver chosen', progress: 'executing' },
  {
    title: 'partly filled',
    progress: 'traded',
    view: { executedSellAmount: '555000000000000000', executedBuyAmount: '1785000000' },
  },
  { title: 'delayed', progress: 'scheduled', view: { creationDate: '2026-01-01T00:00:00.000Z' } },
  { title: 'awaits its signature', view: { presignaturePending: true, signingScheme: 'presign' } },
  { title: 'filled with surplus', view: filled },
  { title: 'filled as quoted', view: { ...filled, executedBuyAmount: '4812070000' } },
  { title: 'filled below the quote', view: { ...filled, executedBuyAmount: '4796000000' } },
  { title: 'expired', view: { status: 'expired' } },
  { title: 'cancelled', view: { status: 'cancelled', invalidated: true } },
]

/** An order as the service returns it. */
function sampleView({ view }: Pick<Case, 'view'>, index: number): OrderView {
  return {
    ...(orderExample as OrderView),
    ...{ sellAmount: '1500000000000000000', buyAmount: '4788000000', owner, uid: uidOf(index) },
    ...{ creationDate: '2099-12-31T00:00:00.000Z', validTo: 4_102_444_800, ...view },
  }
}

/** Query results for the recent orders. */
export const slipAnswers: readonly StageAnswer[] = slipCases.flatMap((given, index) => {
  const uid = uidOf(index)
  const view = sampleView(given, index)
  const isOpen = view.status === 'open'
  const progress = given.progress && { type: given.progress, value: [] }
  return [
    ...(progress ? [{ key: ['order-progress', network.name, uid, isOpen], data: progress }] : []),
  ]
})

/** An order in a list, with these changes. */
export const sampleRow = (view: Partial<OrderView>, index: number): ShownOrder =>
  toShownOrder(sampleView({ view }, index))
