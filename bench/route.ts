import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'
import { exhaustRoutes } from '@/lib/testing/auctions/exhaust-routes'
import { type RandomMarket, randomMarket, seededRandom } from '@/lib/testing/auctions/random-market'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { createReport, median, quantile } from './load/measure'
import { bestSinglePath, type Sale, splitNaively } from './load/route-peers'
import { tradeForADay } from './load/traded-day'

// Distance of routes from the optimum, and time. Markets are random and free of arbitrage. An independent replay with
// integer pools executes every route, and throws if the pools do not pay what the router claims. Its proceeds are
// compared with the dual bound; proceeds above the bound throw too. Peers in the same run are the best single path,
// and a sequential split into twenty parts.
const report = createReport('route')
report.calibrate()

const shares = [1e-4, 1e-2, 1e-1]
/** Gas cost of a pool, where gas counts, in the unit of a market whose deepest pools hold two million. */
const poolCost = 1

/** Runs per trade; the minimum time counts, since the machine is shared. */
const rounds = 3

measureLoss()
measurePeers()
measureMixed()
for (const [tokens, pools, trades, floor, goal] of [
  [20, 30, 120, 1, 0.3],
  [50, 300, 120, 3, 1],
  [200, 1_000, 60, 40, 20],
  [2_000, 10_000, 15, 400, 200],
] as const) {
  measureTime({ tokens, pools, trades, floor, goal })
}
measureGas()
measureTradedDay()

/** 40 trades of each size: 0.01 %, 1 % and 10 % of a deep pool. */
function measureLoss(): void {
  const market = randomMarket({ seed: 7, tokens: 50, pools: 300 })
  const losses = shares.flatMap((share) =>
    drawTrades(market, { count: 40, share, cost: 0 }).map((trade) => {
      const { loss } = evaluateRoute(findRoute(market.pools, trade))
      return loss
    }),
  )
  const said = `50 tokens, 300 pools, ${losses.length} trades, loss to the bound`
  const [middle, most] = [median(losses), Math.max(...losses)]
  report.say(`${said}: p50 ${middle.toFixed(4)} bp, max ${most.toFixed(4)} bp`)
  report.atMost(`${said}: p50 (goal 0.05)`, middle, { ceiling: 1, unit: 'bp' })
  report.atMost(`${said}: max (goal 0.5)`, most, { ceiling: 5, unit: 'bp' })
}

/** Measures the peers' loss to the same bound and their time, interleaved with the router. */
function measurePeers(): void {
  const market = randomMarket({ seed: 7, tokens: 50, pools: 300 })
  const pairs = market.pools.filter((pool) => pool.protocol === 'uniswap-v2')
  let worse = 0
  for (const share of shares) {
    const runs = drawTrades(market, { count: 10, share, cost: 0 }).map((trade) => {
      const [route, ms] = timed(() => findRoute(pairs, trade))
      const [single, singleMs] = timed(() => BigInt(bestSinglePath(pairs, trade)))
      const [split, splitMs] = timed(() => splitNaively(pairs, trade))
      const { bought } = evaluateRoute(route)
      if (bought < single || bought < split) worse += 1
      const lossOf = (amount: bigint) => lossTo(route?.bound ?? 0n, amount)
      const losses = [bought, single, split].map(lossOf)
      return { losses, times: [ms, singleMs, splitMs] }
    })
    const [own, single, split] = ['router', 'best single path', 'naive split'].map((name, k) => {
      const loss = median(runs.map(({ losses }) => losses[k] ?? Number.NaN))
      const ms = median(runs.map(({ times }) => times[k] ?? Number.NaN))
      return `${name} ${loss.toFixed(3)} bp in ${ms.toFixed(1)} ms`
    })
    report.say(`${share * 100} % of a deep pool, p50 lost: ${own}, ${single}, ${split}`)
  }
  report.atMost('trades on which a peer does better', worse, { ceiling: 0, unit: 'of 30' })
}

