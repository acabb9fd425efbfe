import { expect, test } from 'vitest'
import type { QuoteAnswer } from '@/lib/client/api'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { feeText, otherReceiver } from './offer-text'
import { dateOffer } from './quote-offer'

const t = translatorOf('swap')
const format = formatOf('en')
const owner = `0x${'aa'.repeat(20)}`
const other = `0x${'bb'.repeat(20)}` as const

const offerOf = (answer: Partial<QuoteAnswer>, receiver = owner) => {
  const quote = { receiver } as QuoteAnswer['quote']
  return dateOffer({ from: owner, expiration: '', quote, ...answer } as QuoteAnswer, { nowMs: 0 })
}

test('names the fee if there is one', () => {
  expect(feeText(t, format, offerOf({}))).toBe('None')
  expect(feeText(t, format, offerOf({ protocolFeeBps: '2' }))).toBe('0.02%, included')
})

test('returns the receiver unless it is the owner, regardless of case', () => {
  expect(otherReceiver(offerOf({}))).toBeUndefined()
  expect(otherReceiver(offerOf({}, owner.toUpperCase().replace('X', 'x')))).toBeUndefined()
  expect(otherReceiver(offerOf({}, other))).toBe(other)
})
