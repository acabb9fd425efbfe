import { type Auction, type AuctionOrder, tradedPair } from '@/lib/auctions/model/auction'
import { executeOrder } from '@/lib/auctions/model/execution'
import { balanceSolution, costToCover, usageOf, valueLedger } from '@/lib/auctions/model/ledger'
import { scoreSolution } from '@/lib/auctions/model/score'
import {
  estimateGas,
  estimateUsage,
  type Solution,
  type SolutionRoute,
  tradesAt,
} from '@/lib/auctions/model/solution'
import { findViolation, maxGas } from '@/lib/auctions/selection/validate-solution'
import type { Address } from '@/lib/core/address'
import { type Hop, poolGas } from '@/lib/liquidity/swap-pool'
import type { BatchMarket } from './batch-market'
import { type Fill, type Payer, payersOf, shareCost, shareLacks } from './charge-costs'
import { type Chosen, clearingPrices, keepLimits } from './clearing-prices'
import { coverImbalance, executeImbalance } from './imbalance'

/** Bisections of the path from the dual prices to those without leftovers: to a hundredth of its length. */
const halvings = 7

/** Start and end of that search, as fractions of the full shifts: nearly all of them usually work, and more may. */
const firstLength = 0.9
const longest = 20

/** Extended end if none of those works: a set of whole orders may have to be paid by those that remain. */
const fallbacks = [0, -0.1, -0.4, -1, -2]

/** Additional fraction of the deficit requested from pools, for float rounding: as in `certifiedGains`. */
const above = 1 + 1e-12

/** Attempts to repair rounding deficits, each with at least four times the last excess. */
const maxRepairs = 10

/** Orders to settle, each one's executed fraction, and approximate prices. */
export type SettlementPlan = Chosen & {
  readonly executed: readonly bigint[]
  readonly prices: Float64Array
  /** Logarithmic shifts from `prices` at which nothing is left over. */
  readonly shifts: Float64Array
  /** Gas limit of the settlement. */
  readonly maxGas: bigint
  /** Whether to stop with the current result. */
  readonly isLate: () => boolean
}

/** A settlement with its score in native atoms. */
export type Settled = { readonly solution: Solution; readonly score: bigint }

/**
 * Settles a plan's orders at uniform prices as far along its shifts, or beyond, as pools can pay for; undefined if they
 * cannot at all.
 */
export function settleOrders(auction: Auction, plan: SettlementPlan): Settled | undefined {
  let best: Settled | undefined
  let low = 0
  let high = firstLength
  const attempt = (length: number) => {
    const settled = settleAt(auction, plan, length)
    if (settled && (!best || settled.score > best.score)) best = settled
    return settled !== undefined
  }
  while (high < longest && !plan.isLate() && attempt(high)) {
    low = high
    high *= 2
  }
  for (let turn = 0; turn < halvings && !plan.isLate(); turn += 1) {
    const middle = (low + high) / 2
    if (attempt(middle)) low = middle
    else high = middle
  }
  for (const length of fallbacks) if (!best && !plan.isLate()) attempt(length)
  return best
}

type Priced = { readonly clearing: ReadonlyMap<Address, bigint>; readonly fills: readonly Fill[] }

/** Uniform prices this far along a plan's shifts, within the limits, and the orders' amounts. */
function priceAt(auction: Auction, plan: SettlementPlan, length: number): Priced {
  const wanted = plan.shifts.map((shift) => shift * length)
  const shifts = keepLimits(plan, { prices: plan.prices, shifts: wanted })
  const prices = plan.prices.map((price, k) => price * Math.exp(shifts[k] as number))
  const clearing = clearingPrices(auction, plan, prices)
  return { clearing, fills: fillsAt(plan, clearing) }
}

function settleAt(auction: Auction, plan: SettlementPlan, length: number): Settled | undefined {
  const { market } = plan
  const priced = priceAt(auction, plan, length)
  const amounts = netOf(auction, market, priced.fills)
  const traded = tradeWithPools(market, { amounts, prices: plan.prices })
  if (!traded || traded.lacks.size > 0) return undefined
  const solution = toSolution(priced, traded.hops)
  return solution && scoreValid(auction, plan, solution)
}

/** Maximum number of corrections of the charge; steps double or quadruple first, then halve the bracket. */
const corrections = 16

/**
 * Fraction of the traded value charged additionally if pools cannot cover the rest, at first; then four times that. It
 * has to exceed the rounding of pools, and only what is missing should be charged.
 */
const firstLoss = 1e-7