function timed<T>(work: () => T): readonly [T, number] {
  const start = performance.now()
  const result = work()
  return [result, performance.now() - start]
}

/** Compares pools of every kind and token count with constant-product pairs alone, interleaved. */
function measureMixed(): void {
  const size = { seed: 7, tokens: 50, pools: 300 }
  const sets = [
    randomMarket(size),
    randomMarket({ ...size, concentrated: 0.3, vault: 0.4 }),
    randomMarket({ ...size, concentrated: 0.3, vault: 0.4, furtherTokens: 0.05 }),
  ].map((market) => {
    const trades = shares.flatMap((share) => drawTrades(market, { count: 20, share, cost: 0 }))
    const losses = trades.map((trade) => evaluateRoute(findRoute(market.pools, trade)).loss)
    return { market, trades, losses, times: trades.map(() => Number.POSITIVE_INFINITY) }
  })
  const count = shares.length * 20
  for (let run = 0; run < rounds * count; run += 1) {
    const at = run % count
    for (const { market, trades, times } of sets) {
      const [, time] = timed(() => findRoute(market.pools, trades[at] as Sale))
      times[at] = Math.min(times[at] ?? time, time)
    }
  }
  const [alone, together, more] = sets
  if (!alone || !together || !more) return
  for (const [said, { losses, times }] of [
    ['pools of every kind', together],
    ['pools of every kind, a hundred of three or four tokens', more],
  ] as const) {
    report.atMost(`${said}: loss p50 (goal 1)`, median(losses), { ceiling: 2, unit: 'bp' })
    report.atMost(`${said}: max loss (goal 1)`, Math.max(...losses), { ceiling: 2, unit: 'bp' })
    const ratio = median(times) / median(alone.times)
    report.atMost(`${said}: time against pairs alone (goal 3)`, ratio, {
      ceiling: 5,
      unit: 'times',
    })
  }
}

type Size = {
  readonly tokens: number
  readonly pools: number
  readonly trades: number
  readonly floor: number
  readonly goal: number
}

function measureTime({ tokens, pools, trades, floor, goal }: Size): void {
  const market = randomMarket({ seed: 7, tokens, pools })
  const drawn = shares.flatMap((share) => drawTrades(market, { count: trades / 3, share, cost: 0 }))
  // An uncounted run warms up.
  for (const trade of drawn.slice(0, 30)) findRoute(market.pools, trade)
  const losses: number[] = []
  const times = drawn.map((trade) => {
    const [route, time] = timed(() => findRoute(market.pools, trade))
    losses.push(evaluateRoute(route).loss)
    return time
  })
  report.say(
    `${tokens} tokens, ${pools} pools: p95 ${quantile(times, 0.95).toFixed(2)} ms, max loss ${Math.max(...losses).toFixed(4)} bp`,
  )
  const what = `${tokens} tokens, ${pools} pools, ${drawn.length} trades: p50 (goal ${goal} ms)`
  report.atMost(what, median(times), { ceiling: floor, unit: 'ms' })
}

/** Net of gas against the best single path, and at 30 pools against all sets of pools. */
function measureGas(): void {
  const small = randomMarket({ seed: 8, tokens: 20, pools: 30 })
  const large = randomMarket({ seed: 7, tokens: 50, pools: 300 })
  let worse = 0
  const gains: number[] = []
  for (const market of [small, large]) {
    for (const share of shares) {
      for (const trade of drawTrades(market, { count: 20, share, cost: poolCost })) {
        const route = findRoute(market.pools, trade)
        evaluateRoute(route)
        const single = bestSinglePath(market.pools, trade)
        const net = netOf(route, trade)
        if (net < single) worse += 1
        gains.push(((net - single) / Number(route?.buyAmount ?? 1n)) * 10_000)
      }
    }
  }
  report.atMost('with gas, trades that are worse than the best single path', worse, {
    ceiling: 0,
    unit: `of ${gains.length}`,
  })
  report.say(`with gas, gain over the best single path: p50 ${median(gains).toFixed(1)} bp`)
  const lost = shares.flatMap((share) =>
    drawTrades(small, { count: 10, share, cost: poolCost }).flatMap((trade) => {
      const best = exhaustRoutes(small.pools, trade, 4_000)
      const route = findRoute(small.pools, trade)
      if (!best.isComplete) return []
      return [((best.net - netOf(route, trade)) / Number(route?.buyAmount ?? 1n)) * 10_000]
    }),
  )
  const missed = lost.filter((loss) => loss > 0.1)
  report.ratio('with gas at 30 pools, trades searched exhaustively', lost.length, { floor: 20 })
  report.atMost('with gas at 30 pools, routes of them not found (goal 0)', missed.length, {
    ceiling: 1,
    unit: `of ${lost.length}`,
  })
  report.say(
    `with gas at 30 pools, loss to the exhaustive search: max ${Math.max(...lost).toFixed(3)} bp`,
  )
}

