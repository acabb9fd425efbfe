import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOracle } from '@/lib/testing/auctions/exact-winners'
import { bidFamilies } from '@/lib/testing/auctions/random-bids'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { cases } from '@/lib/testing/cases'
import { findPacking } from './packing/find-packing'
import { type Bid, scoreOf, selectWinners } from './select-winners'

const bid = (solver: string, scores: Record<string, bigint>, uses: string[] = []): Bid => ({
  solver,
  scores: new Map(Object.entries(scores)),
  uses,
})

/** Brute force over all compatible sets. */
function heaviest(weights: readonly bigint[], groups: readonly (readonly number[])[]): bigint {
  let best = 0n
  for (let set = 0; set < 1 << weights.length; set += 1) {
    const has = (thing: number) => (set >> thing) % 2 === 1
    if (groups.some((group) => group.filter(has).length > 1)) continue
    const total = weights.reduce((sum, weight, thing) => (has(thing) ? sum + weight : sum), 0n)
    if (total > best) best = total
  }
  return best
}

const weight = fc.oneof(
  fc.bigInt({ min: 0n, max: 4n }),
  fc.bigInt({ min: 10n ** 18n, max: 10n ** 18n + 3n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 2n ** 200n, max: 2n ** 200n + 2n }),
)
const problem = fc.array(weight, { minLength: 1, maxLength: 12 }).chain((weights) =>
  fc.tuple(
    fc.constant(weights),
    fc.array(fc.uniqueArray(fc.integer({ min: 0, max: weights.length - 1 }), { minLength: 1 }), {
      maxLength: 14,
    }),
  ),
)

describe('the heaviest set', () => {
  test('equals that of an exhaustive search, for any weights', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(problem, ([weights, groups]) => {
        const { chosen, total, bound } = findPacking({ weights, groups })
        expect(groups.every((group) => group.filter((at) => chosen.includes(at)).length <= 1)).toBe(
          true,
        )
        expect(chosen.reduce((sum, thing) => sum + (weights[thing] ?? 0n), 0n)).toBe(total)
        expect(total).toBe(heaviest(weights, groups))
        expect(bound).toBe(total)
      }),
      { seed: 20_261_121, numRuns: cases(150, 600) },
    )
  })

  test('an interrupted search bounds the best set', {
    tags: ['long'],
  }, () => {
    fc.assert(
      fc.property(problem, fc.integer({ min: 0, max: 3 }), ([weights, groups], steps) => {
        const { total, bound } = findPacking({ weights, groups, steps })
        const best = heaviest(weights, groups)
        expect(total <= best && best <= bound).toBe(true)
      }),
      { seed: 5, numRuns: cases(100, 400) },
    )
  })
})

describe('winners', () => {
  test('are several if their directed pairs differ', () => {
    const bids = [bid('a', { xy: 5n }), bid('b', { yx: 4n }), bid('c', { xy: 6n })]
    expect(selectWinners(bids)).toMatchObject({ winners: [2, 1], total: 10n, bound: 10n })
  })

  test('have the best total, even without the highest single score', () => {
    const bids = [
      bid('a', { xy: 0n, zw: 10n }),
      bid('b', { xy: 0n, vu: 7n }),
      bid('c', { zw: 0n, ts: 7n }),
    ]
    expect(selectWinners([...bids, bid('d', { qr: 1n })])).toMatchObject({
      winners: [1, 2, 3],
      total: 15n,
    })
  })

  test('give no directed pair less than its baseline', () => {
    const unfair = bid('a', { xy: 100n, yx: 1n })
    const alone = bid('b', { yx: 2n })
    expect(selectWinners([unfair, alone])).toMatchObject({ winners: [1], unfair: [0] })
    expect(selectWinners([bid('a', { xy: 100n, yx: 2n }), alone])).toMatchObject({
      winners: [0],
      unfair: [],
    })
  })

  test('share no pool', () => {
    const bids = [bid('a', { xy: 5n }, ['pool']), bid('b', { yx: 4n }, ['pool'])]
    expect(selectWinners(bids).winners).toEqual([0])
  })

  test('include bids with a score of zero', () => {
    expect(selectWinners([bid('a', { xy: 0n }), bid('b', { yx: 0n })]).winners).toHaveLength(2)
    expect(selectWinners([])).toMatchObject({ winners: [], total: 0n, bound: 0n })
  })

  test('have the total of the others as reference score', () => {
    const bids = [
      bid('a', { xy: 9n }),
      bid('a', { zw: 5n }),
      bid('b', { xy: 8n }),
      bid('c', { vu: 1n }),
    ]
    const { references, total } = selectWinners(bids)
    expect(total).toBe(15n)
    expect([...references]).toEqual([
      ['a', 9n],
      ['c', 14n],
    ])
  })

  test('do not depend on the order of the bids', () => {
    for (const { bids } of bidFamilies(24, 11)) {
      const names = (list: readonly Bid[]) => selectWinners(list).winners.map((at) => list[at])
      const expected = names(bids)
      expect(names([...bids].reverse())).toEqual(expected)
      expect(names([...bids.slice(9), ...bids.slice(0, 9)])).toEqual(expected)
    }
  })
})

/** 200 bids, some with several directed pairs, using up to three pools each. */
function scatteredBids(seed: number): Bid[] {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const [pairs, pools, max, share] = [5 + below(200), 5 + below(300), 1 + below(30), random()]
  return Array.from({ length: 200 }, (_, i) => {
    const count = random() < share ? 1 + below(max) : 1
    const scores = new Map<string, bigint>()
    for (let pair = 0; pair < count; pair += 1) {
      scores.set(`pair ${below(pairs)}`, BigInt(Math.floor(10 ** (3 + 3 * random()))))
    }
    const uses = Array.from({ length: below(3 * count) }, () => `pool ${below(pools)}`)
    return { solver: `solver ${i % 4}`, scores, uses }
  })
}

describe('among 200 bids', () => {
  test('finds the optimum where the search takes thousands of steps', () => {
    const { total, bound } = selectWinners(scatteredBids(36))
    expect(total).toBe(bound)
  })

  const families = bidFamilies(200, 1)

  test.each(families)('finds the optimum and proves it: $name', ({ bids }) => {
    const groups = groupsOf(bids)
    const { total, bound, chosen } = findPacking({ weights: bids.map(scoreOf), groups })
    const isTwice = groups.some((group) => group.filter((at) => chosen.includes(at)).length > 1)
    expect(isTwice).toBe(false)
    expect(bound).toBe(total)
  })

  // The oracle takes minutes if almost everything conflicts.
  const sizeOf = (name: string) => (/many|60/.test(name) ? 80 : 200)
  test.each(families.map(({ name }) => name))('HiGHS finds no better set: %s', async (name) => {
    const bids = bidFamilies(sizeOf(name), 2).find((family) => family.name === name)?.bids ?? []
    const { total } = findPacking({ weights: bids.map(scoreOf), groups: groupsOf(bids) })
    const exact = (await oracle)(bids)
    expect(Math.abs(Number(total) / exact - 1)).toBeLessThan(1e-6)
  })
})

const oracle = createOracle()

function groupsOf(bids: readonly Bid[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, { uses }] of bids.entries()) {
    for (const pair of uses) groups.set(pair, [...(groups.get(pair) ?? []), index])
  }
  return [...groups.values()]
}
