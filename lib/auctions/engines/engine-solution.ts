import { z } from 'zod'
import { type Auction, type AuctionOrder, tradedPair } from '@/lib/auctions/model/auction'
import { executeOrder } from '@/lib/auctions/model/execution'
import { indexOrders } from '@/lib/auctions/model/ledger'
import {
  estimateGas,
  type Solution,
  type SolutionRoute,
  tradesAt,
} from '@/lib/auctions/model/solution'
import { type Address, nativeToken, parseAddress } from '@/lib/core/address'
import { maxUint256, mulDiv } from '@/lib/core/amount'
import { parseHex } from '@/lib/core/bytes'
import type { Pool } from '@/lib/liquidity/pool'
import { poolGas } from '@/lib/liquidity/swap-pool'

// Schema of a solver engine's answer. Ignores fields that this service does not use; names the unsupported fields that
// would change a solution's meaning, so that they are rejected rather than ignored.

const amount = z
  .string()
  .regex(/^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/)
  .transform(BigInt)
  .refine((value) => value <= maxUint256)

const address = z.string().transform((text, issues) => {
  const parsed = parseAddress(text)
  if (parsed) return parsed
  issues.addIssue('not an address')
  return z.NEVER
})

const uid = z.string().transform((text, issues) => {
  const parsed = parseHex(text, 56)
  if (parsed) return parsed
  issues.addIssue('not an order uid')
  return z.NEVER
})

const none = (what: string) => z.array(z.unknown()).max(0, `${what} are not supported`).optional()

const fulfillment = z.object({
  kind: z.literal('fulfillment', { error: 'only orders of the auction can be traded' }),
  order: uid,
  executedAmount: amount,
  fee: amount.nullish(),
})

const poolTrade = z.object({
  kind: z.literal('liquidity', { error: 'custom interactions are not allowed' }),
  id: z.union([z.string().max(100), z.number()]).transform(String),
  inputToken: address,
  outputToken: address,
  inputAmount: amount,
  outputAmount: amount,
})

const solution = z.object({
  id: z.union([z.int().min(0), z.string().max(20)]),
  prices: z.record(address, amount),
  trades: z.array(fulfillment).min(1).max(500),
  preInteractions: none('interactions before the trades'),
  interactions: z.array(poolTrade).max(500),
  postInteractions: none('interactions after the trades'),
  flashloans: z.union([none('flash loans'), z.null(), z.record(z.string(), z.never())]).optional(),
})

/** Maximum number of solutions per answer that are parsed; engines are not trusted. */
const maxSolutions = 20

const answer = z.object({ solutions: z.array(z.unknown()).max(maxSolutions) })

/** One solution of an engine; amounts in atoms. */
type EngineSolution = z.infer<typeof solution>

/** The well-formed solutions of an answer, and the errors of the others. */
type EngineAnswer = {
  readonly solutions: readonly EngineSolution[]
  readonly faults: readonly string[]
}

/**
 * Parses the answer of a solver engine; a malformed solution does not invalidate the others.
 * @throws {Error} if the answer itself is malformed.
 */
export function parseAnswer(text: string): EngineAnswer {
  const { solutions } = answer.parse(JSON.parse(text))
  const parsed = solutions.map((entry) => solution.safeParse(entry))
  return {
    solutions: parsed.flatMap(({ data }) => (data ? [data] : [])),
    faults: parsed.flatMap(({ error }) => {
      const issue = error?.issues[0]
      return issue ? [`${issue.path.join('.')}: ${issue.message}`] : []
    }),
  }
}

type Fill = { readonly entry: AuctionOrder; readonly executedAmount: bigint; readonly fee: bigint }

/**
 * Converts an engine's solution to ours, to be validated and scored like any other; returns the reason if that is
 * impossible. The gas is our own estimate. A fee that the engine takes from the sell token is expressed by the prices
 * of the order's tokens, unless earlier orders have fixed both.
 */
