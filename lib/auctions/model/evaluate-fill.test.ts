import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapBpsOf } from '@/lib/auctions/competition/auction-summary'
import { testOrder } from '@/lib/testing/test-order'
import type { Auction } from './auction'
import { evaluateTrade } from './evaluate-fill'
import { scoreTrade } from './score'

const uid = '0x' as const
const amount = fc.bigInt({ min: 1n, max: 10n ** 24n })

/** The relative precision of a trade's score. */
const auctionAt = (order: { readonly buyToken: string }, price: bigint) =>
  ({ prices: new Map([[order.buyToken, price]]), wrappedNative: '0x' }) as unknown as Auction

describe('a fill compared with its limit, quote and bound', () => {
  const terms = { kind: 'sell', sellAmount: 100n, buyAmount: 200n } as const
  const even = { room: 0n, price: 10n ** 18n }

  test('sell order: limit, quote and bound of the sold part, in buy atoms', () => {
    const trade = { sellAmount: 50n, buyAmount: 120n }
    const offer = { sellAmount: 100n, buyAmount: 210n }
    expect(evaluateTrade(terms, trade, { offer, room: 30n, price: 10n ** 18n })).toEqual({
      limit: 100n,
      quoted: 105n,
      got: 120n,
      bound: 151n,
    })
  })

  test('buy order: the same in sell atoms, where less is better', () => {
    const trade = { sellAmount: 40n, buyAmount: 100n }
    const outcome = evaluateTrade({ ...terms, kind: 'buy' }, trade, even)
    expect(outcome).toMatchObject({ limit: 50n, quoted: undefined, got: 40n })
    expect(outcome.bound).toBeLessThanOrEqual(40n)
  })

  test('has no bound without the auction’s bound or the token’s price', () => {
    const trade = { sellAmount: 50n, buyAmount: 120n }
    expect(evaluateTrade(terms, trade, { ...even, room: undefined }).bound).toBeUndefined()
    expect(evaluateTrade(terms, trade, { ...even, price: undefined }).bound).toBeUndefined()
  })

  test('ignores an empty quote, and no amount is below zero', () => {
    const trade = { sellAmount: 40n, buyAmount: 100n }
    const offer = { sellAmount: 0n, buyAmount: 0n }
    const outcome = evaluateTrade({ ...terms, kind: 'buy' }, trade, {
      offer,
      room: 1_000n,
      price: 1n,
    })
    expect(outcome).toMatchObject({ quoted: undefined, bound: 0n })
  })

  test.each(['sell', 'buy'] as const)('one atom beyond the bound scores more: %s', (kind) => {
    const property = fc.property(
      fc.record({ sellAmount: amount, buyAmount: amount, better: amount, price: amount }),
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      ({ sellAmount, buyAmount, better, price }, room) => {
        const order = testOrder({ kind, sellAmount, buyAmount, feeAmount: 0n })
        const scored = (got: bigint) =>
          scoreTrade(auctionAt(order, price), order, {
            uid,
            executedAmount: 0n,
            ...(kind === 'sell' ? { sellAmount, buyAmount: got } : { sellAmount: got, buyAmount }),
          })
        const got = kind === 'sell' ? buyAmount + better : sellAmount - (better % sellAmount)
        const trade =
          kind === 'sell' ? { sellAmount, buyAmount: got } : { sellAmount: got, buyAmount }
        const { bound } = evaluateTrade(order, trade, { room, price })
        if (bound === undefined) throw new Error('no bound')
        const beyond = kind === 'sell' ? bound + 1n : bound - 1n
        if (beyond >= 0n) expect(scored(beyond)).toBeGreaterThan(scored(got) + room)
        expect(kind === 'sell' ? bound >= got : bound <= got).toBe(true)
      },
    )
    fc.assert(property, { seed: 7, numRuns: 2_000 })
  })
})

describe('the gap between a score and its bound', () => {
  test.each([
    [100n, undefined, undefined],
    [0n, 0n, undefined],
    [100n, 100n, 0],
    [101n, 100n, 0],
    [9_999n, 10_000n, 1],
    [10n ** 18n - 1n, 10n ** 18n, 0.01],
    [0n, 10n, 10_000],
  ])('%s of %s is %s bps', (score, bound, gap) => {
    expect(gapBpsOf(score, bound)).toBe(gap)
  })
})
