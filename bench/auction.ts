import { boundAuction, boundSettlement, boundWithinGas } from '@/lib/auctions/bounds/auction-bound'
import type { Auction } from '@/lib/auctions/model/auction'
import { type Solution, solveDeadlineMs } from '@/lib/auctions/model/solution'
import { rankSolutions, scoreSolutions } from '@/lib/auctions/selection/run-auction'
import { selectWinners } from '@/lib/auctions/selection/select-winners'
import { maxGas } from '@/lib/auctions/selection/validate-solution'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { buildMarket } from '@/lib/auctions/solvers/batch/batch-market'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { solveBatchDual } from '@/lib/auctions/solvers/batch/solve-dual'
import { batchSolverBy } from '@/lib/auctions/solvers/batch-solver'
import { ceilDiv } from '@/lib/core/amount'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { verifySettlement } from '@/lib/testing/auctions/verify-settlement'
import { createTestContext } from '@/lib/testing/test-context'
import { createReport, median } from './load/measure'

// Distance of batches from the proven upper bound of their auction, and time: 50 tokens, 300 pools, 30 % of the
// orders in rings, limits up to 3 % above or below the market, no gas. An independent judge executes each settlement
// and throws on any violation of limits, uniform prices, fill-or-kill or token balances; a score above the bound
// throws too. Auctions of one size are summed, scores and bounds alike. The bound is that of one settlement; without
// rings among the orders it may pay all surplus in the token with the highest value, even by an order that sells next
// to nothing at any price. Settled scores are lower: winners are fair to all pairs, and each fits the gas of one
// transaction. The bound of all orders is therefore shown with that of the gas available to the winners' transactions.
// The latter charges a partial order or pool only its share of gas, and ignores fairness.
const report = createReport('auction')
const unlimited = 10n ** 12n

const sizes = [
  { orders: 10, seeds: [1, 3, 4, 5, 6, 7], seconds: 1, goal: 0.1 },
  { orders: 100, seeds: [1, 2, 3], seconds: 2, goal: 0.4 },
  { orders: 500, seeds: [1, 2], seconds: 5, goal: 2 },
  { orders: 2_000, seeds: [1], seconds: 15, goal: 9 },
] as const

/** Orders of whole auctions, and the minimum share of the bound that their winners must reach. */
const settledSizes = [
  { orders: 20, seeds: [1, 2, 3], floor: 95 },
  { orders: 50, seeds: [1, 2, 3], floor: 95 },
  { orders: 100, seeds: [1, 2], floor: 90 },
  { orders: 500, seeds: [1], floor: 65 },
  { orders: 2_000, seeds: [1], floor: 30 },
] as const

const timedSolvers = [routeSolver, batchSolverBy(cpuMs)]

report.calibrate()
// An uncounted run warms up.
for (const partial of [0, 1])
  solveBatch(randomAuction({ seed: 9, orders: 100, partial }), { maxGas: unlimited })
for (const size of sizes) {
  measure(size, { name: 'partial fill', partial: 1, floor: 99, goal: 99.9 })
  measure(size, { name: 'fill-or-kill', partial: 0, floor: 95, goal: 98 })
}
measureMixed()
measureOneTransaction()
for (const size of settledSizes) await measureWinners(size)
report.calibrate()

type Kind = {
  readonly name: string
  readonly partial: number
  readonly floor: number
  readonly goal: number
}

function measure(
  { orders, seeds, seconds, goal: goalSeconds }: (typeof sizes)[number],
  { name, partial, floor, goal }: Kind,
): void {
  const runs = seeds.map((seed) => run(randomAuction({ seed, orders, partial }), unlimited))
  const what = `${orders} orders, ${name}`
  report.ratio(`${what}: share of the bound in %`, shareOf(runs), { floor, goal })
  report.say(
    `${what}: ${median(runs.map(({ settled }) => settled))} orders settled; ${overpaidShare(runs).toFixed(2)} % of the bound is surplus paid in tokens that cost more than they count`,
  )
  const boundMs = median(runs.map((each) => each.boundMs))
  report.say(`${what}: bound in ${boundMs.toFixed(0)} ms`)
  report.atMost(`${what}: time (goal ${goalSeconds} s)`, median(runs.map(({ ms }) => ms)) / 1_000, {
    ceiling: seconds,
    unit: 's',
  })
}

/** Every third order is a buy order, half of the others are partially fillable. */
function measureMixed(): void {
  const runs = [1, 2, 3].map((seed) =>
    run(randomAuction({ seed, orders: 100, partial: 0.5, buying: 1 / 3 }), unlimited),
  )
  report.say(`100 orders of all kinds: ${shareOf(runs).toFixed(2)} % of the bound`)
}

/** As many orders as fit one transaction. */
function measureOneTransaction(): void {
  for (const orders of [100, 500, 2_000]) {
    const auction = randomAuction({ seed: 1, orders, partial: 1 })
    const { score, share, settled, ms } = run(auction)
    const within = shareOf([{ score, bound: boundWithinGas(auction, 1) ?? 0n }])
    report.say(
      `${orders} orders, one transaction: ${settled} settled, ${share.toFixed(2)} % of the bound of all, ${within.toFixed(2)} % of that of its gas, ${(ms / 1_000).toFixed(2)} s`,
    )
  }
}