export function toSolution(
  auction: Auction,
  solver: string,
  proposed: EngineSolution,
): Solution | { readonly fault: string } {
  const orders = indexOrders(auction)
  const fills: Fill[] = []
  for (const { order: uid, executedAmount, fee } of proposed.trades) {
    const entry = orders.get(uid)
    // Otherwise an engine could make an isolated order revert until it is quarantined.
    if (!entry || entry.isIsolated) return { fault: `order ${uid} is not in the auction` }
    const drawn = entry.order.kind === 'sell' ? executedAmount + (fee ?? 0n) : executedAmount
    fills.push({ entry, executedAmount: drawn, fee: fee ?? 0n })
  }
  const routes = toRoutes(auction, proposed)
  if ('fault' in routes) return routes
  const clearingPrices = toPrices(auction, proposed, fills)
  if (!clearingPrices) return { fault: 'a traded token has no price' }
  const trades = tradesAt(clearingPrices, fills)
  if (!trades) return { fault: 'an order is not executed at its limit or better' }
  const entries = fills.map(({ entry }) => entry)
  const gas = estimateGas(entries, routes)
  return { solver, proposalId: proposed.id, clearingPrices, trades, routes, gas }
}

function toRoutes(
  { pools }: Auction,
  { interactions }: EngineSolution,
): SolutionRoute[] | { readonly fault: string } {
  const known = new Map(pools.map((pool): [string, Pool] => [pool.address, pool]))
  const routes: SolutionRoute[] = []
  for (const { id, inputToken, outputToken, inputAmount, outputAmount } of interactions) {
    const pool = known.get(id.toLowerCase())
    if (!pool) return { fault: `liquidity ${id} is not in the auction` }
    const amounts = { amountIn: inputAmount, amountOut: outputAmount }
    routes.push({
      sellToken: inputToken,
      buyToken: outputToken,
      sellAmount: inputAmount,
      buyAmount: outputAmount,
      gas: poolGas[pool.protocol],
      hops: [{ pool, tokenIn: inputToken, tokenOut: outputToken, ...amounts }],
    })
  }
  return routes
}

/** Engines know the wrapped token only; the native one shares its price. */
function toPrices(
  auction: Auction,
  { prices }: EngineSolution,
  fills: readonly Fill[],
): ReadonlyMap<Address, bigint> | undefined {
  const given = new Map(Object.entries(prices) as [Address, bigint][])
  const set = new Map<Address, bigint>()
  for (const fill of fills) {
    const { order } = fill.entry
    const pair = tradedPair(order, auction.wrappedNative)
    const sell = given.get(pair.sellToken)
    const buy = given.get(pair.buyToken)
    if (!sell || !buy) return undefined
    const own = fill.fee > 0n ? pricesAfterFee(fill, { sell, buy }) : { sell, buy }
    if (!own || own.sell <= 0n || own.buy <= 0n) return undefined
    const [setSell, setBuy] = [set.get(order.sellToken), set.get(order.buyToken)]
    if (setSell === undefined) {
      set.set(order.sellToken, setBuy ? mulDiv(own.sell, setBuy, own.buy) : own.sell)
    }
    if (setBuy === undefined) {
      set.set(order.buyToken, setSell ? mulDiv(own.buy, setSell, own.sell) : own.buy)
    }
  }
  const wrapped = set.get(auction.wrappedNative)
  if (wrapped && set.has(nativeToken)) set.set(nativeToken, wrapped)
  return set
}

/** Returns prices at which the order pays the fee in its sell token. */
function pricesAfterFee(
  { entry, executedAmount, fee }: Fill,
  prices: { readonly sell: bigint; readonly buy: bigint },
): { sell: bigint; buy: bigint } | undefined {
  const { kind } = entry.order
  if (kind === 'sell') {
    const traded = executedAmount - fee
    const bought = (traded * prices.sell + prices.buy - 1n) / prices.buy
    return { sell: bought, buy: executedAmount }
  }
  const sold = (executedAmount * prices.buy) / prices.sell
  const own = { sell: executedAmount, buy: sold + fee }
  return executeOrder(entry.order, executedAmount, own) ? own : undefined
}
