import { expect, test } from 'vitest'
import { formatOf } from '@/lib/client/i18n/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { allowanceShareText } from './review-text'

const words = { t: translatorOf('swap'), format: formatOf('en') }
const token = { symbol: 'WETH', decimals: 18 }
const share = { whole: 3n * 10n ** 18n, own: 10n ** 18n, token }

test('an allowance that open orders count on too says what each takes of it', () => {
  const claim = { orders: 2, atoms: 2n * 10n ** 18n }
  expect(allowanceShareText(words, { ...share, claim })).toBe(
    '3 WETH in all: 1 WETH for this order, 2 WETH for your 2 open orders of this token.',
  )
})

test('nothing is said where the order alone counts on it', () => {
  const claim = { orders: 1, atoms: 0n }
  expect(allowanceShareText(words, { ...share, claim })).toBeUndefined()
})
