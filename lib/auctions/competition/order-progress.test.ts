import { describe, expect, test } from 'vitest'
import { noEvents } from '@/lib/chain-events/order-events'
import type { Hex } from '@/lib/core/bytes'
import type { OrderRecord } from '@/lib/orders/order-record'
import { testOrder } from '@/lib/testing/test-order'
import { deriveProgress, type ProgressFacts, type Standings } from './order-progress'

const nowSeconds = 1_800_000_000
const at = (seconds: number) => new Date((nowSeconds + seconds) * 1000)
const solver = `0x${'50'.repeat(20)}` as const
const other: Hex = `0x${'99'.repeat(56)}`

const order: OrderRecord = {
  ...testOrder({ createdAt: at(-100) }),
  ...noEvents,
  status: 'open',
  invalidated: false,
  onchainUser: undefined,
  signed: true,
  cancelledAt: undefined,
  cancellationReason: undefined,
  failedSettlements: 0,
  exclusion: undefined,
}
const { uid } = order

const progress = (facts: Partial<ProgressFacts>, change: Partial<OrderRecord> = {}) =>
  deriveProgress({
    filledBy: undefined,
    latest: undefined,
    auction: undefined,
    nowSeconds,
    ...facts,
    order: { ...order, ...change },
  })
const typeOf = (facts: Partial<ProgressFacts>, change: Partial<OrderRecord> = {}) =>
  progress(facts, change).type

/** A competition of two solutions, worst first, with these orders in the losing and the winning one. */
const standings = (
  losing: Hex[],
  winning: Hex[],
  { isExecuting = true, ...change }: Partial<Standings> & { isExecuting?: boolean } = {},
): Standings => ({
  createdAt: at(-1),
  solutions: [losing, winning].map((uids, index) => ({
    solver,
    isWinner: index === 1,
    isExecuting: index === 1 && isExecuting,
    orders: uids.map((id) => ({ id, sellAmount: '1', buyAmount: '2' })),
  })),
  ...change,
})
const offered = { solver, executedAmounts: { sell: '1', buy: '2' } }
const leftOut = { solver, executedAmounts: null }

describe('the progress of an order', () => {
  test('traded: with the competition of its newest fill, even if it is open or was cancelled later', () => {
    const filledBy = standings([other], [uid])
    const part = { executedSell: 1n }
    const traded = { type: 'traded', value: [leftOut, offered] }
    expect(progress({ filledBy }, part)).toEqual(traded)
    expect(progress({ filledBy }, { ...part, status: 'cancelled' })).toEqual(traded)
    expect(progress({ filledBy }, { executedBuy: 1n, status: 'fulfilled' })).toEqual(traded)
  })

  test('traded without a competition if settled by another service', () => {
    expect(progress({}, { executedSell: 1n })).toEqual({ type: 'traded' })
  })

  test('cancelled: whatever auctions it took part in', () => {
    const auction = { orderUids: [uid], createdAt: at(0) }
    const latest = standings([uid], [uid])
    expect(progress({ auction, latest }, { status: 'cancelled' })).toEqual({ type: 'cancelled' })
  })

  test('executing: its winner was sent; solved: it lost, or the winner was abandoned', () => {
    expect(progress({ latest: standings([], [uid]) })).toEqual({
      type: 'executing',
      value: [leftOut, offered],
    })
    expect(progress({ latest: standings([uid], [other]) })).toEqual({
      type: 'solved',
      value: [offered, leftOut],
    })
    expect(typeOf({ latest: standings([], [uid], { isExecuting: false }) })).toBe('solved')
  })

  test('executing until its fill is indexed, even if later auctions omit it', () => {
    const auction = { orderUids: [other], createdAt: at(0) }
    expect(typeOf({ auction, latest: standings([], [uid]) })).toBe('executing')
    expect(typeOf({ auction, latest: standings([], [uid], { isExecuting: false }) })).toBe('open')
    expect(typeOf({ auction, latest: standings([uid], [other]) })).toBe('open')
  })

  test('active: in the current auction, newer than every competition', () => {
    const auction = { orderUids: [other, uid], createdAt: at(0) }
    expect(progress({ auction })).toEqual({ type: 'active' })
    expect(typeOf({ auction, latest: standings([uid], [uid]) })).toBe('active')
    expect(typeOf({ auction, latest: standings([other], [other], { createdAt: at(1) }) })).toBe(
      'active',
    )
  })

  test('scheduled: placed since the last auction; open: omitted by it', () => {
    expect(typeOf({})).toBe('scheduled')
    expect(typeOf({ auction: { orderUids: [], createdAt: at(-101) } })).toBe('scheduled')
    expect(typeOf({ auction: { orderUids: [], createdAt: at(-100) } })).toBe('open')
  })

  test.each<[string, Partial<OrderRecord>]>([
    ['it waits for its signature on chain', { signed: false }],
    ['its time has not come', { validFrom: nowSeconds + 1 }],
    ['it was placed with a fault', { placementError: 'other' }],
    ['its settlements failed too often', { exclusion: { code: 'blockedAfterReverts' } }],
    ['it has expired', { status: 'expired' }],
  ])('open: %s', (_why, change) => {
    expect(typeOf({}, change)).toBe('open')
  })

  test('an order past its validFrom is scheduled', () => {
    expect(typeOf({}, { validFrom: nowSeconds })).toBe('scheduled')
  })
})
