import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { SignedOrder } from '@/lib/core/order'
import { type Hop, poolBytes } from '@/lib/liquidity/swap-pool'
import { contractSignatureGas, settlementGas } from '@/lib/quotes/quote'
import {
  interactionBytes,
  payoutBytes,
  settlementBytes,
  signatureBytes,
  tradeBytes,
  unwrapBytes,
} from '@/lib/quotes/settlement-bytes'
import type { Route } from '@/lib/routing/route'
import type { Auction, AuctionOrder } from './auction'
import { type Execution, executeOrder } from './execution'

/** An order's execution in a solution. */
export type SolutionTrade = {
  readonly uid: Hex
  /** As the contract counts it: sell atoms without the fee (sell order) or buy atoms (buy order). */
  readonly executedAmount: bigint
  /** Atoms sold, without the signed fee, and atoms bought. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /**
   * Deviation from the clearing prices: atoms of the token whose amount is not fixed, bought less (sell order) or sold
   * more (buy order), which pay for gas and rounding. Absent: none.
   */
  readonly cost?: bigint
}

/** Trades with pools, without the optimality bound, which not every solver provides. */
export type SolutionRoute = Omit<Route, 'bound' | 'gapBps' | 'impact'>

/** A joint settlement of some of an auction's orders. */
export type Solution = {
  /** Name of the solver. */
  readonly solver: string
  /** The external solver's own id. */
  readonly proposalId?: number | string
  /** One price per token, native and wrapped separately; only their ratios matter. */
  readonly clearingPrices: ReadonlyMap<Address, bigint>
  readonly trades: readonly SolutionTrade[]
  /** Trades with pools, in this order. */
  readonly routes: readonly SolutionRoute[]
  /** Estimated gas of the whole settlement. */
  readonly gas: bigint
}

/**
 * A solver's minimum and maximum time in milliseconds, and the addition per order beyond the first ones. More time
 * finds more, and lets prices move on.
 */
const minSolveMs = 3_000
const maxSolveMs = 9_000
const furtherOrders = { from: 150, ms: 4 }

/** Returns the time limit of a solver in milliseconds, which grows with the number of orders. */
export function solveDeadlineMs({ orders }: Pick<Auction, 'orders'>): number {
  const more = Math.max(0, orders.length - furtherOrders.from) * furtherOrders.ms
  return Math.min(maxSolveMs, minSolveMs + more)
}

/** Parameters of a solver besides the auction, and callbacks for intermediate results. */
export type Solving = {
  /** Undefined: no id, as in a replay. */
  readonly auctionId?: bigint | undefined
  /** Time limit in milliseconds; default {@link solveDeadlineMs}. */
  readonly timeMs?: number
  /** Called with solutions as they are found: they count if the solver is terminated before it returns. */
  readonly onFound?: (solutions: readonly Solution[]) => void
  /** Called if the time limit cut a search short, so that another run could find more. */
  readonly onCut?: () => void
}

/** A solver. It receives plain data and has no access to the database or the chain. */
export type Solver = {
  readonly name: string
  readonly solve: (auction: Auction, solving?: Solving) => Promise<readonly Solution[]>
}

/**
 * Gas of each order beyond the first, for its signature check, transfers and bookkeeping, and of unwrapping the native
 * token. Estimates: a settlement is simulated before it is sent, and pays for the gas that it uses there.
 */
export const furtherTradeGas = 66_000n
const unwrapGas = 9_223n

/** Gas of calling a wallet besides its own code: a cold account (EIP-2929) and copying the signature. */
const walletCallGas = 5_000n

/** Estimates the gas of settling orders, each with its interactions, by `routes`. */
export function estimateGas(
  entries: readonly AuctionOrder[],
  routes: readonly Pick<Route, 'gas'>[],
): bigint {
  const unwraps = entries.some(({ order }) => order.buyToken === nativeToken)
  return (
    settlementGas +
    furtherTradeGas * BigInt(Math.max(0, entries.length - 1)) +
    (unwraps ? unwrapGas : 0n) +
    entries.reduce((sum, entry) => sum + extraGasOf(entry), 0n) +
    routes.reduce((sum, route) => sum + route.gas, 0n)
  )
}

/** What a settlement uses of the network, by estimate: gas, and bytes of its transaction. */
export type Usage = { readonly gas: bigint; readonly bytes: bigint }

