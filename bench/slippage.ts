import { walkedTokens, walkMarket } from '@/bench/load/traded-day'
import { getNetwork } from '@/lib/core/networks'
import { daySeconds } from '@/lib/core/time'
import type { DevnetToken } from '@/lib/devnet/networks/embedded-network'
import type { ConstantProductPool } from '@/lib/liquidity/pool'
import type { PricePoint } from '@/lib/market/candles/candle'
import { dollarPrices } from '@/lib/market/prices/dollar-prices'
import { poolPriceOf } from '@/lib/market/prices/pool-price'
import {
  cleanSeries,
  type Movement,
  measureDepth,
  pairMovement,
  recommendSlippage,
} from '@/lib/market/slippage/slippage'
import { pairRatios, plainSlippageBps } from '@/lib/market/slippage/volatility'
import { findRoute } from '@/lib/routing/find-route'
import { type RecordedPair, recordedPairs } from '@/lib/testing/recorded-prices'
import { createReport } from './load/measure'

// Share of orders that can still be settled at a slippage tolerance: each is priced at a time, gets the tolerance
// recommended from earlier data, and is checked again at its settlement. Compared with the published formula alone
// ("plain") on the same data, and with 50 bps for all, on the same orders and the same horizon: the time from quote to
// settlement. The plain formula measures a price's deviation over a day, which for a random walk is about seven times
// that over five minutes, and for a pegged token less than once: a recommendation can be lower and safer at once.
const report = createReport('slippage')
const stepSeconds = 300

/** A judged order: its loss in bps until the settlement, and the tolerance of each method. */
type Evaluated = { readonly lostBps: number; readonly ours: number; readonly plain: number }

const recorded = recordedPairs.flatMap(evaluateRecorded)
const walked = [1, 2, 3].flatMap(evaluateWalk)
compare('recorded pairs, settled after 300 s', recorded)
for (const seconds of [300, 60, 24]) {
  const evaluated = walked.filter(({ horizon }) => horizon === seconds)
  compare(`embedded market, settled after ${seconds} s`, evaluated)
}
const pegged = walked.filter(({ horizon, isPegged }) => horizon === 300 && isPegged)
summarise('of these, between pegged tokens, after 300 s', pegged)

function compare(what: string, evaluated: readonly Evaluated[]): void {
  const { plain, ours } = summarise(what, evaluated)
  report.ratio(`${what}: executable`, ours.executable, { floor: 0.99 })
  report.ratio(`${what}: mean of the plain formula over ours`, plain.mean / ours.mean, { floor: 1 })
}

function summarise(what: string, evaluated: readonly Evaluated[]) {
  const of = (allowed: (order: Evaluated) => number) => ({
    executable:
      evaluated.filter((order) => order.lostBps <= allowed(order)).length / evaluated.length,
    mean: evaluated.reduce((sum, order) => sum + allowed(order), 0) / evaluated.length,
  })
  const methods = {
    ours: of(({ ours }) => ours),
    plain: of(({ plain }) => plain),
    fixed: of(() => 50),
  }
  const text = Object.entries(methods).map(
    ([name, { executable, mean }]) =>
      `${name === 'fixed' ? '50 bps' : name} ${(100 * executable).toFixed(2)} % at ${mean.toFixed(1)} bps`,
  )
  report.say(`${what}, ${evaluated.length} orders: ${text.join(', ')}`)
  return methods
}

/** Sells either token of a pair for the other at each time in the second half of the day. */
function evaluateRecorded({ base, quote }: RecordedPair): Evaluated[] {
  const series = { base: cleanSeries(base.points), quote: cleanSeries(quote.points) }
  const ratios = pairRatios(series.base, series.quote)
  const begin = (ratios[0]?.at ?? 0) + daySeconds / 2
  return ratios.flatMap((now, index) => {
    const settled = ratios[index + 1]
    if (now.at < begin || settled?.at !== now.at + stepSeconds) return []
    const known = historyUntil(series, now.at)
    const allowed = {
      plain: plainSlippageBps(known),
      ours: recommendSlippage(factsOf(pairMovement(known))),
    }
    const sold = { ...allowed, lostBps: (1 - settled.usd / now.usd) * 10_000 }
    const bought = { ...allowed, lostBps: (1 - now.usd / settled.usd) * 10_000 }
    return [sold, bought]
  })
}

