import { expect, test } from 'vitest'
import { referralReasons } from '@/lib/affiliate/attribution/referral-trade'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { countedText, reasonText } from './counted-text'

const t = translatorOf('affiliate')
const words = { t, format: formatOf('en') }

const trade = (value: number | null, counted: number) =>
  ({ usd_value: value, eligible_volume_usd: counted, eligibility_reason: 'eligible' }) as const

test('a trade that counts in full shows its value', () => {
  expect(countedText(words, trade(100, 100))).toBe('$100.00')
  expect(reasonText(t, trade(100, 100))).toBe('Fully eligible.')
})

test('a trade that counts in part shows both amounts and the reason', () => {
  expect(countedText(words, trade(100, 60.5))).toBe('$60.50 of $100.00')
  expect(reasonText(t, trade(100, 60.5))).toMatch(
    /^Partly eligible: volume reversed within 24 hours/,
  )
})

test('a trade that does not count shows its value and the first reason', () => {
  const undone = { ...trade(100, 0), eligibility_reason: 'round_trip' } as const
  expect(countedText(words, undone)).toBe('$0.00 of $100.00')
  expect(reasonText(t, undone)).toBe('You traded the same volume back within 24 hours.')
})

test('a trade without a price says so', () => {
  const unpriced = { ...trade(null, 0), eligibility_reason: 'no_price' } as const
  expect(countedText(words, unpriced)).toBe('unknown value')
})

test('the pages have a sentence for each reason of the API, in both languages', () => {
  const german = translatorOf('affiliate', 'de')
  for (const reason of Object.keys(referralReasons) as (keyof typeof referralReasons)[]) {
    const row = { ...trade(100, 0), eligibility_reason: reason }
    const [text, translation] = [reasonText(t, row), reasonText(german, row)]
    expect(text).toMatch(/^[A-Z].*\.$/)
    expect(translation).toMatch(/^\p{Lu}.*\.$/u)
    expect(translation).not.toBe(text)
  }
})
