import { describe, expect, it, test } from 'vitest'
import type { OrderView } from '@/lib/client/api'
import { testOrder } from '@/lib/testing/test-order'
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

const amounts = { sellAmount: 1_000n, buyAmount: 19_000n, feeAmount: 0n }
const sale = testOrder({ kind: 'sell', ...amounts })
const purchase = testOrder({ kind: 'buy', ...amounts, sellAmount: 1_100n, buyAmount: 20_050n })
const untouched = { executedSellAmount: '0', executedBuyAmount: '0' } as const

test('a sell order gains what it bought beyond the quote', () => {
  const outcome = describeOutcome(view({}), { order: sale, quotedAmount: 20_000n }, now)
  expect(outcome).toMatchObject({ status: 'fulfilled', executed: 20_050n, vsQuote: 50n })
  expect(outcome).toMatchObject({ exact: 1_000n, limit: 19_000n, vsLimit: 1_050n })
})

test('a buy order gains what it did not have to sell', () => {
  const outcome = describeOutcome(view({}), { order: purchase, quotedAmount: 1_010n }, now)
  expect(outcome).toMatchObject({ exact: 20_050n, executed: 1_000n, vsQuote: 10n, vsLimit: 100n })
})

test('a result worse than quoted is negative', () => {
  const outcome = describeOutcome(view({}), { order: sale, quotedAmount: 20_060n }, now)
  expect(outcome.vsQuote).toBe(-10n)
})

test('without a quote, the result is compared with the limit only', () => {
  const outcome = describeOutcome(view({}), { order: sale }, now)
  expect(outcome).toMatchObject({ quoted: undefined, vsQuote: undefined, vsLimit: 1_050n })
})

test('a partial fill is compared with the same part of the quote', () => {
  const part = view({ status: 'open', executedSellAmount: '400', executedBuyAmount: '8100' })
  expect(describeOutcome(part, { order: sale, quotedAmount: 20_000n }, now)).toMatchObject({
    ...{ exact: 400n, limit: 7_600n, quoted: 8_000n, executed: 8_100n },
    ...{ vsQuote: 100n, vsLimit: 500n },
  })
})

test('before a trade, prices are those of the whole order', () => {
  const open = describeOutcome(view(untouched), { order: purchase, quotedAmount: 1_010n }, now)
  expect(open).toMatchObject({ exact: 20_050n, limit: 1_100n, quoted: 1_010n })
  expect(open).toMatchObject({ executed: undefined, vsQuote: undefined, vsLimit: undefined })
})

describe('an open order', () => {
  const open = { status: 'open', ...untouched } as const
  const old = { ...open, creationDate: new Date(now - 301_000).toISOString() }
  const waitOf = (...of: Parameters<typeof describeOutcome>) => describeOutcome(...of).wait

  it('waits long after some minutes', () => {
    expect(waitOf(view(open), { order: sale, quotedAmount: 20_000n }, now)).toBe('usual')
    expect(waitOf(view(old), { order: sale, quotedAmount: 20_000n }, now)).toBe('long')
    expect(waitOf(view(old), { order: purchase, quotedAmount: 1_100n }, now)).toBe('long')
  })

  it('waits for its price if its limit exceeds the quote, or without a quote', () => {
    expect(waitOf(view(old), { order: sale, quotedAmount: 18_999n }, now)).toBe('usual')
    expect(waitOf(view(old), { order: purchase, quotedAmount: 1_101n }, now)).toBe('usual')
    expect(waitOf(view(old), { order: sale }, now)).toBe('usual')
  })

  it('is ending after its deadline', () => {
    const placed = { order: sale, quotedAmount: 20_000n }
    expect(waitOf(view(old), placed, sale.validTo * 1_000)).toBe('long')
    expect(waitOf(view(old), placed, sale.validTo * 1_000 + 1)).toBe('ending')
  })

  it('counts as open while the service does not know it', () => {
    const outcome = describeOutcome(undefined, { order: sale, quotedAmount: sale.buyAmount }, now)
    expect(outcome).toMatchObject({ status: 'open', quoted: sale.buyAmount })
  })

  it('has no quote if its owner asks for more', () => {
    const quotedAmount = sale.buyAmount - 1n
    expect(describeOutcome(undefined, { order: sale, quotedAmount }, now).quoted).toBeUndefined()
  })
})
