import { expect, test } from 'vitest'
import { formatOf } from '@/lib/client/i18n/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { gainPercentText, gainText } from './surplus-text'

const words = { t: translatorOf('orders'), format: formatOf('en') }
const token = { symbol: 'USDC', decimals: 6 }

test.each([
  [8_470_000n, '+8.47 USDC', '+0.19 %'],
  [-320_000n, '−0.32 USDC', '−0.01 %'],
  [0n, '0 USDC', '0.00 %'],
])('a gain of %s atoms is %s, %s', (gain, amount, percent) => {
  expect(gainText(words, { gain, token })).toBe(amount)
  expect(gainPercentText(words, { gain, over: 4_526_400_000n })).toBe(percent)
})

test('a gain over 0 has no percentage', () => {
  expect(gainPercentText(words, { gain: 1n, over: 0n })).toBe('')
})
