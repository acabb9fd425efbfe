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
    auction: undefined,
    stage: 'scheduled',
    nowSeconds: 1_800_000_010,
    nameToken: () => ({ address: `0x${'11'.repeat(20)}`, symbol: 'WETH', decimals: 18 }) as const,
    ...rest,
  })
const labels = ({ steps }: ReturnType<typeof timeline>) =>
  steps.map(({ label, state }) => `${label} ${state}`)

test('an open order is in auction, and after five minutes notes that no solver meets its limit', () => {
  const open = timeline({})
  expect(labels(open)).toEqual([
    'Signed done',
    'In auction current',
    'Winner chosen waiting',
    'Settled waiting',
  ])
  expect(open.note).toBe('Solvers are competing for the order.')
  expect(open.steps.at(-1)?.note).toBe('Expires 09:00:00')
  expect(timeline({}, { nowSeconds: 1_800_000_400 }).note).toMatch(/^No solver can meet the limit/)
})

test('the winner that settles an open order is the current step', () => {
  const { steps, note } = timeline({}, { stage: 'chosen' })
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'current', 'waiting'])
  expect(note).toBe('The winning solver is settling the order.')
})

test('an excluded order shows its reason and is never late', () => {
  const exclusion = { code: 'hookFails' } as const
  for (const nowSeconds of [1_800_000_010, 1_800_000_400]) {
    const { steps, note } = timeline({ exclusion }, { nowSeconds, stage: 'held' })
    expect(steps[1]?.label).toBe('Not in auction')
    expect(note).toMatch(/^The pre-hook that should provide the sell amount fails\./)
    expect(isLate({ ...order, exclusion }, nowSeconds)).toBe(false)
  }
})

test('an order that waits for its price is in no auction, and none is shown once it has ended', () => {
  const limit = { isQuoted: false } as const
  const waiting = timeline({ ...limit, exclusion: { code: 'waitsForPrice' } }, { stage: 'held' })
  expect(labels(waiting)[1]).toMatch(/^Not in auction/)
  expect(labels(timeline({ ...limit, status: 'cancelled' }))).toEqual([
    'Signed done',
    'Cancelled stopped',
  ])
})

test('an order that awaits its signature has not been signed', () => {
  const { steps } = timeline({ signed: false }, { stage: 'held' })
  expect(steps.slice(0, 2).map(({ label, state }) => `${label} ${state}`)).toEqual([
    'Awaiting signature current',
    'In auction waiting',
  ])
})

test('a filled order names the bids, the winner and how long it took', () => {
  const { steps, note } = timeline(
    { status: 'fulfilled' },
    {
      fills: [{ timestamp: 1_800_000_032 }],
      auction: { decidedAt: new Date(1_800_000_015_000), bids: 4, winner: 'Quasar' },
    },
  )
  expect(steps).toEqual([
    { label: 'Signed', state: 'done', note: '08:00:00' },
    { label: 'In auction', state: 'done', note: '4 bids' },
    { label: 'Winner chosen', state: 'done', note: '08:00:15 · Quasar' },
    { label: 'Settled', state: 'done', note: '08:00:32 · 32 s in total' },
  ])
  expect(note).toBeUndefined()
})

test('a fill by others has no known winner; times on another day name it', () => {
  const fills = [{ timestamp: 1_800_000_032 }, { timestamp: 1_800_200_000 }]
  const { steps } = timeline({ status: 'fulfilled' }, { fills })
  expect(steps.map(({ label, note }) => `${label}: ${note}`)).toEqual([
    'Signed: 15 Jan, 08:00',
    'In auction: 2 fills',
    'Settled: 15:33:20 · 2 days in total',
  ])
})

test('an ended order stops, and a cancellation names an unusual origin', () => {
  const at = { status: 'cancelled', cancelledAt: new Date(1_800_000_100_000) } as const
  const end = (change: Partial<TimelineFacts['order']>) => timeline(change).steps.at(-1)
  expect(end({ ...at, cancellationReason: 'user_signature' })).toEqual({
    ...{ label: 'Cancelled', state: 'stopped', note: '08:01:40' },
  })
  expect(end({ ...at, cancellationReason: 'policy: ban' })?.note).toBe('08:01:40 · by the service')
  expect(end({ status: 'cancelled' })?.note).toMatch(/ · on-chain$/)
  expect(end({ status: 'expired', validTo: 1_800_000_005 })?.note).toBe('08:00:05')
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