/**
 * An excess charge below one in this number of the cost is not corrected: it is worth less than the correction's time.
 */
const overcharged = 1_000n

/**
 * Settles a plan's orders at its prices, with each contributing a part of its surplus to gas, rounding and pools.
 *
 * Amounts that trade at one price have zero value at that price: a settlement's profit comes only from its pool trades,
 * so nearly balanced orders pay for nothing, whatever the price. Therefore costs are shared ({@link shareCost}), pools
 * trade the rest, and remaining deficits are charged to the orders that would receive the token. Searches for the least
 * charge at which pools cover the rest and gas is paid, between one that is too low and one that suffices; skipped if
 * the known score `toBeat` (native atoms) is out of reach.
 */
export function settleCharged(
  auction: Auction,
  plan: SettlementPlan & { readonly toBeat: bigint },
): Settled | undefined {
  const priced = priceAt(auction, plan, 0)
  const payers = payersOf(auction, priced.fills)
  // The maximum charge, with all orders at their limits: if it is too low, none suffices.
  const maxCost = payers.reduce((sum, { room, price }) => sum + (room * price) / 10n ** 18n, 0n)
  let cost = costToCover(auction, estimateUsage(entriesOf(priced.fills), []))
  if (maxCost < cost || maxCost - cost <= plan.toBeat) return undefined
  const volume = payers.reduce((sum, { weight }) => sum + weight, 0n)
  // Steps grow, since some fall short where atoms are coarse or pools' returns diminish.
  let [loss, stride] = [BigInt(Math.ceil(Number(volume) * firstLoss)), 1n]
  let [tooLittle, enough] = [-1n, maxCost + 1n]
  let best: Settled | undefined
  for (let turn = 0; turn < corrections && !plan.isLate(); turn += 1) {
    const { settled, surplus } = settleAtCost(auction, plan, { ...priced, payers, cost })
    if (settled && (!best || settled.score > best.score)) best = settled
    let next: bigint
    if (surplus === undefined) {
      tooLittle = cost
      next = cost + loss
      loss *= 4n
    } else if (surplus < 0n) {
      tooLittle = cost
      next = cost - surplus * stride
      stride *= 2n
    } else {
      if (!settled || surplus <= cost / overcharged) return best
      enough = cost
      next = cost - surplus
    }
    if (enough - tooLittle <= enough / overcharged) return best
    if (enough > maxCost) next = maxCost
    else if (next <= tooLittle || next >= enough) next = (tooLittle + enough) / 2n
    if (next === cost) return best
    cost = next
  }
  return best
}

type Charged = Priced & { readonly payers: readonly Payer[]; readonly cost: bigint }

/**
 * The result of charging this many native atoms, with the profit beyond gas (negative: a deficit); undefined if pools
 * cannot cover the imbalance, so that orders must contribute the deficits.
 */
function settleAtCost(
  auction: Auction,
  plan: SettlementPlan,
  { payers, cost, ...priced }: Charged,
): { readonly settled?: Settled | undefined; readonly surplus?: bigint | undefined } {
  const { market, prices } = plan
  const shares = shareCost(payers, cost)
  if (!shares) return {}
  const amounts = netOf(auction, market, charge(priced.fills, shares))
  const traded = tradeWithPools(market, { amounts, prices })
  const { hops, lacks } = traded ?? { hops: [], lacks: lacksOf(market, amounts) }
  const costs = shareLacks(payers, shares, lacks)
  const solution = costs && toSolution(priced, hops, costs)
  if (!solution) return {}
  const kept = valueLedger(auction, balanceSolution(auction, solution))
  const surplus = kept - costToCover(auction, usageOf(auction, solution))
  const settled = surplus < 0n ? undefined : scoreValid(auction, plan, solution)
  return { settled, surplus: traded && surplus }
}

function charge(fills: readonly Fill[], costs: readonly bigint[]): Fill[] {
  return fills.map((fill, i) => {
    const cost = costs[i] ?? 0n
    return fill.entry.order.kind === 'sell'
      ? { ...fill, buyAmount: fill.buyAmount - cost }
      : { ...fill, sellAmount: fill.sellAmount + cost }
  })
}

function toSolution(
  { clearing, fills }: Priced,
  hops: readonly Hop[],
  costs: readonly bigint[] = [],
): Solution | undefined {
  const executions = fills.map((fill, i) => ({ ...fill, cost: costs[i] }))
  const trades = tradesAt(clearing, executions)
  if (!trades || trades.length === 0) return undefined
  const routes = hops.map(toRoute)
  const gas = estimateGas(entriesOf(fills), routes)
  return { solver: 'batch', clearingPrices: clearing, trades, routes, gas }
}

