import { expect, test } from 'vitest'
import type { QuoteAnswer } from '@/lib/client/api'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { feeText, gapText, otherReceiver } from './offer-text'
import { dateOffer } from './quote-offer'

const t = translatorOf('swap')
const format = formatOf('en')
const owner = `0x${'aa'.repeat(20)}`
const other = `0x${'bb'.repeat(20)}` as const

const offerOf = (answer: Partial<QuoteAnswer>, receiver = owner) => {
  const quote = { receiver } as QuoteAnswer['quote']
  return dateOffer({ from: owner, expiration: '', quote, ...answer } as QuoteAnswer, { nowMs: 0 })
}

test.each([
  [0, 'within 0.01% of the best possible'],
  [0.0213, 'within 0.01% of the best possible'],
  [1, 'within 0.01% of the best possible'],
  [1.1, 'within 0.02% of the best possible'],
  [12, 'within 0.12% of the best possible'],
  [undefined, undefined],
])('a proven gap of %s bp reads "%s", rounded up', (gap, text) => {
  expect(gapText(t, format, offerOf(gap === undefined ? {} : { optimalityGapBps: gap }))).toBe(text)
})

test('names the fee if there is one', () => {
  expect(feeText(t, format, offerOf({}))).toBe('None')
  expect(feeText(t, format, offerOf({ protocolFeeBps: '2' }))).toBe('0.02%, included')
})

test('returns the receiver unless it is the owner, regardless of case', () => {
  expect(otherReceiver(offerOf({}))).toBeUndefined()
  expect(otherReceiver(offerOf({}, owner.toUpperCase().replace('X', 'x')))).toBeUndefined()
  expect(otherReceiver(offerOf({}, other))).toBe(other)
})
