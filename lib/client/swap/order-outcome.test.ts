import { expect, test } from 'vitest'
import type { OrderView } from '@/lib/client/api'
import { describeOutcome } from './order-outcome'

const now = 1_800_000_000_000
const view = (change: Partial<OrderView>) =>
  ({
    status: 'fulfilled',
    executedSellAmount: '1000',
    executedBuyAmount: '20050',
    creationDate: new Date(now - 10_000).toISOString(),
    ...change,
  }) as OrderView

test('a sell order saves what it got beyond the quote', () => {
  const outcome = describeOutcome(view({}), { kind: 'sell', quotedAmount: 20_000n }, now)
  expect(outcome).toMatchObject({ status: 'fulfilled', executed: 20_050n, saved: 50n })
})

test('a buy order saves what it did not have to pay', () => {
  const outcome = describeOutcome(view({}), { kind: 'buy', quotedAmount: 1010n }, now)
  expect(outcome).toMatchObject({ executed: 1000n, saved: 10n })
})

test('less than quoted is no saving', () => {
  const outcome = describeOutcome(view({}), { kind: 'sell', quotedAmount: 20_060n }, now)
  expect(outcome.saved).toBeUndefined()
})

test('an order that is open for minutes is delayed, one that nobody knows yet is open', () => {
  const open = { status: 'open', executedBuyAmount: '0' } as const
  const quoted = { kind: 'sell', quotedAmount: 1n } as const
  const old = new Date(now - 301_000).toISOString()
  expect(describeOutcome(view(open), quoted, now).isDelayed).toBe(false)
  expect(describeOutcome(view({ ...open, creationDate: old }), quoted, now).isDelayed).toBe(true)
  expect(describeOutcome(undefined, quoted, now)).toMatchObject({ status: 'open' })
})
