import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundAuction } from '@/lib/auctions/bounds/auction-bound'
import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import type { Solution, Solver } from '@/lib/auctions/model/solution'
import { packInput, unpackInput } from '@/lib/auctions/replay/auction-input'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { type Address, nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  gno,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { cases } from '@/lib/testing/cases'
import { createTestContext } from '@/lib/testing/test-context'
import { combineWinners } from './combine-winners'
import { type Participant, runAuction, solvers } from './run-auction'
import { selectWinners } from './select-winners'
import { findViolation } from './validate-solution'

const ctx = createTestContext()
const tokens = [weth, usdc, dai, gno]
const amounts = fc
  .tuple(fc.bigInt({ min: 1n, max: 999n }), fc.integer({ min: 0, max: 22 }))
  .map(([digits, zeros]) => digits * 10n ** BigInt(zeros))
const reserves = fc.bigInt({ min: 10n ** 15n, max: 10n ** 25n })

const pools = fc
  .uniqueArray(fc.constantFrom(0, 1, 2, 3, 4, 5), { maxLength: 6 })
  .chain((pairs) =>
    fc.tuple(
      fc.constant(pairs),
      fc.array(fc.tuple(reserves, reserves), { minLength: 6, maxLength: 6 }),
    ),
  )
  .map(([pairs, sizes]) => {
    const all = [
      [weth, usdc],
      [weth, dai],
      [weth, gno],
      [usdc, dai],
      [usdc, gno],
      [dai, gno],
    ] as const
    return pairs.map((pair, index) => {
      const [token0, token1] = all[pair] ?? [weth, usdc]
      const [reserve0, reserve1] = sizes[index] ?? [1n, 1n]
      return fixturePool([token0, reserve0], [token1, reserve1])
    })
  })

const order = fc.record({
  sell: fc.integer({ min: 0, max: 3 }),
  buy: fc.integer({ min: 1, max: 3 }),
  native: fc.boolean(),
  sellAmount: amounts,
  /** The limit price in thousandths. */
  limit: fc.integer({ min: 1, max: 1_100 }),
  feeAmount: fc.constantFrom(0n, 0n, 1n, 10n ** 15n),
  kind: fc.constantFrom('sell' as const, 'buy' as const),
  partiallyFillable: fc.boolean(),
  funded: fc.integer({ min: 1, max: 1000 }),
  done: fc.integer({ min: 0, max: 999 }),
})

function toEntry(
  index: number,
  drawn: typeof order extends fc.Arbitrary<infer Drawn> ? Drawn : never,
): AuctionOrder {
  const sellToken = tokens[drawn.sell] ?? weth
  const bought = tokens[(drawn.sell + drawn.buy) % 4] ?? usdc
  const buyToken = bought === weth && drawn.native ? nativeToken : bought
  const buyAmount = (drawn.sellAmount * BigInt(drawn.limit)) / 1000n + 1n
  const { sellAmount, feeAmount, kind, partiallyFillable } = drawn
  const entry = fixtureOrder(index, {
    sellToken,
    buyToken,
    sellAmount,
    buyAmount,
    feeAmount,
    kind,
    partiallyFillable,
  })
  if (!partiallyFillable) return entry
  return {
    ...entry,
    available: (entry.available * BigInt(drawn.funded)) / 1000n,
    remaining: entry.remaining - (entry.remaining * BigInt(drawn.done)) / 1000n,
  }
}

const auctions = fc
  .tuple(
    fc.array(order, { minLength: 1, maxLength: 7 }),
    pools,
    fc.constantFrom(0n, 10n ** 9n),
    fc.constantFrom(0n, 5_000n),
  )
  .map(([orders, drawnPools, gasPrice, costCoverBps]) =>
    fixtureAuction(
      orders.map((drawn, index) => toEntry(index + 1, drawn)),
      drawnPools,
      { gasPrice, costCoverBps },
    ),
  )

/** The invariants, implemented independently of the code under test. */
function checkSolution(auction: Auction, solution: Solution): void {
  const held = new Map<Address, bigint>()
  const add = (token: Address, amount: bigint) => {
    const key = token === nativeToken ? weth : token
    held.set(key, (held.get(key) ?? 0n) + amount)
  }
  for (const trade of solution.trades) {
    const entry = auction.orders.find(({ uid }) => uid === trade.uid)
    if (!entry) throw new Error('unknown order')
    const { order: signed, available, remaining } = entry
    expect(trade.buyAmount * signed.sellAmount >= trade.sellAmount * signed.buyAmount).toBe(true)
    const whole = signed.kind === 'sell' ? signed.sellAmount : signed.buyAmount
    const executed = signed.kind === 'sell' ? trade.sellAmount : trade.buyAmount
    expect(executed).toBe(trade.executedAmount)
    expect(executed <= remaining && executed > 0n).toBe(true)
    if (!signed.partiallyFillable) expect(executed).toBe(whole)
    const fee = (signed.feeAmount * executed) / whole
    expect(trade.sellAmount + fee <= available).toBe(true)
    // One price for all, apart from costs: bought is sold times the price ratio, rounded once.
    const { cost = 0n } = trade
    expect(cost >= 0n).toBe(true)
    const sold = trade.sellAmount - (signed.kind === 'buy' ? cost : 0n)
    const bought = trade.buyAmount + (signed.kind === 'sell' ? cost : 0n)
    const sellPrice = solution.clearingPrices.get(signed.sellToken) ?? 0n
    const buyPrice = solution.clearingPrices.get(signed.buyToken) ?? 0n
    const gap = bought * buyPrice - sold * sellPrice
    expect(gap >= 0n && gap < (signed.kind === 'sell' ? buyPrice : sellPrice)).toBe(true)
    add(signed.sellToken, trade.sellAmount + fee)
    add(signed.buyToken, -trade.buyAmount)
  }
  for (const { hops } of solution.routes) {
    for (const hop of hops) {
      add(hop.tokenIn, -hop.amountIn)
      add(hop.tokenOut, hop.amountOut)
    }
  }
  for (const amount of held.values()) expect(amount >= 0n).toBe(true)
}

/** No directed pair and no pool occurs in two winners, and the total is at least the best single solution. */
function checkWinners(auction: Auction, participants: readonly Participant[]): void {
  const { winners, total, bound } = selectWinners(participants.map(({ bid }) => bid))
  expect(bound).toBe(total)
  expect(total >= (participants[0]?.score ?? 0n)).toBe(true)
  const won = winners.flatMap((place) => participants[place] ?? [])
  const taken = won.flatMap(({ bid }) => [...bid.scores.keys(), ...bid.uses])
  expect(new Set(taken).size).toBe(taken.length)
  const groups = combineWinners(
    auction,
    won.map(({ solution }, place) => ({ place, solution })),
  )
  for (const { solution, members } of groups) {
    checkSolution(auction, solution)
    expect(findViolation(auction, solution)).toBeUndefined()
    expect(members.flatMap((member) => member.solution.trades)).toEqual(solution.trades)
  }
  const places = groups.flatMap(({ members }) => members.map(({ place }) => place))
  expect(places.sort((a, b) => a - b)).toEqual(won.map((_, place) => place))
}

/** The solvers of every auction, and their solutions. */
function recorded() {
  const proposed: Solution[] = []
  const competitors = solvers.map(({ name, solve }): Solver => {
    const recording: Solver['solve'] = async (...asked) => {
      const solutions = await solve(...asked)
      proposed.push(...solutions)
      return solutions
    }
    return { name, solve: recording }
  })
  return { competitors, proposed }
}

describe('any auction', () => {
  test('proposals are valid except for costs; solutions respect limits, sizes, uniform prices and balances', {
    tags: ['long'],
  }, async () => {
    const numRuns = cases(16, 250)
    let solved = 0
    let crossed = 0
    await fc.assert(
      fc.asyncProperty(auctions, async (auction) => {
        const { competitors, proposed } = recorded()
        const scored = await runAuction(ctx, auction, { competitors })
        for (const solution of proposed) {
          const fault = findViolation(auction, solution)
          expect([undefined, 'the network cost is not covered']).toContain(fault)
        }
        const bound = boundAuction(auction) ?? maxUint256
        for (const { solution, score } of scored) {
          checkSolution(auction, solution)
          expect(score >= 0n && score <= bound).toBe(true)
        }
        solved += scored.length > 0 ? 1 : 0
        crossed += scored.some(({ solution }) => solution.solver !== 'route') ? 1 : 0
        const fair = scored.filter(({ isFair }) => isFair)
        expect(scored.slice(0, fair.length)).toEqual(fair)
        for (let place = 1; place < fair.length; place++) {
          expect((fair[place - 1]?.score ?? 0n) >= (fair[place]?.score ?? 0n)).toBe(true)
        }
        checkWinners(auction, scored)
      }),
      { seed: 20_261_121, numRuns },
    )
    expect(solved / numRuns).toBeGreaterThan(0.24)
    expect(crossed / numRuns).toBeGreaterThan(0.048)
  })

  test('an auction and its proposals survive storage', async () => {
    await fc.assert(
      fc.asyncProperty(auctions, async (auction) => {
        const input = {
          auction,
          proposals: await routeSolver.solve(auction),
          unfinishedSolvers: ['late'],
        }
        expect(await unpackInput(await packInput(input))).toEqual(input)
      }),
      { seed: 3, numRuns: 50 },
    )
  })
})
