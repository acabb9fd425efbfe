import { expect, test } from 'vitest'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import {
  gainPercentText,
  gainText,
  isEven,
  priceText,
  rateText,
  tokenAmountText,
  unknownToken,
} from './token-amount'

const words = { t: translatorOf('orders'), format: formatOf('en') }
const { format } = words

const weth = {
  address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  symbol: 'WETH',
  decimals: 18,
} as const
const usdc = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  symbol: 'USDC',
  decimals: 6,
} as const

test('amounts of an unknown token are in atoms and have no rate', () => {
  const token = unknownToken(`0x${'01'.repeat(20)}`)
  expect(tokenAmountText(words, 42n, token)).toBe('42 atoms of 0x0101…0101')
  expect(rateText(format, { atoms: 42n, token }, { atoms: 1n, token: usdc })).toBeUndefined()
  expect(tokenAmountText(words, 1_500_000n, usdc)).toBe('1.50 USDC')
})

test('atoms are translated into German', () => {
  const german = { t: translatorOf('orders', 'de'), format: formatOf('de') }
  const token = unknownToken(`0x${'01'.repeat(20)}`)
  expect(tokenAmountText(german, 42n, token)).toBe('42 kleinste Einheiten von 0x0101…0101')
})

test('a rate is quoted per whole token', () => {
  const sold = { atoms: 1_500_000_000_000_000_000n, token: weth }
  const bought = { atoms: 4_812_075_000n, token: usdc }
  expect(rateText(format, sold, bought)).toBe('1 WETH = 3,208.05 USDC')
  expect(priceText(words, sold, bought)).toBe('3,208.05 USDC per WETH')
  expect(priceText(words, sold, { atoms: 0n, token: usdc })).toBeUndefined()
})

test.each([
  [8_470_000n, '+8.47 USDC', '+0.19%'],
  [-320_000n, '−0.32 USDC', '−0.01%'],
  [0n, '0.00 USDC', '0.00%'],
])('a gain of %s atoms is %s, %s', (gain, amount, percent) => {
  expect(gainText(words, { gain, token: usdc })).toBe(amount)
  expect(gainPercentText(words, { gain, over: 4_526_400_000n })).toBe(percent)
})

test('a gain over a nominal limit has a percentage of at most ten times the limit', () => {
  expect(gainPercentText(words, { gain: 10n, over: 1n })).toBe('+1,000.00%')
  expect(gainPercentText(words, { gain: 30_348_795n, over: 1n })).toBe('>+1,000.00%')
})

test('a gain over 0 has no percentage', () => {
  expect(gainPercentText(words, { gain: 1n, over: 0n })).toBe('')
})

test('a difference that rounds to 0.00 % is no gain', () => {
  expect(isEven(-34n, 1_721_110_000n)).toBe(true)
  expect(isEven(49n, 1_000_000n)).toBe(true)
  expect(isEven(50n, 1_000_000n)).toBe(false)
  expect(isEven(-50n, 1_000_000n)).toBe(false)
  expect(isEven(0n, 0n)).toBe(true)
  expect(isEven(1n, 0n)).toBe(false)
})
