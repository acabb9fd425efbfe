import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributeTrades } from '@/lib/affiliate/attribution/attribute-trades'
import { dayOf, sumDays } from '@/lib/affiliate/attribution/referral-sums'
import { rewardsFor } from '@/lib/core/affiliate-programme'
import { daySeconds } from '@/lib/core/time'
import {
  factsOf,
  firstDay,
  histories,
  smallTerms,
  wholeHistory,
} from '@/lib/testing/affiliate/random-history'
import { endOfEpoch, epochOf, rewardsByEpoch } from './epoch'

describe('an epoch', () => {
  test.each([
    ['its first second', firstDay, 7, firstDay],
    ['its last second', firstDay + 7 * daySeconds - 1, 7, firstDay],
    ['the second after it', firstDay + 7 * daySeconds, 7, firstDay + 7 * daySeconds],
    ['the first Monday of Unix time', 4 * daySeconds, 7, 4 * daySeconds],
    ['the days before it', 0, 7, -3 * daySeconds],
    ['one day', firstDay + 5, 1, firstDay],
  ])('contains %s', (_, time, days, epoch) => {
    expect(epochOf(time, days)).toBe(epoch)
  })

  test('starts at the end of the previous one, at the start of a day', () => {
    const times = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 400 }), (time, days) => {
        const epoch = epochOf(time, days)
        const end = endOfEpoch(epoch, days)
        expect(epoch <= time && time < end).toBe(true)
        expect([epochOf(end - 1, days), epochOf(end, days)]).toEqual([epoch, end])
        expect(Math.abs(epoch % daySeconds)).toBe(0)
      }),
      { seed: 62 },
    )
  })
})

describe('rewards by epoch', () => {
  const week = 7 * daySeconds
  const start = { terms: smallTerms, epochDays: 7, before: 0n }

  test('fall due when the volume passes a multiple of the trigger volume', () => {
    const volumes = [
      { at: firstDay, eligible: 99n },
      { at: firstDay + week - 1, eligible: 1n },
      { at: firstDay + week, eligible: 99n },
      { at: firstDay + 3 * week, eligible: 251n },
    ]
    expect([...rewardsByEpoch(start, volumes)]).toEqual([
      [firstDay, 1],
      [firstDay + 3 * week, 3],
    ])
    expect([...rewardsByEpoch({ ...start, before: 1n }, volumes.slice(0, 1))]).toEqual([
      [firstDay, 1],
    ])
  })

  test('add up to all rewards, and are the same from days or trades, at once or in parts', () => {
    fc.assert(
      fc.property(
        histories,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(12),
        (history, epochDays, cut) => {
          const { attributedTrades, latest } = attributeTrades(factsOf(history, wholeHistory))
          const days = sumDays(attributedTrades).map(({ day, eligible }) => ({ at: day, eligible }))
          const trades = attributedTrades.map(({ timestamp, eligible }) => ({
            at: timestamp,
            eligible,
          }))
          const facts = { ...start, epochDays }
          const rewards = rewardsByEpoch(facts, days)
          expect(rewardsByEpoch(facts, trades)).toEqual(rewards)
          const count = [...rewards.values()].reduce((total, value) => total + value, 0)
          expect(count).toBe(rewardsFor(smallTerms, latest.eligible))
          const time = epochOf(dayOf(firstDay + cut * daySeconds), epochDays)
          const early = days.filter(({ at }) => at < time)
          const before = early.reduce((sum, { eligible }) => sum + eligible, 0n)
          const late = rewardsByEpoch(
            { ...facts, before },
            days.filter(({ at }) => at >= time),
          )
          expect([...rewardsByEpoch(facts, early), ...late]).toEqual([...rewards])
        },
      ),
      { seed: 63, numRuns: 300 },
    )
  })
})
