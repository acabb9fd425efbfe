import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { cancelTroubleText } from './cancel-text'
import { cancelTrouble } from './cancel-trouble'
import { orderFace } from './order-face'
import { gainOf, orderPrices } from './order-prices'
import { filledPercent, orderState } from './order-state'
import { cancelWays, isCancellable } from './shown-order'

const order = shownOrder()
const t = translatorOf('orders')
const now = { nowSeconds: 1_000 }
const half = { executedSell: 500n, executedBuy: 1_600n }

test.each([
  ['an open order', {}, 'open', 'Open'],
  ['one partly traded', { executedSell: 370n, executedBuy: 1_200n }, 'open', 'Partly filled 37 %'],
  ['one not signed on chain yet', { signed: false }, 'open', 'Awaiting signature'],
  ['one refused once it was placed', { placementError: 'other' }, 'open', 'Refused'],
  ['one past its time', { validTo: 999 }, 'open', 'Expiring'],
  ['a filled one', { status: 'fulfilled', ...half }, 'filled', 'Filled'],
  ['an expired one', { status: 'expired' }, 'expired', 'Expired'],
  ['a cancelled one', { status: 'cancelled' }, 'cancelled', 'Cancelled'],
  ['one expired half traded', { status: 'expired', ...half }, 'filled', 'Partly filled'],
  ['one cancelled half traded', { status: 'cancelled', ...half }, 'filled', 'Partly filled'],
] as const)('%s is stamped', (_, change, kind, word) => {
  expect(orderFace(t, { ...order, ...change }, now)).toEqual({ kind, word })
})

test.each([
  [{ code: 'hookFails' }, 'Hook fails'],
  [{ code: 'settlingPaused' }, 'Settling paused'],
  [{ code: 'waitsForPrice' }, 'Open'],
] as const)('what keeps an open order out of auctions is stamped on it: %j', (exclusion, word) => {
  expect(orderFace(t, { ...order, exclusion }, now)).toEqual({ kind: 'open', word })
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
] as const)('%s comes before all that counts less', (state, shown, known) => {
  expect(orderState(shown, known)).toBe(state)
})

test('a cancellation under way shows until the service says how the order ended', () => {
  const asked = { ...now, isCancelling: true }
  expect(orderFace(t, order, asked).word).toBe('Cancelling')
  expect(orderFace(t, { ...order, status: 'fulfilled' }, asked).word).toBe('Filled')
})

test('only an open order signed off chain is cancelled by a signature', () => {
  expect(isCancellable(order)).toBe(true)
  expect(isCancellable({ ...order, status: 'expired' })).toBe(false)
  expect(isCancellable({ ...order, signingScheme: 'presign' })).toBe(false)
})

test('what is signed on chain, or by a contract, is cancelled by a transaction of its owner', () => {
  const { owner } = order
  expect(cancelWays(order, owner)).toEqual(['signature', 'transaction'])
  expect(cancelWays({ ...order, signingScheme: 'presign' }, owner)).toEqual(['transaction'])
  expect(cancelWays({ ...order, status: 'fulfilled' }, owner)).toEqual([])
  expect(cancelWays(order, order.sellToken)).toEqual([])
})

test('a sell order is measured in what it gets, for the part that is traded', () => {
  const offer = { sellAmount: 1_000n, buyAmount: 3_100n }
  expect(orderPrices({ ...order, ...half }, offer)).toEqual({
    limit: 1_500n,
    quoted: 1_550n,
    executed: 1_600n,
    vsQuote: 50n,
    vsLimit: 100n,
  })
})

test('a buy order is measured in what it pays, the signed fee included', () => {
  const buy = { ...order, kind: 'buy', feeAmount: 10n } as const
  const traded = { ...buy, executedSell: 980n, executedBuy: 3_000n }
  expect(orderPrices(buy)).toEqual({
    limit: 1_010n,
    quoted: undefined,
    executed: undefined,
    vsQuote: undefined,
    vsLimit: undefined,
  })
  expect(orderPrices(traded).vsLimit).toBe(30n)
  expect(orderPrices(traded, { sellAmount: 970n, buyAmount: 3_000n }).vsQuote).toBe(-10n)
})

test('an order that got what it signed for never shows a negative surplus', () => {
  const amount = fc.bigInt({ min: 1n, max: 1n << 100n })
  fc.assert(
    fc.property(amount, amount, amount, fc.constantFrom('sell', 'buy'), (sell, buy, part, kind) => {
      const terms = { ...order, kind, sellAmount: sell, buyAmount: buy }
      const fill =
        kind === 'sell'
          ? { executedSell: part, executedBuy: (part * buy) / sell + 1n }
          : { executedSell: (part * sell) / buy, executedBuy: part }
      expect(orderPrices({ ...terms, ...fill }).vsLimit).toBeGreaterThanOrEqual(0n)
    }),
    { seed: 4, numRuns: 300 },
  )
})

test('percent filled counts the exact amount', () => {
  expect(filledPercent({ ...order, kind: 'buy', executedBuy: 2_999n })).toBe(99)
})

test.each([
  [{ code: 'OrderFullyExecuted', message: '' }, 'someEnded'],
  [{ code: 'AlreadyCancelled', message: '' }, 'someEnded'],
  [{ code: 'OrderExpired', message: '' }, 'someEnded'],
  [{ code: 4001, message: '' }, 'declined'],
  [new Error('wrapped', { cause: Object.assign(new Error(''), { code: 4001 }) }), 'declined'],
  [{ code: 4902, message: '' }, 'unknownNetwork'],
  [{ code: 'OnChainOrder', message: '' }, 'onChainOrder'],
  [{ reason: 'wrong-signer', message: '' }, 'wrongSigner'],
  [{ code: 'InvalidSignature', message: '' }, 'wrongSigner'],
  [{ reason: 'reverted', message: '' }, 'reverted'],
  [{ code: '', message: 'lost' }, 'failed'],
] as const)('a cancellation that ended with %j: %s', (error, trouble) => {
  expect(cancelTrouble(error)).toBe(trouble)
  expect(cancelTroubleText(t, trouble).title).not.toBe('')
})

test('slippage that was not used up is no gain: what was quoted is what counts', () => {
  const quoted = { sellAmount: 1_000n, buyAmount: 3_100n }
  const gotOf = (executedBuy: bigint, offer?: typeof quoted) =>
    gainOf(orderPrices({ ...order, executedSell: 1_000n, executedBuy }, offer))
  expect(gotOf(3_050n, quoted)).toBe(-50n)
  expect(gotOf(3_100n, quoted)).toBe(0n)
  expect(gotOf(3_150n, quoted)).toBe(50n)
  // No quote is below a limit that waits for its price.
  expect(gotOf(3_050n, { ...quoted, buyAmount: 2_900n })).toBe(50n)
  expect(gotOf(3_050n)).toBe(50n)
})
