import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daySeconds } from '@/lib/core/time'
import {
  buildFacts,
  buildTrade,
  factsOf,
  firstDay,
  histories,
  wholeHistory,
} from '@/lib/testing/affiliate/random-history'
import { attributeTrades } from './attribute-trades'
import { decidedBefore, sumDays } from './referral-sums'

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

describe('sums of days', () => {
  test('include trades since the trader was bound, eligible or not', () => {
    const trades = [
      buildTrade({ timestamp: firstDay - 1, volume: undefined }),
      buildTrade({ timestamp: firstDay + daySeconds - 1, volume: 990n }),
      buildTrade({ timestamp: firstDay + daySeconds, volume: 20n }),
      buildTrade({ timestamp: firstDay + daySeconds + 1, volume: undefined }),
      buildTrade({ timestamp: firstDay + 2 * daySeconds - 1, volume: 30n, code: undefined }),
    ]
    expect(sumDays(attributeTrades(buildFacts(trades)).attributedTrades)).toEqual([
      { affiliateId: 1n, day: firstDay, trades: 1, volume: 990n, eligible: 990n },
      { affiliateId: 1n, day: firstDay + daySeconds, trades: 3, volume: 50n, eligible: 10n },
    ])
  })

  test('add up to the sums of each trader, and those of traders to the affiliate’s', () => {
    fc.assert(
      fc.property(fc.array(histories, { maxLength: 4 }), (traders) => {
        const all = traders.map((history) => attributeTrades(factsOf(history, wholeHistory)))
        for (const { attributedTrades, latest } of all) {
          const days = sumDays(attributedTrades)
          const bound = attributedTrades.filter(({ affiliateId }) => affiliateId !== undefined)
          expect(new Set(days.map(({ day }) => day)).size).toBe(days.length)
          expect(days.reduce((count, { trades }) => count + trades, 0)).toBe(latest.trades)
          expect(bound).toHaveLength(latest.trades)
          expect(sum(days.map(({ volume }) => volume))).toBe(latest.volume)
          expect(sum(bound.map(({ volume }) => volume ?? 0n))).toBe(latest.volume)
          expect(sum(days.map(({ eligible }) => eligible))).toBe(latest.eligible)
          expect(sum(attributedTrades.map(({ eligible }) => eligible))).toBe(latest.eligible)
          const counted = attributedTrades.filter(({ reason }) => reason === 'eligible')
          expect(counted).toHaveLength(latest.eligibleTrades)
          expect(bound.at(-1)?.timestamp).toBe(latest.lastTradeAt)
        }
        for (const id of [1n, 2n, 4n]) {
          const days = all.flatMap(({ attributedTrades }) => sumDays(attributedTrades))
          const ofDays = days.filter(({ affiliateId }) => affiliateId === id)
          const own = all.filter(({ latest }) => latest.affiliateId === id)
          const eligible = sum(own.map(({ latest }) => latest.eligible))
          expect(sum(ofDays.map((day) => day.eligible))).toBe(eligible)
        }
      }),
      { seed: 61, numRuns: 200 },
    )
  })
})

test.each([
  [firstDay, firstDay - daySeconds],
  [firstDay - 1, firstDay - 2 * daySeconds],
  [firstDay + daySeconds - 1, firstDay - daySeconds],
  [firstDay + daySeconds, firstDay],
])('with everything known up to %d, trades before %d are decided', (knownTo, decided) => {
  expect(decidedBefore(knownTo)).toBe(decided)
})