function scoreValid(
  auction: Auction,
  plan: SettlementPlan,
  solution: Solution,
): Settled | undefined {
  const checked = plan.maxGas > maxGas ? { ...solution, gas: 0n } : solution
  if (findViolation(auction, checked) !== undefined) return undefined
  return { solution, score: scoreSolution(auction, solution) }
}

function entriesOf(fills: readonly Fill[]): AuctionOrder[] {
  return fills.map(({ entry }) => entry)
}

/** The contract's transfers for the orders at these prices, without rejected ones. */
function fillsAt(
  { market, orders, executed }: SettlementPlan,
  clearing: ReadonlyMap<Address, bigint>,
) {
  return orders.flatMap((i, at): Fill[] => {
    const entry = market.orders.entries[i]
    const executedAmount = executed[at] ?? 0n
    if (!entry || executedAmount <= 0n) return []
    const { sellToken, buyToken } = entry.order
    const pair = { sell: clearing.get(sellToken) ?? 0n, buy: clearing.get(buyToken) ?? 0n }
    const execution = executeOrder(entry.order, executedAmount, pair)
    return execution ? [{ entry, executedAmount, ...execution }] : []
  })
}

/** Surplus (negative: deficit) of each of the market's tokens, in atoms. */
function netOf(auction: Auction, { tokens }: BatchMarket, fills: readonly Fill[]): bigint[] {
  const net = new Map<Address, bigint>()
  const add = (token: Address, amount: bigint) => net.set(token, (net.get(token) ?? 0n) + amount)
  for (const { entry, sellAmount, buyAmount, fee } of fills) {
    const { sellToken, buyToken } = tradedPair(entry.order, auction.wrappedNative)
    add(sellToken, sellAmount + fee)
    add(buyToken, -buyAmount)
  }
  return tokens.map((token) => net.get(token) ?? 0n)
}

type Trading = { readonly amounts: readonly bigint[]; readonly prices: Float64Array }

/** Pool trades, and the remaining deficits of each token in atoms. */
type Traded = { readonly hops: readonly Hop[]; readonly lacks: ReadonlyMap<Address, bigint> }

/**
 * Trades surpluses for deficits exactly; a further round requests what rounding lost. Undefined if pools cannot supply
 * the deficits.
 */
function tradeWithPools(market: BatchMarket, { amounts, prices }: Trading): Traded | undefined {
  if (amounts.every((amount) => amount >= 0n)) return { hops: [], lacks: new Map() }
  let traded: Traded | undefined
  const net = Float64Array.from(amounts, (amount) => Number(amount) * (amount < 0n ? above : 1))
  const more = new Float64Array(net.length)
  for (let turn = 0; turn < maxRepairs; turn += 1) {
    const cover = coverImbalance(market, { net, prices })
    if (!cover) return traded
    const hops = executeImbalance(cover.dual, amounts)
    const held = new Map(market.tokens.map((token, k) => [token, amounts[k] ?? 0n]))
    for (const { tokenIn, tokenOut, ...hop } of hops) {
      held.set(tokenIn, (held.get(tokenIn) ?? 0n) - hop.amountIn)
      held.set(tokenOut, (held.get(tokenOut) ?? 0n) + hop.amountOut)
    }
    const rest = market.tokens.map((token) => held.get(token) ?? 0n)
    traded = { hops, lacks: lacksOf(market, rest) }
    if (traded.lacks.size === 0) return traded
    for (const [k, amount] of rest.entries()) {
      const lack = -amount
      if (lack <= 0n) continue
      // A little more may fit where the last bit did.
      more[k] = Math.max(Number(lack) * 1.25 + 2, (more[k] as number) * 4)
      net[k] = (net[k] as number) - (more[k] as number)
    }
  }
  return traded
}

function lacksOf({ tokens }: BatchMarket, amounts: readonly bigint[]): Map<Address, bigint> {
  return new Map(
    tokens.flatMap((token, k) => {
      const amount = amounts[k] ?? 0n
      return amount < 0n ? [[token, -amount] as const] : []
    }),
  )
}

/** Each pool trade separately: a batch has no single source or destination token. */
function toRoute(hop: Hop): SolutionRoute {
  return {
    sellToken: hop.tokenIn,
    buyToken: hop.tokenOut,
    sellAmount: hop.amountIn,
    buyAmount: hop.amountOut,
    gas: poolGas[hop.pool.protocol],
    hops: [hop],
  }
}