type UsedRoute = Pick<Route, 'gas'> & { readonly hops: readonly Pick<Hop, 'pool'>[] }

/** Estimates what settling orders by `routes` uses. */
export function estimateUsage(
  entries: readonly AuctionOrder[],
  routes: readonly UsedRoute[],
): Usage {
  return { gas: estimateGas(entries, routes), bytes: estimateBytes(entries, routes) }
}

/** Estimates the bytes of the transaction that settles orders by `routes`. */
export function estimateBytes(
  entries: readonly AuctionOrder[],
  routes: readonly Pick<UsedRoute, 'hops'>[],
): bigint {
  const hops = routes.flatMap((route) => route.hops)
  const unwraps = entries.some(({ order }) => order.buyToken === nativeToken)
  return (
    settlementBytes +
    (unwraps ? unwrapBytes : 0n) +
    entries.reduce((sum, entry) => sum + orderBytes(entry), 0n) +
    hops.reduce((sum, { pool }) => sum + poolBytes[pool.protocol], 0n)
  )
}

/** Bytes of one order in a settlement, without the routes. */
export function orderBytes({ order, interactions, charge }: AuctionOrder): bigint {
  const payouts = BigInt(charge?.policies.length ?? 0)
  return tradeBytes + signatureBytes(order) + interactionBytes(interactions) + payoutBytes * payouts
}

/** Gas of one order in a settlement, without the call's base cost and the routes. */
export function ownGas(entry: AuctionOrder): bigint {
  const unwrap = entry.order.buyToken === nativeToken ? unwrapGas : 0n
  return furtherTradeGas + unwrap + extraGasOf(entry)
}

/** Gas of an order beyond that of a plain one: its contract signature, expensive transfers, and hooks. */
export function extraGasOf(entry: AuctionOrder): bigint {
  return signatureGasOf(entry) + (entry.transferGas ?? 0n) + entry.interactionGas
}

/** Gas of an order's contract signature: as measured at placement, with the call of the wallet, or a fixed figure. */
function signatureGasOf({ order, signatureGas }: AuctionOrder): bigint {
  if (order.signingScheme !== 'eip1271') return 0n
  return signatureGas === undefined ? contractSignatureGas : signatureGas + walletCallGas
}

/** An order's executed amount, and the atoms that it leaves for gas and rounding (see {@link SolutionTrade}). */
type ExecutedPart = {
  readonly entry: AuctionOrder
  readonly executedAmount: bigint
  readonly cost?: bigint | undefined
}

/**
 * Computes the trades at `prices` for executed amounts, costs deducted; undefined if the contract would reject one of
 * them.
 */
export function tradesAt(
  prices: ReadonlyMap<Address, bigint>,
  executions: readonly ExecutedPart[],
): SolutionTrade[] | undefined {
  const trades: SolutionTrade[] = []
  for (const { entry, executedAmount, cost = 0n } of executions) {
    const execution = executeAtCost(entry.order, { executed: executedAmount, cost }, prices)
    if (!execution) return undefined
    const { sellAmount, buyAmount } = execution
    const trade = { uid: entry.uid, executedAmount, sellAmount, buyAmount }
    trades.push(cost > 0n ? { ...trade, cost } : trade)
  }
  return trades
}

/**
 * Returns the contract's transfers for an order at these prices and with a cost, which gives it prices of its own;
 * undefined if the contract would reject either prices.
 */
export function executeAtCost(
  order: SignedOrder,
  { executed, cost }: { readonly executed: bigint; readonly cost: bigint },
  prices: ReadonlyMap<Address, bigint>,
): Execution | undefined {
  const sell = prices.get(order.sellToken) ?? 0n
  const buy = prices.get(order.buyToken) ?? 0n
  const uniform = executeOrder(order, executed, { sell, buy })
  if (!uniform || cost === 0n) return uniform
  if (cost < 0n) return undefined
  const isSell = order.kind === 'sell'
  const sellAmount = isSell ? uniform.sellAmount : uniform.sellAmount + cost
  const buyAmount = isSell ? uniform.buyAmount - cost : uniform.buyAmount
  const own = executeOrder(order, executed, { sell: buyAmount, buy: sellAmount })
  return own?.sellAmount === sellAmount && own.buyAmount === buyAmount ? own : undefined
}
