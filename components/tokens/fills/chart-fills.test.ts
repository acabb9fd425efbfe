import { expect, test } from 'vitest'
import { nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { type FillView, fillMarks } from './chart-fills'

const { wrappedNative: weth, usdToken: usdc } = getNetwork(1)
const pair = {
  base: { address: weth, decimals: 18 },
  quote: { address: usdc, decimals: 6 },
  wrappedNative: weth,
}
const candles = [0, 300, 600].map((time) => ({
  ...{ time, open: 1, high: 1, low: 1, close: 1, volume: 0 },
}))
const valued = (token: string, amount: bigint) => ({ token, amount: String(amount), usd: null })

/** A fill at a second: whole base tokens and whole dollars. */
const fill = (seconds: number, [sold, bought]: readonly [FillView['sold'], FillView['bought']]) =>
  ({ time: new Date(seconds * 1_000).toISOString(), sold, bought }) as FillView
const eth = (count: bigint, token: string = weth) => valued(token, count * 10n ** 18n)
const usd = (count: bigint) => valued(usdc, count * 10n ** 6n)

test('a fill is marked at its candle, by what was done with the base token', () => {
  const fills = [fill(301, [usd(3_000n), eth(1n)]), fill(700, [eth(2n), usd(6_100n)])]
  expect(fillMarks(fills, pair, candles)).toEqual([
    { time: 300, at: 301, side: 'bought', amount: 10n ** 18n, price: 3_000, fills: 1 },
    { time: 600, at: 700, side: 'sold', amount: 2n * 10n ** 18n, price: 3_050, fills: 1 },
  ])
  const turned = { ...pair, base: pair.quote, quote: pair.base }
  expect(fillMarks(fills, turned, candles).map(({ side }) => side)).toEqual(['sold', 'bought'])
})

test('fills of one side in one candle are one mark at their common price', () => {
  const fills = [
    fill(10, [eth(1n), usd(3_000n)]),
    fill(20, [eth(3n), usd(9_400n)]),
    fill(30, [usd(3_200n), eth(1n)]),
  ]
  expect(fillMarks(fills, pair, candles)).toEqual([
    { time: 0, at: 30, side: 'bought', amount: 10n ** 18n, price: 3_200, fills: 1 },
    { time: 0, at: 20, side: 'sold', amount: 4n * 10n ** 18n, price: 3_100, fills: 2 },
  ])
})

test('the native token is its wrapped form; other pairs and older fills have no mark', () => {
  expect(fillMarks([fill(0, [eth(1n, nativeToken), usd(3_000n)])], pair, candles)).toHaveLength(1)
  const other = fill(0, [eth(1n), valued(`0x${'09'.repeat(20)}`, 5n)])
  expect(fillMarks([other, fill(-1, [eth(1n), usd(1n)])], pair, candles)).toEqual([])
  expect(fillMarks([fill(0, [eth(0n), usd(0n)])], pair, candles)).toEqual([])
  expect(fillMarks([fill(0, [eth(1n), usd(1n)])], pair, [])).toEqual([])
})
