import { describe, expect, test, vi } from 'vitest'
import { boundAuction } from '@/lib/auctions/bounds/auction-bound'
import type { Auction } from '@/lib/auctions/model/auction'
import { isFair, pairBaselines, pairScores } from '@/lib/auctions/model/fairness'
import { scoreSolution } from '@/lib/auctions/model/score'
import type { Solution } from '@/lib/auctions/model/solution'
import { findViolation, maxGas } from '@/lib/auctions/selection/validate-solution'
import { buildMarket } from '@/lib/auctions/solvers/batch/batch-market'
import { coverImbalance, imbalanceAtLimits } from '@/lib/auctions/solvers/batch/imbalance'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { solveBatchDual } from '@/lib/auctions/solvers/batch/solve-dual'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  gno,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { verifySettlement } from '@/lib/testing/auctions/verify-settlement'
import { someOf } from '@/lib/testing/cases'
import { routeOrders } from './baseline-solver'
import { batchSolverBy } from './batch-solver'

/** Without a time limit: the results do not depend on the machine's load. */
const patientSolver = batchSolverBy(() => 0)

/** Checks every solution independently: valid, as claimed, and not above the bound. */
async function verifyProposals(auction: Auction): Promise<number> {
  const bound = boundAuction(auction)
  const proposals = await patientSolver.solve(auction)
  for (const solution of proposals) {
    expect(findViolation(auction, solution)).toBeUndefined()
    const score = verifySettlement(auction, solution)
    expect(score).toBe(scoreSolution(auction, solution))
    expect(bound === undefined || score <= bound).toBe(true)
  }
  return proposals.length
}

test.each([
  { partial: 1, buying: 0 },
  { partial: 0, buying: 0 },
  { partial: 0.5, buying: 0.4 },
  { partial: 0.5, buying: 0.2, further: { gasPrice: 10n ** 12n, costCoverBps: 5_000n } },
])(
  'proposals respect limits, uniform prices and balances: %o',
  { tags: ['long'] },
  async (terms) => {
    let proposed = 0
    for (const seed of someOf([1, 2, 3, 4, 5, 6, 7, 8], 2)) {
      const auction = randomAuction({ seed, orders: 3 * seed, tokens: 6, pools: 14, ...terms })
      proposed += await verifyProposals(auction)
    }
    expect(proposed).toBeGreaterThan(2)
  },
)

test('settles a ring in full without pools and without losing surplus', () => {
  const ring = [
    [usdc, dai, 950],
    [dai, weth, 900],
    [weth, usdc, 990],
  ] as const
  const orders = ring.map(([sellToken, buyToken, min], i) =>
    fixtureOrder(i + 1, { sellToken, buyToken, buyAmount: milli(min) }),
  )
  const auction = fixtureAuction(orders, [])
  const settled = solveBatch(auction)
  expect(settled?.solution.trades).toHaveLength(3)
  expect(Number(settled?.score) / Number(milli(160))).toBeGreaterThan(0.999_999)
})

test('pays an order without a limit like all others', () => {
  const order = (index: number, buyAmount: bigint) =>
    fixtureOrder(index, { sellToken: usdc, buyToken: dai, buyAmount, partiallyFillable: true })
  const pools = [fixturePool([usdc, milli(1_000_000)], [dai, milli(1_000_000)])]
  const settled = solveBatch(fixtureAuction([order(1, 0n), order(2, milli(900))], pools))
  const paid = settled?.solution.trades.map(({ buyAmount }) => buyAmount) ?? []
  expect(paid).toHaveLength(2)
  expect(new Set(paid).size).toBe(1)
  expect(Number(paid[0]) / Number(milli(995))).toBeGreaterThan(0.995)
})

