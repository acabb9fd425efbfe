import { expect, test } from 'vitest'
import { formatOf } from '@/lib/client/i18n/format'
import { shownOrder } from '@/lib/testing/shown-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { orderNote } from './order-note'
import type { OrderState } from './order-state'

const validTo = Date.UTC(2026, 10, 22, 9, 30) / 1_000
const now = new Date(Date.UTC(2026, 10, 21))

function noteOf(state: OrderState, known: { gap?: number; isQuoted?: boolean } = {}) {
  const { gap, isQuoted = false } = known
  const order = { ...shownOrder(), validTo, isQuoted }
  const asked = { order, state, soldSymbol: 'WETH', gap, now }
  return orderNote(translatorOf('orders'), formatOf('en'), asked)
}

test('an open order says what it waits for, else how long it stands', () => {
  const until = `Good until ${formatOf('en').local(new Date(validTo * 1_000), now)}.`
  expect(noteOf('open', { gap: 0.05 })).toBe('Fills when the market is 5% better.')
  expect(noteOf('open', { gap: 0.0005 })).toBe(until)
  expect(noteOf('open', { gap: 0.05, isQuoted: true })).toBe(until)
  expect(noteOf('open')).toBe(until)
  expect(noteOf('partlyFilled')).toBe(until)
})

test('what keeps an order from being filled is said before all else, and nothing of one that is over', () => {
  expect(noteOf('lowBalance', { gap: 0.05 })).toBe('There is not enough WETH in the wallet.')
  expect(noteOf('refused')).toContain('In no auction: the service refuses its terms or a token.')
  expect(noteOf('expiring')).toBe('Its time is over; this is being confirmed.')
  expect(noteOf('filled')).toBeUndefined()
  expect(noteOf('cancelled')).toBeUndefined()
})
