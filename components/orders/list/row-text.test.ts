import { expect, test } from 'vitest'
import type { OrderState } from '@/lib/client/orders/order-state'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Exclusion } from '@/lib/core/exclusion'
import { formatOf } from '@/lib/core/format/format'
import { getNetwork } from '@/lib/core/networks'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { exchangeTexts, gainTexts, placedText, priceTexts, typeText, waitText } from './row-text'

const { wrappedNative: weth, usdToken: usdc } = getNetwork(1)
const now = new Date(2026, 10, 23, 10, 6)
const words = { t: translatorOf('orders'), format: formatOf('en') }
const tokens = new Map<Address, { symbol: string; decimals: number }>([
  [weth, { symbol: 'WETH', decimals: 18 }],
  [usdc, { symbol: 'USDC', decimals: 6 }],
])
const nameToken = (address: Address) => ({
  address,
  ...(tokens.get(address) ?? { symbol: '0x12…34', decimals: undefined }),
})

const ether = 10n ** 18n
/** Sells 1.5 WETH for at least 4,503.77 USDC, quoted 4,526.40. */
const order: ShownOrder = shownOrder({
  ...{ sellToken: weth, buyToken: usdc, createdAt: now },
  ...{ sellAmount: (ether * 3n) / 2n, buyAmount: 4_503_770_000n },
  validTo: new Date(2026, 10, 30, 9).getTime() / 1_000,
  offer: { sellAmount: (ether * 3n) / 2n, buyAmount: 4_526_400_000n },
})
const filled: ShownOrder = {
  ...order,
  ...{ status: 'fulfilled', executedSell: order.sellAmount, executedBuy: 4_534_870_000n },
}

test('an order is named by its amounts', () => {
  expect(exchangeTexts(words, filled, nameToken)).toEqual({
    sold: '1.5 WETH',
    bought: '4,534.87 USDC',
  })
  expect(exchangeTexts(words, order, nameToken).bought).toBe('4,526.40 USDC')
})

test('a price is counted in dollars where one token follows them', () => {
  expect(priceTexts(words, filled, nameToken)).toEqual({ price: '3,023.25', unit: 'USDC per WETH' })
  const reverse = { ...order, sellToken: usdc, buyToken: weth, isQuoted: false }
  const bought = { ...reverse, sellAmount: 500_000_000n, buyAmount: ether / 6n }
  expect(priceTexts(words, bought, nameToken)).toEqual({ price: '3,000.00', unit: 'USDC per WETH' })
  const unknown = { ...order, buyToken: `0x${'12'.repeat(20)}` as const }
  expect(priceTexts(words, unknown, nameToken)).toBeUndefined()
})

test('surplus is in the bought token and as a percentage, with its sign', () => {
  const { vsQuote, vsLimit } = gainTexts(words, filled, nameToken)
  expect(vsQuote).toEqual({ amount: '+8.47', symbol: 'USDC', percent: '+0.19%', tone: 'gain' })
  expect(vsLimit).toEqual({ amount: '+31.10', symbol: 'USDC', percent: '+0.69%', tone: 'gain' })
  const worse = { ...filled, executedBuy: 4_517_900_000n }
  expect(gainTexts(words, worse, nameToken).vsQuote).toMatchObject({ tone: 'loss' })
  expect(gainTexts(words, order, nameToken)).toEqual({ vsQuote: undefined, vsLimit: undefined })
})

test('a scheduled order has no surplus over its worst price', () => {
  const part = { ...filled, offer: undefined, schedule: 'weekly' }
  expect(gainTexts(words, part, nameToken)).toEqual({ vsQuote: undefined, vsLimit: undefined })
})

test('an order away from the market has no surplus over a quote', () => {
  const limit = { ...filled, offer: { ...filled.offer, buyAmount: 4_400_000_000n } } as ShownOrder
  expect(gainTexts(words, limit, nameToken).vsQuote).toBeUndefined()
})

const noteOf = (state: OrderState, change: Partial<ShownOrder> = {}, gap?: number) =>
  waitText(words, { order: { ...order, ...change }, state, nameToken, gap, now })
const waits: Exclusion = { code: 'waitsForPrice' }

test('an order has a type, and an open one what it waits for', () => {
  expect(typeText(words, order)).toBe('Swap')
  expect(typeText(words, { ...order, isQuoted: false })).toBe('Limit')
  expect(typeText(words, { ...order, schedule: 'weekly' })).toBe('Scheduled')
  expect(noteOf('filled')).toBeUndefined()
  expect(noteOf('open')).toBe('expires 30 Nov')
  const limit = { isQuoted: false, exclusion: waits }
  expect(noteOf('open', limit, 0.0425)).toBe('4.25% above market, expires 30 Nov')
  expect(noteOf('open', limit, -0.02)).toBe('expires 30 Nov')
  const part = { executedSell: (ether * 3n) / 4n, executedBuy: 2_300_000_000n }
  expect(noteOf('partlyFilled', part)).toBe('0.75 of 1.5 WETH, expires 30 Nov')
  expect(noteOf('endedPartlyFilled', { ...part, status: 'expired' })).toBe('50% filled')
  expect(noteOf('awaitingSignature')).toBe('Not in an auction until signed')
  expect(noteOf('excluded', { exclusion: { code: 'settlingPaused' } })).toContain('The operator')
})

test('a time of another day is named by the day', () => {
  expect(placedText(words, new Date(2026, 10, 23, 7, 41), now)).toBe('07:41')
  expect(placedText(words, new Date(2026, 10, 22, 23), now)).toBe('Yesterday')
  expect(placedText(words, new Date(2026, 10, 21, 21), now)).toBe('21 Nov')
})