async function measureWinners(size: (typeof settledSizes)[number]): Promise<void> {
  const { orders, seeds, floor } = size
  const deadline = solveDeadlineMs({ orders: Array.from({ length: orders }) }) / 1_000
  const runs: Settled[] = []
  for (const seed of seeds) {
    for (const partial of [0, 1]) {
      runs.push(await settle(randomAuction({ seed, orders, partial })))
    }
  }
  const what = `${orders} orders, winners`
  report.ratio(`${what}: share of the bound of all in %`, shareOf(runs), { floor })
  const within = shareOf(runs.map(({ score, withinGas }) => ({ score, bound: withinGas })))
  report.say(
    `auction of ${orders} orders under the gas cap: share ${shareOf(runs).toFixed(2)} % of the bound of all, ${within.toFixed(2)} % of that of ${median(runs.map(({ transactions }) => transactions))} transactions`,
  )
  const [won, settled] = [runs.map((each) => each.winners), runs.map((each) => each.settled)]
  report.say(`${what}: ${median(won)} solutions with ${median(settled)} orders`)
  for (const { name } of timedSolvers) {
    const seconds = Math.max(...runs.map(({ times }) => times.get(name) ?? Number.NaN))
    const bound = { ceiling: deadline, unit: 's of CPU' }
    report.atMost(`${what}: time of solver ${name}`, seconds, bound)
  }
}

type Settled = {
  readonly bound: bigint
  readonly score: bigint
  readonly winners: number
  readonly settled: number
  /** Transactions filled by the winners' gas, and the maximum score of these. */
  readonly transactions: number
  readonly withinGas: bigint
  /** CPU seconds of this process, by solver. */
  readonly times: ReadonlyMap<string, number>
}

/** CPU milliseconds of this process: a solver's result within its time limit must not depend on machine load. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Runs all our solvers and the winner selection; returns the independently judged total score. */
async function settle(auction: Auction): Promise<Settled> {
  const ctx = createTestContext()
  const times = new Map<string, number>()
  const scored = []
  for (const { name, solve } of timedSolvers) {
    const beganMs = cpuMs()
    const proposed = await solve(auction)
    times.set(name, (cpuMs() - beganMs) / 1_000)
    scored.push(...scoreSolutions(ctx, auction, { solver: name, proposed }))
  }
  const participants = rankSolutions(auction, scored)
  const { winners, total } = selectWinners(participants.map(({ bid }) => bid))
  const won = winners.flatMap((place) => participants[place] ?? [])
  const score = won.reduce((sum, { solution }) => sum + verifySettlement(auction, solution), 0n)
  const bound = boundAuction(auction) ?? 0n
  if (score !== total) throw new Error(`claims ${total}, scores ${score}`)
  if (score > bound) throw new Error(`broken bound ${bound}, scored ${score}`)
  const settled = won.reduce((sum, { solution }) => sum + solution.trades.length, 0)
  const gas = won.reduce((sum, { solution }) => sum + solution.gas, 0n)
  const transactions = Number(ceilDiv(gas, maxGas))
  const withinGas = boundWithinGas(auction, transactions) ?? 0n
  if (score > withinGas) throw new Error(`broken bound ${withinGas} of gas, scored ${score}`)
  return { bound, score, winners: won.length, settled, transactions, withinGas, times }
}

type Run = {
  readonly bound: bigint
  readonly score: bigint
  readonly share: number
  readonly settled: number
  readonly ms: number
  readonly boundMs: number
  /** Native atoms by which the bound's prices value the paid surplus above its score. */
  readonly overpaid: number
}

function run(auction: Auction, maxGas?: bigint): Run {
  const begin = performance.now()
  const bound = boundSettlement(auction)
  const bounded = performance.now()
  const found = solveBatch(auction, maxGas ? { maxGas } : {})
  const end = performance.now()
  if (bound === undefined) throw new Error('no bound')
  const score = found ? verifySettlement(auction, found.solution) : 0n
  if (found && score !== found.score) throw new Error(`claims ${found.score}, scores ${score}`)
  if (score > bound) throw new Error(`broken bound ${bound}, scored ${score}`)
  const settled = found?.solution.trades.length ?? 0
  const share = shareOf([{ bound, score }])
  const overpaid = found ? overpaidOf(auction, found.solution) : 0
  return { bound, score, share, settled, ms: end - bounded, boundMs: bounded - begin, overpaid }
}

function overpaidOf(auction: Auction, { trades }: Solution): number {
  const market = buildMarket(auction)
  const { prices } = solveBatchDual(market)
  const numbers = new Map(market.orders.entries.map(({ uid }, i) => [uid, i]))
  return trades.reduce((sum, { uid, sellAmount, buyAmount }) => {
    const i = numbers.get(uid) ?? 0
    const token = market.orders.buy[i] ?? 0
    const surplus = Number(buyAmount) - Number(sellAmount) * (market.orders.limits[i] ?? 0)
    return sum + surplus * ((prices[token] ?? 0) - (market.values[token] ?? 0))
  }, 0)
}

function overpaidShare(runs: readonly Run[]): number {
  const bound = runs.reduce((sum, each) => sum + Number(each.bound), 0)
  return (runs.reduce((sum, { overpaid }) => sum + overpaid, 0) / bound) * 100
}

function shareOf(runs: readonly Pick<Run, 'bound' | 'score'>[]): number {
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
  const bound = sum(runs.map((each) => each.bound))
  return Number((sum(runs.map(({ score }) => score)) * 10_000_000n) / bound) / 100_000
}
