import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ProgrammeTerms, rewardsFor, shareOf, volumeToNextReward } from './affiliate-programme'

const terms: ProgrammeTerms = {
  rewardAmount: 20_000_000n,
  triggerVolume: 50_000_000_000n,
  volumeCap: 5_000_000_000_000n,
  timeCapDays: 90,
  affiliatePercent: 50,
  traderPercent: 40,
  daoPercent: 10,
}

describe('affiliate rewards', () => {
  test.each<[bigint, number]>([
    [0n, 0],
    [49_999_999_999n, 0],
    [50_000_000_000n, 1],
    [149_999_999_999n, 2],
    [5_000_000_000_000n, 100],
  ])('%d millionths of eligible volume earn %d', (eligible, rewards) => {
    expect(rewardsFor(terms, eligible)).toBe(rewards)
  })

  test('are split by the promised percentages', () => {
    expect([shareOf(terms, 'affiliate', 3), shareOf(terms, 'trader', 3)]).toEqual([
      30_000_000n,
      24_000_000n,
    ])
  })

  test('never pay out more than their total', () => {
    const percents = fc.tuple(fc.nat(100), fc.nat(100)).map(([one, other]) => {
      const [low = 0, high = 0] = [one, other].sort((left, right) => left - right)
      return { affiliatePercent: low, traderPercent: high - low, daoPercent: 100 - high }
    })
    fc.assert(
      fc.property(percents, fc.bigInt(0n, 10n ** 12n), fc.nat(1_000), (split, reward, count) => {
        const promised = { ...terms, ...split, rewardAmount: reward }
        const paid = shareOf(promised, 'affiliate', count) + shareOf(promised, 'trader', count)
        expect(paid <= reward * BigInt(count)).toBe(true)
      }),
    )
  })
})

test('the missing volume earns exactly the next reward, unless the cap comes first', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, terms.volumeCap), (eligible) => {
      const missing = volumeToNextReward(terms, eligible)
      if (missing === undefined) {
        expect(terms.volumeCap - eligible < terms.triggerVolume).toBe(true)
        return
      }
      expect(rewardsFor(terms, eligible + missing)).toBe(rewardsFor(terms, eligible) + 1)
      expect(rewardsFor(terms, eligible + missing - 1n)).toBe(rewardsFor(terms, eligible))
    }),
  )
})
