import { setImmediate } from 'node:timers/promises'
import { type Auction, tradedPair } from '@/lib/auctions/model/auction'
import { indexOrders, type Ledger, valueLedger } from '@/lib/auctions/model/ledger'
import { fillAlone } from '@/lib/auctions/solvers/route-order'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Pool } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import { nativePrice } from '@/lib/market/prices/native-price'
import type {
  FollowedBlock,
  MovedHop,
  ShadowPlan,
  ShadowSettlement,
  ShadowTrade,
} from './shadow-store'

type There = {
  readonly auction: Auction
  readonly block: bigint
  /** Wei per gas. */
  readonly gasPrice: bigint
  /** The contract's gain in atoms by token; undefined if the settlement reverts. */
  readonly changes: Ledger | undefined
}

/** What the pools of a block say about a settlement. */
export type MarketComparison = Pick<
  FollowedBlock,
  'kept' | 'owed' | 'keptThere' | 'owedThere' | 'alone' | 'moved'
>

/**
 * Compares a shadow settlement with the pools of a later block: what it keeps at the auction's prices and at theirs, which
 * of its hops would have paid another amount, and what they alone would have yielded for its orders.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer, or has no state of that block.
 */
export async function compareMarket(
  ctx: Context,
  { plan, trades }: ShadowSettlement,
  { auction, block, gasPrice, changes }: There,
): Promise<MarketComparison> {
  const { chainId, wrappedNative } = auction
  const orders = indexOrders(auction)
  const traded = trades.flatMap(({ uid }) => {
    const entry = orders.get(uid)
    return entry ? Object.values(tradedPair(entry.order, wrappedNative)) : []
  })
  const passed = plan?.hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]) ?? []
  const tokens = [...new Set([...traded, ...passed, wrappedNative])]
  const { pools } = await readPools(ctx, { chainId, tokens, blockNumber: block })
  const moved = plan && findMoved(plan, pools)
  if (!changes) return { ...(moved ? { moved } : {}) }
  const prices = await pricesOf(ctx, { chainId, pools, tokens: [...changes.keys()] })
  const then = gainOf(auction, { changes, trades })
  const there = gainOf({ ...auction, prices }, { changes, trades })
  return {
    ...{ kept: String(then.kept), owed: String(then.owed) },
    ...{ keptThere: String(there.kept), owedThere: String(there.owed) },
    alone: await fillAllAlone({ ...auction, gasPrice, blockNumber: block, pools }, trades),
    ...(moved ? { moved } : {}),
  }
}

/** The hops that pay another amount from these pools than they did at the auction's block. */
function findMoved({ hops }: ShadowPlan, pools: readonly Pool[]): MovedHop[] {
  const states = new Map(pools.map((pool) => [pool.address, pool]))
  const swap = createSequentialSwaps()
  return hops.flatMap(({ pool: address, tokenIn, tokenOut, amountIn, expected, minimum }) => {
    const pool = states.get(address)
    if (!pool || !expected) return []
    const paid = swap({ pool, tokenIn, tokenOut, amountIn }) ?? 0n
    const isShort = paid < minimum
    if (paid === expected && !isShort) return []
    const bps = Number(((paid - expected) * 1_000_000n) / expected) / 100
    return [{ pool: address, tokenIn, tokenOut, bps, ...(isShort ? { isShort: true } : {}) }]
  })
}

type Priced = {
  readonly chainId: number
  readonly pools: readonly Pool[]
  readonly tokens: readonly Address[]
}

/** Native atoms per 1e18 token atoms by these pools; omits tokens without a route. */
async function pricesOf(
  ctx: Context,
  { chainId, pools, tokens }: Priced,
): Promise<ReadonlyMap<Address, bigint>> {
  const { network } = ctx.chain(chainId)
  const prices = new Map<Address, bigint>()
  for (const token of tokens) {
    const price = nativePrice(pools, network, token)
    if (price !== undefined) prices.set(token, price)
    // A search takes some milliseconds; yields to other work.
    await setImmediate()
  }
  return prices
}

type Gain = { readonly changes: Ledger; readonly trades: readonly ShadowTrade[] }

/** What the contract gains, and what of it are protocol fees that it owes its operator (ADR 0012), in wei. */
function gainOf(auction: Auction, { changes, trades }: Gain) {
  const own = new Map(changes)
  for (const [token, amount] of trades.flatMap(({ owed = {} }) => Object.entries(owed))) {
    own.set(token as Address, (own.get(token as Address) ?? 0n) - BigInt(amount))
  }
  const kept = valueLedger(auction, changes)
  return { kept, owed: kept - valueLedger(auction, own) }
}

/** What the auction's pools would have yielded for each order's fill alone. */
async function fillAllAlone(
  auction: Auction,
  trades: readonly ShadowTrade[],
): Promise<Record<Hex, string>> {
  const alone: Record<Hex, string> = {}
  for (const { uid, kind, ...amounts } of trades) {
    const [sellAmount, buyAmount] = [BigInt(amounts.sellAmount), BigInt(amounts.buyAmount)]
    const executedAmount = kind === 'sell' ? sellAmount : buyAmount
    const filled = fillAlone(auction, { uid, executedAmount, sellAmount, buyAmount })
    if (filled !== undefined) alone[uid] = String(filled)
    await setImmediate()
  }
  return alone
}
