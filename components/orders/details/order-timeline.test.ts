import { expect, test } from 'vitest'
import { formatOf } from '@/lib/core/format/format'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { isLate, orderTimeline, type TimelineFacts } from './order-timeline'

const words = { t: translatorOf('orders'), format: formatOf('en') }

const order: TimelineFacts['order'] = {
  ...shownOrder({ validTo: 1_800_003_600, createdAt: new Date(1_800_000_000_000) }),
  cancelledAt: undefined,
  cancellationReason: undefined,
}
const timeline = (change: Partial<TimelineFacts['order']>, rest: Partial<TimelineFacts> = {}) =>
  orderTimeline(words, {
    order: { ...order, ...change },
    fills: [],
    nowSeconds: 1_800_000_010,
    nameToken: () => ({ address: `0x${'11'.repeat(20)}`, symbol: 'WETH', decimals: 18 }) as const,
    ...rest,
  })

test('an open order is in auction, and after five minutes notes that no solver meets its limit', () => {
  expect(timeline({}).map(({ label, state }) => `${label} ${state}`)).toEqual([
    'Signed done',
    'In auction current',
    'Settled waiting',
  ])
  const late = timeline({}, { nowSeconds: 1_800_000_400 })
  expect(late[1]?.note).toContain('No solver can meet its limit')
})

test('an excluded order shows its reason and is never late', () => {
  const exclusion = { code: 'hookFails' } as const
  for (const nowSeconds of [1_800_000_010, 1_800_000_400]) {
    const [, step] = timeline({ exclusion }, { nowSeconds })
    expect(step?.label).toBe('In no auction')
    expect(step?.note).toMatch(/^A call that is to bring what it sells fails\./)
    expect(isLate({ ...order, exclusion }, nowSeconds)).toBe(false)
  }
})

test('an order with a placement error ends at the refused step', () => {
  const steps = timeline({ placementError: 'preValidationError' })
  expect(steps.map(({ label }) => label)).toEqual(['Signed', 'Refused'])
  expect(steps[1]?.note).toContain('to get your deposit back')
})

test('every fill is a separate step with its block number', () => {
  const fills = [
    { timestamp: 1_800_000_012, blockNumber: 7n },
    { timestamp: 1_800_000_024, blockNumber: 8n },
  ]
  const steps = timeline({ status: 'fulfilled' }, { fills })
  expect(steps.map(({ label }) => label)).toEqual(['Signed', 'Fill 1', 'Fill 2'])
  expect(steps[2]?.note).toBe('15 Jan 2027, 08:00:24 UTC · block 8')
})

test('a cancellation names its origin: owner, service or on-chain', () => {
  const at = { status: 'cancelled', cancelledAt: new Date(1_800_000_100_000) } as const
  expect(timeline({ ...at, cancellationReason: 'user_signature' })[1]?.note).toContain('its owner')
  expect(timeline({ ...at, cancellationReason: 'policy: ban' })[1]?.note).toContain('the service')
  expect(timeline({ status: 'cancelled' })[1]?.note).toContain('on chain')
})

test('only a solvable order is late, after five minutes', () => {
  const late = 1_800_000_301
  expect(isLate(order, 1_800_000_300)).toBe(false)
  expect(isLate(order, late)).toBe(true)
  expect(isLate({ ...order, signed: false }, late)).toBe(false)
  expect(isLate({ ...order, placementError: 'other' }, late)).toBe(false)
  expect(isLate({ ...order, status: 'expired' }, late)).toBe(false)
  expect(isLate({ ...order, validTo: 1_800_000_200 }, late)).toBe(false)
})
