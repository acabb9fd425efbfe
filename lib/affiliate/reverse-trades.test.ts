import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories } from '@/lib/testing/random-history'
import { buildTrade, friend, usdc, weth } from '@/lib/testing/referral-history'
import type { PairTrade } from './referral-trade'
import { indexReversals, type ReverseTrades, roundTripSeconds } from './reverse-trades'
import { isWithin, mergeSpans } from './time-spans'

type Timed = PairTrade & { readonly timestamp: number }

const isReverse = (trade: PairTrade, other: PairTrade) =>
  trade.chainId === other.chainId &&
  trade.sellToken === other.buyToken &&
  trade.buyToken === other.sellToken
const isNear = (trade: Timed, other: Timed) =>
  Math.abs(trade.timestamp - other.timestamp) <= roundTripSeconds

/** Whether an account of a reverse trade was paid, or paid, in the 24 hours before the later of the two trades. */
function isFunded({ linked, fundings }: ReverseTrades, trade: Timed): boolean {
  const others = linked.filter((other) => isReverse(trade, other) && isNear(trade, other))
  return others.some((other) => {
    const later = Math.max(trade.timestamp, other.timestamp)
    return fundings.some(
      ({ account, timestamp }) =>
        account === other.account && later - roundTripSeconds <= timestamp && timestamp <= later,
    )
  })
}

test('reversals are what a look at every pair of trades, and every funding, finds', () => {
  fc.assert(
    fc.property(histories, histories, (history, more) => {
      const linked = [...history.linked, ...more.linked]
      const fundings = [...history.fundings, ...more.fundings]
      const reverses = { own: history.trades, linked, fundings, settled: history.settled }
      const findReversal = indexReversals(reverses)
      for (const trade of history.trades) {
        const settled = reverses.settled.filter(({ txHash }) => txHash === trade.txHash)
        const own = reverses.own.filter((other) => isReverse(trade, other))
        const found = [
          settled.some((other) => isReverse(trade, other)) && 'both_sides',
          own.some((other) => isNear(trade, other)) && 'round_trip',
          isFunded(reverses, trade) && 'funded_round_trip',
        ].find(Boolean)
        expect(findReversal(trade)).toBe(found || undefined)
      }
    }),
    { seed: 71, numRuns: 500 },
  )
})

test('of reversals that fit together the nearest is told', () => {
  const trade = buildTrade()
  const back = { ...trade, sellToken: usdc, buyToken: weth, account: friend, value: 1n }
  const all = { own: [back], linked: [back], fundings: [back], settled: [back] }
  const reasonIn = (reverses: ReverseTrades) => indexReversals(reverses)(trade)
  expect([
    reasonIn(all),
    reasonIn({ ...all, settled: [] }),
    reasonIn({ ...all, settled: [], own: [] }),
    reasonIn({ ...all, settled: [], own: [], linked: [] }),
  ]).toEqual(['both_sides', 'round_trip', 'funded_round_trip', undefined])
})

test('spans hold the same seconds when they are merged, and lie apart', () => {
  const span = fc
    .tuple(fc.nat(60), fc.nat(12))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
      const merged = mergeSpans(spans)
      for (let time = -1; time < 75; time++) {
        const isInside = spans.some(({ from, to }) => from <= time && time <= to)
        expect(isWithin(merged, time)).toBe(isInside)
      }
      const apart = merged.every(
        ({ from }, index) => index === 0 || (merged[index - 1]?.to ?? 0) < from,
      )
      expect(apart).toBe(true)
    }),
    { seed: 72, numRuns: 300 },
  )
})
