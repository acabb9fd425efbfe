import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainCancelFailure } from './cancel-failure'
import { filledPercent, orderFace } from './order-face'
import { orderPrices } from './order-prices'
import { isCancellable, type ShownOrder } from './shown-order'
import { rateText, tokenAmountText, unknownToken } from './token-amount'

const order: ShownOrder = {
  uid: `0x${'5e'.repeat(56)}`,
  owner: `0x${'aa'.repeat(20)}`,
  kind: 'sell',
  status: 'open',
  sellToken: `0x${'01'.repeat(20)}`,
  buyToken: `0x${'02'.repeat(20)}`,
  sellAmount: 1_000n,
  buyAmount: 3_000n,
  feeAmount: 0n,
  executedSell: 0n,
  executedBuy: 0n,
  validTo: 2_000,
  createdAt: new Date(0),
  signed: true,
  signingScheme: 'eip712',
}
const now = { nowSeconds: 1_000 }
const half = { executedSell: 500n, executedBuy: 1_600n }

test.each([
  ['an open order', {}, 'open', 'Open'],
  ['one half traded', half, 'open', '50 % filled'],
  ['one not signed on chain yet', { signed: false }, 'open', 'Unsigned'],
  ['one past its time', { validTo: 999 }, 'open', 'Expiring'],
  ['a filled one', { status: 'fulfilled', ...half }, 'filled', 'Filled'],
  ['an expired one', { status: 'expired' }, 'expired', 'Expired'],
  ['a cancelled one', { status: 'cancelled' }, 'cancelled', 'Cancelled'],
  ['one expired half traded', { status: 'expired', ...half }, 'filled', 'Partly filled'],
  ['one cancelled half traded', { status: 'cancelled', ...half }, 'filled', 'Partly filled'],
] as const)('%s is stamped', (_, change, kind, word) => {
  expect(orderFace({ ...order, ...change }, now)).toEqual({ kind, word })
})

test('a cancellation under way shows until the service says how the order ended', () => {
  const asked = { ...now, isCancelling: true }
  expect(orderFace(order, asked).word).toBe('Cancelling')
  expect(orderFace({ ...order, status: 'fulfilled' }, asked).word).toBe('Filled')
})

test('only an open order signed off chain is cancelled by a signature', () => {
  expect(isCancellable(order)).toBe(true)
  expect(isCancellable({ ...order, status: 'expired' })).toBe(false)
  expect(isCancellable({ ...order, signingScheme: 'presign' })).toBe(false)
})

test('a sell order is measured in what it gets, for the part that is traded', () => {
  const offer = { sellAmount: 1_000n, buyAmount: 3_100n }
  expect(orderPrices({ ...order, ...half }, offer)).toEqual({
    limit: 1_500n,
    quoted: 1_550n,
    executed: 1_600n,
    surplus: 100n,
  })
})

test('a buy order is measured in what it pays, the signed fee included', () => {
  const buy = { ...order, kind: 'buy', feeAmount: 10n } as const
  const traded = { ...buy, executedSell: 980n, executedBuy: 3_000n }
  expect(orderPrices(buy)).toEqual({
    limit: 1_010n,
    quoted: undefined,
    executed: undefined,
    surplus: undefined,
  })
  expect(orderPrices(traded).surplus).toBe(30n)
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
      expect(orderPrices({ ...terms, ...fill }).surplus).toBeGreaterThanOrEqual(0n)
    }),
    { seed: 4, numRuns: 300 },
  )
})

test('percent filled counts the exact amount', () => {
  expect(filledPercent({ ...order, kind: 'buy', executedBuy: 2_999n })).toBe(99)
})

test('amounts of a token that is not known are atoms, not a guess', () => {
  const token = unknownToken(order.sellToken)
  expect(tokenAmountText(42n, token)).toBe('42 atoms of 0x0101…0101')
  const known = { symbol: 'USDC', decimals: 6 }
  expect(rateText({ atoms: 42n, token }, { atoms: 1n, token: known })).toBeUndefined()
  expect(tokenAmountText(1_500_000n, known)).toBe('1.5 USDC')
})

test('a rate is what one whole token exchanges for', () => {
  const weth = { atoms: 1_500_000_000_000_000_000n, token: { symbol: 'WETH', decimals: 18 } }
  const usdc = { atoms: 4_812_075_000n, token: { symbol: 'USDC', decimals: 6 } }
  expect(rateText(weth, usdc)).toBe('1 WETH = 3,208.05 USDC')
})

test.each([
  [{ code: 'OrderFullyExecuted', message: '' }, true],
  [{ code: 'AlreadyCancelled', message: '' }, true],
  [{ code: 'OrderExpired', message: '' }, true],
  [{ code: 4001, message: '' }, false],
  [{ code: '', message: 'lost' }, false],
  [{ reason: 'wrong-signer', message: '' }, false],
] as const)('after %j the order is over: %s', (error, isOver) => {
  expect(explainCancelFailure(error).isOver).toBe(isOver)
})