/** The reported gap on the embedded mainnet's pools after days of trading that leave arbitrage, at two gas prices. */
function measureTradedDay(): void {
  for (const gasDollars of [0.02, 0.2]) {
    const markets = [1, 2, 3].map((seed) => tradeForADay({ seed, gasDollars }))
    for (const dollars of [100, 1_000, 10_000, 100_000, 1_000_000]) {
      const gaps = markets.flatMap(({ pools, draw }) =>
        Array.from({ length: 40 }, (_, i) => {
          const route = findRoute(pools, draw(i % 2 === 0 ? 'sell' : 'buy', dollars))
          if (!route) throw new Error('no route')
          if (route.gapBps < 0) throw new Error(`broken bound by ${-route.gapBps} bp`)
          return route.gapBps
        }),
      )
      const said = `after a traded day, gas of $${gasDollars} a pair, ${dollars} dollars: gap`
      const stated = gaps.filter((gap) => gap < 5).length
      report.say(
        `${said} p90 ${quantile(gaps, 0.9).toFixed(2)} bp, max ${Math.max(...gaps).toFixed(1)} bp, below 5 bp for ${stated} of ${gaps.length}`,
      )
      report.atMost(`${said} p50 (goal 1)`, median(gaps), { ceiling: 2, unit: 'bp' })
    }
  }
}

function drawTrades(
  market: RandomMarket,
  { count, share, cost }: { readonly count: number; readonly share: number; readonly cost: number },
): readonly Sale[] {
  const { tokens, prices } = market
  const random = seededRandom(99)
  return Array.from({ length: count }, () => {
    const s = Math.floor(random() * tokens.length)
    const t = (s + 1 + Math.floor(random() * (tokens.length - 1))) % tokens.length
    const [sellToken, buyToken] = [tokens[s], tokens[t]]
    if (!sellToken || !buyToken) throw new RangeError('no such token')
    const sellAmount = BigInt(Math.round((share * 1e6) / (prices[s] ?? 1)))
    const gasPrice = cost / 65_000 / (prices[t] ?? 1)
    const numerator = BigInt(Math.round(gasPrice * 1e12))
    const gas = cost > 0 ? { costPerUnit: { numerator, denominator: 10n ** 12n } } : undefined
    return { sellToken, buyToken, sellAmount, gas, gasPrice }
  })
}

/** Returns a route's replayed proceeds, and their loss to the bound in bps. */
function evaluateRoute(route: Route | undefined) {
  if (!route) throw new Error('no route')
  const { bought } = replayRoute(route)
  if (bought !== route.buyAmount) throw new Error(`claims ${route.buyAmount}, pays ${bought}`)
  if (route.bound < bought) throw new Error(`broken bound ${route.bound}, paid ${bought}`)
  return { bought, loss: lossTo(route.bound, bought) }
}

function lossTo(bound: bigint, bought: bigint): number {
  return (Number(bound - bought) / Number(bound)) * 10_000
}

function netOf(route: Route | undefined, { gasPrice }: Sale): number {
  return route ? Number(route.buyAmount) - gasPrice * Number(route.gas) : 0
}