test('fill-or-kill orders settle close to the best of all subsets', { tags: ['long-only'] }, () => {
  let [reached, best] = [0, 0]
  for (let seed = 1; seed <= 20; seed += 1) {
    const auction = randomAuction({ seed, orders: 6, tokens: 4, pools: 8, partial: 0 })
    const bound = Number(boundAuction(auction))
    const max = Math.min(bound, bestOfAllSets(auction))
    const score = Number(solveBatch(auction)?.score ?? 0n)
    expect(score).toBeLessThanOrEqual(bound)
    reached += score
    best += max
  }
  expect(reached / best).toBeGreaterThan(0.9)
})

/** The most that any set of whole orders leaves in all tokens, if each is paid its limit. */
function bestOfAllSets(auction: Auction): number {
  const market = buildMarket(auction)
  const { prices } = solveBatchDual(market)
  const count = market.orders.entries.length
  let max = 0
  for (let set = 1; set < 2 ** count; set += 1) {
    const parts = Float64Array.from({ length: count }, (_, i) => (set >> i) & 1)
    const cover = coverImbalance(market, { net: imbalanceAtLimits(market, parts), prices })
    if (cover && cover.left > max) max = cover.left
  }
  return max
}

test('omits fill-or-kill orders of one pair that pools cannot fill', () => {
  let [reached, bounds] = [0, 0]
  for (const seed of [57, 64, 71, 78]) {
    const auction = randomAuction({ seed, orders: 50, tokens: 2, pools: 2, partial: 0 })
    const score = Number(solveBatch(auction)?.score ?? 0n)
    expect(score).toBeGreaterThan(0)
    reached += score
    bounds += Number(boundAuction(auction))
  }
  expect(reached / bounds).toBeGreaterThan(0.97)
})

test.each(
  someOf([
    { orders: 50, seeds: [2, 8] },
    { orders: 30, seeds: [3, 5] },
    { orders: 100, seeds: [3] },
  ]),
)(
  'settles a typical auction within the gas of one transaction: %o',
  { tags: ['long'] },
  ({ orders, seeds }) => {
    for (const seed of someOf(seeds)) {
      for (const partial of [0, 1]) {
        const auction = randomAuction({ seed, orders, partial })
        const settled = solveBatch(auction)
        if (!settled) throw new Error(`nothing is settled of seed ${seed}`)
        expect(verifySettlement(auction, settled.solution)).toBe(settled.score)
        expect(settled.solution.gas).toBeLessThanOrEqual(maxGas)
        expect(Number(settled.score) / Number(boundAuction(auction))).toBeGreaterThan(0.92)
      }
    }
  },
)

test.each(
  someOf([
    { seed: 1, orders: 400 },
    { seed: 2, orders: 500 },
  ]),
)('settles as many orders as the gas of one transaction allows: %o', { tags: ['long'] }, (size) => {
  const settled = solveBatch(randomAuction({ ...size, partial: 1 }))
  expect(settled?.solution.gas).toBeLessThanOrEqual(maxGas)
  expect(settled?.solution.gas).toBeGreaterThan((maxGas * 97n) / 100n)
  expect(settled?.solution.trades.length).toBeGreaterThan(110)
})

test.each([0, 8])(
  'a search past its deadline returns its best result: after %i clock reads',
  async (looks) => {
    const auction = randomAuction({ seed: 1, orders: 100, partial: 0 })
    const begun = process.cpuUsage()
    const found: Solution[] = []
    let left = looks
    let late: NodeJS.CpuUsage | undefined
    const clock = () => {
      if (found.length > 0) left -= 1
      if (left >= 0) return 0
      late ??= process.cpuUsage()
      return Number.POSITIVE_INFINITY
    }
    const callbacks = {
      onFound: (more: readonly Solution[]) => found.push(...more),
      onCut: vi.fn(),
    }
    const proposals = await batchSolverBy(clock).solve(auction, callbacks)
    expect(new Set(proposals)).toEqual(new Set(found))
    expect(found.length).toBeGreaterThan(0)
    expect(callbacks.onCut).toHaveBeenCalled()
    const before = (late?.user ?? 0) - begun.user
    expect(process.cpuUsage(late).user).toBeLessThan(before / 2)
  },
)

