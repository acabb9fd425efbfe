import { expect, test } from 'vitest'
import { formatOf } from '@/lib/core/format/format'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { filledPercent, orderPill, orderStamp, orderState } from './order-state'

const order = shownOrder()
const words = { t: translatorOf('orders'), format: formatOf('en') }
const now = { nowSeconds: 1_000 }
const half = { executedSell: 500n, executedBuy: 1_600n }

test.each([
  ['an open order', {}, 'open', 'Open'],
  ['one partly traded', { executedSell: 370n, executedBuy: 1_200n }, 'open', '37% filled'],
  ['one not signed on chain yet', { signed: false }, 'open', 'Awaiting signature'],
  ['one refused once it was placed', { placementError: 'other' }, 'open', 'Rejected'],
  ['one past its time', { validTo: 999 }, 'open', 'Expiring'],
  ['a filled one', { status: 'fulfilled', ...half }, 'filled', 'Filled'],
  ['an expired one', { status: 'expired' }, 'expired', 'Expired'],
  ['a cancelled one', { status: 'cancelled' }, 'cancelled', 'Cancelled'],
  ['one expired half traded', { status: 'expired', ...half }, 'filled', 'Partly filled'],
  ['one cancelled half traded', { status: 'cancelled', ...half }, 'filled', 'Partly filled'],
] as const)('stamp of %s', (_, change, kind, word) => {
  expect(orderStamp(words, { ...order, ...change }, now)).toEqual({ kind, word })
})

test.each([
  [{ code: 'hookFails' }, 'Hook fails'],
  [{ code: 'settlingPaused' }, 'Settlement paused'],
  [{ code: 'waitsForPrice' }, 'Open'],
] as const)('the stamp shows why an open order is excluded: %j', (exclusion, word) => {
  expect(orderStamp(words, { ...order, exclusion }, now)).toEqual({ kind: 'open', word })
})

// By decreasing precedence: each order also has all following facts.
const everything = { ...now, isCancelling: true } as const
const excluded = { ...order, ...half, exclusion: { code: 'hookFails' } } as const
const unsigned = { ...excluded, signed: false, validTo: 999 }
test.each([
  ['filled', { ...unsigned, status: 'fulfilled' }, everything],
  ['endedPartlyFilled', { ...unsigned, status: 'expired' }, everything],
  ['cancelled', { ...unsigned, executedBuy: 0n, status: 'cancelled' }, everything],
  ['cancelling', unsigned, everything],
  ['refused', { ...unsigned, placementError: 'other' }, { ...everything, isCancelling: false }],
  ['awaitingSignature', unsigned, { ...everything, isCancelling: false }],
  ['expiring', { ...unsigned, signed: true }, { ...everything, isCancelling: false }],
  ['excluded', excluded, now],
  ['partlyFilled', { ...order, ...half }, now],
  ['open', order, now],
] as const)('%s takes precedence over all later states', (state, shown, known) => {
  expect(orderState(shown, known)).toBe(state)
})

test('a pending cancellation is shown until the service reports the end of the order', () => {
  const asked = { ...now, isCancelling: true }
  expect(orderStamp(words, order, asked).word).toBe('Cancelling')
  expect(orderStamp(words, { ...order, status: 'fulfilled' }, asked).word).toBe('Filled')
})

test('the filled percentage is that of the fixed amount', () => {
  expect(filledPercent({ ...order, kind: 'buy', executedBuy: 2_999n })).toBe(99)
})

test.each([
  ['in auction', {}, { word: 'In auction', tone: 'primary', sign: 'live' }],
  [
    'waiting for its price',
    { exclusion: { code: 'waitsForPrice' } },
    { word: 'Open', tone: 'info', sign: 'dot' },
  ],
  [
    'partly traded',
    { executedSell: 370n, executedBuy: 1_200n },
    { word: '37% filled', tone: 'info', sign: 'dot' },
  ],
  ['unsigned', { signed: false }, { word: 'Awaiting signature', tone: 'warn', sign: 'pen' }],
  ['filled', { status: 'fulfilled', ...half }, { word: 'Filled', tone: 'surplus', sign: 'check' }],
  ['expired', { status: 'expired' }, { word: 'Expired', tone: 'neutral' }],
  ['cancelled', { status: 'cancelled' }, { word: 'Cancelled', tone: 'danger' }],
] as const)('the pill of an order that is %s', (_, change, pill) => {
  expect(orderPill(words, { ...order, ...change }, now)).toEqual(pill)
})