/** Orders of random pairs, sizes and times on three days of the walk, after one day of history. */
function evaluateWalk(seed: number) {
  const openedAt = 1_795_000_200
  const market = walkMarket({ seed, openedAt })
  const random = randomNumbers(seed)
  const history = new Map<DevnetToken, PricePoint[]>(walkedTokens.map((token) => [token, []]))
  return Array.from({ length: (4 * daySeconds) / stepSeconds }, (_, step) => {
    const at = openedAt + step * stepSeconds
    const now = market(at)
    const usdOf = dollarPrices(now.map(poolPriceOf), getNetwork(1))
    for (const [token, points] of history) {
      const atom = usdOf(token.address)?.usd ?? Number.NaN
      points.push({ at, usd: atom * 10 ** (token.decimals - 6) })
    }
    if (at < openedAt + daySeconds) return []
    const orders = Array.from({ length: 3 }, () => drawOrder(random, history))
    return orders.flatMap((order) => evaluateOrder(order, { now, at, market }))
  }).flat()
}

type Order = {
  readonly sell: DevnetToken
  readonly buy: DevnetToken
  readonly sellAmount: bigint
  readonly smallAmount: bigint
  readonly known: ReturnType<typeof historyUntil>
  /** Elapsed share of the step when the order is priced. */
  readonly phase: number
}

type MarketSnapshot = {
  readonly now: readonly ConstantProductPool[]
  readonly at: number
  readonly market: ReturnType<typeof walkMarket>
}

function drawOrder(
  random: () => number,
  history: ReadonlyMap<DevnetToken, readonly PricePoint[]>,
): Order {
  const tokens = [...history.keys()]
  const first = Math.floor(random() * tokens.length)
  const second = (first + 1 + Math.floor(random() * (tokens.length - 1))) % tokens.length
  const [sell, buy] = [tokens[first] as DevnetToken, tokens[second] as DevnetToken]
  const [base, quote] = [history.get(sell) ?? [], history.get(buy) ?? []]
  const usd = base.at(-1)?.usd ?? 1
  const atomsOf = (dollars: number) => BigInt(Math.round((dollars / usd) * 10 ** sell.decimals))
  return {
    sell,
    buy,
    // From 100 to 100,000 dollars, log-uniform.
    sellAmount: atomsOf(10 ** (2 + 3 * random())),
    smallAmount: atomsOf(1),
    known: historyUntil({ base, quote }, base.at(-1)?.at ?? 0),
    phase: random(),
  }
}

function evaluateOrder(order: Order, { now, at, market }: MarketSnapshot) {
  const { sell, buy, sellAmount, smallAmount, known } = order
  const request = { sellToken: sell.address, buyToken: buy.address, sellAmount }
  const quoted = findRoute(now, request)
  const depth = measureDepth(now, { ...request, size: { sellAmount }, smallAmount })
  if (!quoted || !depth) throw new Error(`no route from ${sell.symbol} to ${buy.symbol}`)
  const movement = pairMovement(known)
  const later = findRoute(market(at + stepSeconds), request)
  return [300, 60, 24].map((horizon) => {
    // The walk is constant within a step, so that a settlement within it gets the quoted price.
    const isNextStep = order.phase + horizon / stepSeconds >= 1
    const got = (isNextStep ? later : quoted)?.buyAmount ?? 0n
    const waitSeconds = horizon === stepSeconds ? undefined : horizon
    return {
      horizon,
      isPegged: sell.volatility === 0 && buy.volatility === 0,
      lostBps: (1 - Number(got) / Number(quoted.buyAmount)) * 10_000,
      ours: recommendSlippage({ ...factsOf(movement), waitSeconds, impact: depth.impact }),
      plain: plainSlippageBps(known),
    }
  })
}

/** Returns the part of a day's prices known at a time. */
function historyUntil(
  { base, quote }: { readonly base: readonly PricePoint[]; readonly quote: readonly PricePoint[] },
  at: number,
) {
  const upTo = (points: readonly PricePoint[]) =>
    points.filter((point) => point.at <= at && point.at > at - daySeconds)
  const known = { base: upTo(base), quote: upTo(quote) }
  return { ...known, basePrice: known.base.at(-1)?.usd, quotePrice: known.quote.at(-1)?.usd }
}

function factsOf(movement: Movement | undefined) {
  if (!movement) throw new Error('the history is too short')
  const order = { waitSeconds: undefined, partiallyFillable: false, feeShare: 0 }
  return { movement, impact: 0, depthSwing: 0, ...order }
}

/** Returns a deterministic source of numbers in [0, 1). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