test('proposes a fair solution in addition to the best one', {
  tags: ['long'],
}, async () => {
  let [fair, best] = [0, 0]
  for (const seed of someOf([1, 2, 3, 4, 5, 6], 2)) {
    const auction = randomAuction({ seed, orders: 24, tokens: 6, pools: 14, partial: 1 })
    const baselines = pairBaselines(auction, routeOrders(auction))
    const scored = (await patientSolver.solve(auction)).map((solution) => ({
      isFair: isFair(pairScores(auction, solution), baselines),
      score: Number(scoreSolution(auction, solution)),
    }))
    const max = (scores: typeof scored) => Math.max(0, ...scores.map(({ score }) => score))
    fair += max(scored.filter((proposal) => proposal.isFair))
    best += max(scored)
  }
  expect(fair / best).toBeGreaterThan(0.85)
})

describe('hostile books', () => {
  const order = (index: number, terms: Partial<Parameters<typeof fixtureOrder>[1]>) =>
    fixtureOrder(index, { sellToken: usdc, buyToken: dai, partiallyFillable: true, ...terms })
  const crossing = [
    order(1, { buyAmount: milli(990) }),
    order(2, { sellToken: dai, buyToken: usdc, buyAmount: milli(980) }),
    order(3, { sellToken: dai, buyToken: gno, buyAmount: milli(900) }),
  ]
  const deep = 10n ** 27n
  const huge = 2n ** 111n
  test.each([
    [
      'dust pools',
      crossing,
      [fixturePool([usdc, 3n], [dai, 2n]), fixturePool([dai, 1n], [gno, 1n])],
    ],
    ['prices of 1e12', crossing, [fixturePool([usdc, deep], [dai, deep * 10n ** 6n])]],
    ['prices of 1e-12', crossing, [fixturePool([usdc, deep * 10n ** 6n], [dai, 10n ** 15n])]],
    [
      'duplicate pools',
      crossing,
      [fixturePool([dai, deep], [gno, deep]), fixturePool([dai, deep], [gno, deep])],
    ],
    [
      'arbitrage between pools',
      crossing,
      [
        fixturePool([usdc, deep], [dai, deep]),
        fixturePool([dai, deep], [gno, deep]),
        fixturePool([usdc, deep], [gno, 2n * deep]),
      ],
    ],
    [
      'trades of one atom',
      [
        order(1, { sellAmount: 1n, buyAmount: 1n }),
        order(2, { sellToken: dai, buyToken: usdc, sellAmount: 1n, buyAmount: 1n }),
      ],
      [fixturePool([usdc, deep], [dai, deep])],
    ],
    [
      'amounts near 2^112',
      [
        order(1, { sellAmount: huge, buyAmount: 1n }),
        order(2, { sellToken: dai, buyToken: usdc, sellAmount: huge, buyAmount: 1n }),
        order(3, { sellToken: dai, buyToken: gno, sellAmount: huge, buyAmount: 1n }),
      ],
      [fixturePool([dai, huge], [gno, huge])],
    ],
    ['tokens that nothing connects', crossing, []],
  ])('%s break nothing', async (_, orders, pools) => {
    await verifyProposals(fixtureAuction(orders, pools))
    const costly = { gasPrice: 10n ** 9n, costCoverBps: 5_000n }
    await verifyProposals(fixtureAuction(orders, pools, costly))
  })
})

test.each([1n, milli(1), milli(500), milli(990)])(
  'orders small relative to their pools settle together: at least %s for 1 each',
  (buyAmount) => {
    const depth = milli(1_000_000_000)
    const pools = [
      fixturePool([usdc, depth], [dai, depth]),
      fixturePool([weth, depth], [gno, depth]),
    ]
    const orders = [
      fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount }),
      fixtureOrder(2, { sellToken: dai, buyToken: usdc, buyAmount }),
      fixtureOrder(3, { sellToken: weth, buyToken: gno, buyAmount }),
    ]
    expect(solveBatch(fixtureAuction(orders, pools))?.solution.trades).toHaveLength(3)
  },
)
