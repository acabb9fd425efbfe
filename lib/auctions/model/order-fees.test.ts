import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PartnerFee } from '@/lib/app-data/metadata'
import type { SignedOrder } from '@/lib/core/order'
import { fixtureOrder, usdc, weth } from '@/lib/testing/auctions/build-auction-fixture'
import { executableAmount } from './auction'
import { executeOrder } from './execution'
import { applyFees, type FeePolicy, ownPrices, withRoomForFees } from './order-fees'

const recipient = `0x${'77'.repeat(20)}` as const
const policy = (fee: Record<string, number>, quote?: FeePolicy['quote']): FeePolicy => ({
  fee: { recipient, ...fee } as PartnerFee,
  quote,
})
const entryOf = (terms: Partial<SignedOrder>, policies: readonly FeePolicy[]) =>
  withRoomForFees(fixtureOrder(1, { sellToken: weth, buyToken: usdc, ...terms }), policies)
const tradeOf = (entry: ReturnType<typeof entryOf>, sellAmount: bigint, buyAmount: bigint) => ({
  uid: entry.uid,
  executedAmount: entry.order.kind === 'sell' ? sellAmount : buyAmount,
  sellAmount,
  buyAmount,
})

describe('a sell order pays fees in its buy token', () => {
  const terms = { kind: 'sell', sellAmount: 1_000n, buyAmount: 9_000n } as const

  test('by volume: a raised limit leaves the signed one after the fee', () => {
    const entry = entryOf(terms, [policy({ volumeBps: 100 })])
    expect(entry.order.buyAmount).toBe(9_091n)
    expect(entry.charge?.signed.buyAmount).toBe(9_000n)
    const charged = applyFees(entry, tradeOf(entry, 1_000n, 10_000n))
    expect(charged).toMatchObject({ sellAmount: 1_000n, buyAmount: 9_900n })
    expect(charged.fees).toMatchObject([{ amount: 100n, token: usdc, recipient }])
  })

  test('by surplus: half of the surplus, capped at a share of the volume', () => {
    const entry = entryOf(terms, [policy({ surplusBps: 5_000, maxVolumeBps: 100 })])
    expect(entry.order.buyAmount).toBe(9_000n)
    const pay = (bought: bigint) => applyFees(entry, tradeOf(entry, 1_000n, bought)).buyAmount
    expect([9_000n, 9_100n, 10_000n].map(pay)).toEqual([9_000n, 9_050n, 9_900n])
  })

  test('by price improvement: over the quote, or over the limit if that is better', () => {
    const fee = { priceImprovementBps: 5_000, maxVolumeBps: 1_000 }
    const pay = (quoted: bigint) => {
      const quote = { sellAmount: 1_000n, buyAmount: quoted }
      const entry = entryOf(terms, [policy(fee, quote)])
      return applyFees(entry, tradeOf(entry, 1_000n, 9_500n)).buyAmount
    }
    expect([9_400n, 9_600n, 8_000n].map(pay)).toEqual([9_450n, 9_500n, 9_250n])
  })

  test('several fees apply in sequence, each to the remainder of the one before', () => {
    const entry = entryOf(terms, [policy({ volumeBps: 100 }), policy({ volumeBps: 200 })])
    const { buyAmount, fees } = applyFees(entry, tradeOf(entry, 1_000n, 10_000n))
    expect(fees.map(({ amount }) => amount)).toEqual([100n, 198n])
    expect(buyAmount).toBe(9_702n)
  })
})

test('a buy order pays fees on top in its sell token, within a lowered limit', () => {
  const terms = { kind: 'buy', sellAmount: 1_010n, buyAmount: 9_000n } as const
  const entry = entryOf(terms, [policy({ volumeBps: 100 })])
  expect(entry.order.sellAmount).toBe(1_000n)
  const charged = applyFees(entry, tradeOf(entry, 1_000n, 9_000n))
  expect(charged).toMatchObject({ sellAmount: 1_010n, buyAmount: 9_000n })
  expect(charged.fees).toMatchObject([{ amount: 10n, token: weth }])
})

test('an order covers its cost only after its fees', () => {
  const terms = { kind: 'buy', sellAmount: 1_010n, buyAmount: 9_000n } as const
  const entry = entryOf(terms, [policy({ volumeBps: 100 })])
  expect(executableAmount({ ...entry, available: 1_009n })).toBe(0n)
  expect(executableAmount({ ...entry, available: 1_010n })).toBe(9_000n)
})

const anyFee = fc.oneof(
  fc.record({ volumeBps: fc.integer({ min: 1, max: 1_000 }) }),
  fc.record({
    surplusBps: fc.integer({ min: 1, max: 10_000 }),
    maxVolumeBps: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({
    priceImprovementBps: fc.integer({ min: 1, max: 10_000 }),
    maxVolumeBps: fc.integer({ min: 1, max: 1_000 }),
  }),
)
const amount = fc.bigInt({ min: 1n, max: 10n ** 24n })

test('for any fees, the signed limit holds, the contract agrees, and no atom is lost', () => {
  let charges = 0
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom('sell' as const, 'buy' as const),
        sellAmount: amount,
        buyAmount: amount,
        executed: amount,
        partiallyFillable: fc.boolean(),
        fees: fc.array(anyFee, { minLength: 1, maxLength: 3 }),
        better: fc.bigInt({ min: 1_000n, max: 3_000n }),
        quoted: amount,
      }),
      ({ executed, fees, better, quoted, ...terms }) => {
        const quote = { sellAmount: terms.sellAmount, buyAmount: quoted }
        const policies = fees.map((fee) => policy(fee, quote))
        const entry = entryOf(terms, policies)
        const signed = entry.charge?.signed
        if (!signed || entry.order.sellAmount === 0n) return
        const all = terms.kind === 'sell' ? terms.sellAmount : terms.buyAmount
        const part = terms.partiallyFillable && executed < all ? executed : all
        const prices = {
          sell: entry.order.buyAmount * better,
          buy: entry.order.sellAmount * 1_000n,
        }
        const execution = executeOrder(entry.order, part, prices)
        if (!execution) return
        const trade = { uid: entry.uid, executedAmount: part, ...execution }
        const charged = applyFees(entry, trade)
        const settled = executeOrder(signed, part, ownPrices(charged))
        if (charged.sellAmount > 0n) expect(settled).toMatchObject(ownAmounts(charged))
        const taken = charged.fees.reduce((sum, fee) => sum + fee.amount, 0n)
        if (taken > 0n) charges += 1
        expect(charged.buyAmount + (terms.kind === 'sell' ? taken : 0n)).toBe(trade.buyAmount)
        expect(charged.sellAmount - (terms.kind === 'buy' ? taken : 0n)).toBe(trade.sellAmount)
      },
    ),
    { seed: 7, numRuns: 2_000 },
  )
  expect(charges).toBeGreaterThan(500)
})

const ownAmounts = ({ sellAmount, buyAmount }: { sellAmount: bigint; buyAmount: bigint }) => ({
  sellAmount,
  buyAmount,
})
