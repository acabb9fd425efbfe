import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { SignedOrder } from '@/lib/core/order'
import { contractSignatureGas, settlementGas } from '@/lib/quotes/quote'
import type { Route } from '@/lib/routing/route'
import type { Auction, AuctionOrder } from './auction'
import { type Execution, executeOrder } from './execution'

/** What one order gets in a solution. */
export type SolutionTrade = {
  readonly uid: Hex
  /** In the contract's meaning: sell atoms without the fee (sell order) or buy atoms (buy order). */
  readonly executedAmount: bigint
  /** Atoms sold, without the signed fee, and atoms bought. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /**
   * What of these the clearing prices do not tell: atoms of the token that is not exact, bought less (sell order) or sold
   * more (buy order), which the order leaves for gas and rounding. Absent: none.
   */
  readonly cost?: bigint
}

/** Trades with pools, without the proof of how good they are, which not every solver gives. */
export type SolutionRoute = Omit<Route, 'bound' | 'gapBps' | 'impact'>

/** A way to settle some of an auction's orders together. */
export type Solution = {
  /** Name of the solver. */
  readonly solver: string
  /** What a solver outside this service calls it. */
  readonly proposalId?: number | string
  /** One price per token, native and wrapped apart; only their ratios matter. */
  readonly clearingPrices: ReadonlyMap<Address, bigint>
  readonly trades: readonly SolutionTrade[]
  /** What is traded with pools, in this order. */
  readonly routes: readonly SolutionRoute[]
  /** Estimated gas of the whole settlement. */
  readonly gas: bigint
}

/** Milliseconds that a solver may take at least and at most, and what each order beyond the first ones gives it. */
const minSolveMs = 3_000
const maxSolveMs = 9_000
const furtherOrders = { from: 150, ms: 4 }

/** Milliseconds that a solver may take for an auction, the more the more orders there are. */
export function solveDeadlineMs({ orders }: Pick<Auction, 'orders'>): number {
  const more = Math.max(0, orders.length - furtherOrders.from) * furtherOrders.ms
  return Math.min(maxSolveMs, minSolveMs + more)
}

/** What a solver is told beside the auction, and what it tells before it answers. */
export type Solving = {
  /** Undefined: the auction has none, as for a replay. */
  readonly auctionId?: bigint | undefined
  /** Milliseconds that it may take; where it is not told, those of {@link solveDeadlineMs}. */
  readonly timeMs?: number
  /** Told of solutions as they are found: they count where the solver is ended before it answers. */
  readonly onFound?: (solutions: readonly Solution[]) => void
  /** Told when time ends a search, which could find others another time. */
  readonly onCut?: () => void
}

/** Who proposes solutions. Solvers are given plain data and see neither database nor chain. */
export type Solver = {
  readonly name: string
  readonly solve: (auction: Auction, solving?: Solving) => Promise<readonly Solution[]>
}

/** Signature check, transfers and bookkeeping of each order beside the first. */
export const furtherTradeGas = 66_000n
const unwrapGas = 9_223n

/** Estimates the gas of settling orders, each with its interactions, by `routes`. */
export function estimateGas(
  entries: readonly AuctionOrder[],
  routes: readonly Pick<Route, 'gas'>[],
): bigint {
  const signatures = entries.filter(({ order }) => order.signingScheme === 'eip1271').length
  const unwraps = entries.some(({ order }) => order.buyToken === nativeToken)
  return (
    settlementGas +
    furtherTradeGas * BigInt(Math.max(0, entries.length - 1)) +
    contractSignatureGas * BigInt(signatures) +
    (unwraps ? unwrapGas : 0n) +
    entries.reduce((sum, { interactionGas }) => sum + interactionGas, 0n) +
    routes.reduce((sum, route) => sum + route.gas, 0n)
  )
}

/** Gas that an order of a settlement takes by itself, without the call's own and the routes'. */
export function ownGas({ order, interactionGas }: AuctionOrder): bigint {
  const signature = order.signingScheme === 'eip1271' ? contractSignatureGas : 0n
  const unwrap = order.buyToken === nativeToken ? unwrapGas : 0n
  return furtherTradeGas + signature + unwrap + interactionGas
}

/** What of an order is executed, and the atoms that it leaves for gas and rounding (see {@link SolutionTrade}). */
type ExecutedPart = {
  readonly entry: AuctionOrder
  readonly executedAmount: bigint
  readonly cost?: bigint | undefined
}

/**
 * The trades that `prices` make of executed amounts, costs taken; undefined when the contract refuses one of them.
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
 * What the contract moves for an order at these prices where it leaves a cost besides, for which it is given a price of its
 * own; undefined where the contract refuses either price.
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
