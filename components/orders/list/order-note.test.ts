import { expect, test } from 'vitest'
import type { OrderState } from '@/lib/client/orders/order-state'
import type { Exclusion } from '@/lib/core/exclusion'
import { formatOf } from '@/lib/core/format/format'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { orderNote } from './order-note'

const validTo = Date.UTC(2026, 10, 22, 9, 30) / 1_000
const now = new Date(Date.UTC(2026, 10, 21))

function noteOf(state: OrderState, exclusion?: Exclusion, gap?: number) {
  const order = { ...shownOrder(), validTo, exclusion }
  const nameToken = () =>
    ({ address: `0x${'11'.repeat(20)}`, symbol: 'WETH', decimals: 18 }) as const
  const words = { t: translatorOf('orders'), format: formatOf('en') }
  return orderNote(words, { order, state, nameToken, gap, now })
}

test('an open order states its exclusion, else its expiry', () => {
  const until = `Good until ${formatOf('en').local(new Date(validTo * 1_000), now)}.`
  const waits = { code: 'waitsForPrice' } as const
  for (const state of ['open', 'partlyFilled'] as const) {
    expect(noteOf(state)).toBe(until)
    expect(noteOf(state, waits, 0.0425)).toContain('Its limit is 4.25% above market.')
  }
})

test('an excluded order states the reason first, a closed one has no note', () => {
  expect(noteOf('excluded', { code: 'settlingPaused' })).toBe(
    'The operator has paused settling on this network. It goes on by itself afterwards.',
  )
  expect(noteOf('refused')).toContain('In no auction: the service refuses its terms or a token.')
  expect(noteOf('expiring')).toBe('Its time is over; this is being confirmed.')
  expect(noteOf('filled')).toBeUndefined()
  expect(noteOf('cancelled')).toBeUndefined()
})
