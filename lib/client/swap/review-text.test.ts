import { expect, test } from 'vitest'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { allowanceShareText } from './review-text'

const words = { t: translatorOf('swap'), format: formatOf('en') }
const token = { address: `0x${'11'.repeat(20)}`, symbol: 'WETH', decimals: 18 } as const
const share = { whole: 3n * 10n ** 18n, own: 10n ** 18n, token }

test('names the shares of an allowance that open orders rely on as well', () => {
  const claim = { orders: 2, atoms: 2n * 10n ** 18n }
  expect(allowanceShareText(words, { ...share, claim })).toBe(
    '3 WETH in total: 1 WETH for this order, 2 WETH for your 2 open orders of this token.',
  )
})

test('returns nothing if only the new order relies on it', () => {
  const claim = { orders: 1, atoms: 0n }
  expect(allowanceShareText(words, { ...share, claim })).toBeUndefined()
})
