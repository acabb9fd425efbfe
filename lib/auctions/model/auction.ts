import type { BlockHeader } from '@/lib/chain/block'
import { type Address, asErc20 } from '@/lib/core/address'
import { minAmount, mulDiv } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { OrderInteractions } from '@/lib/core/interaction'
import type { SignedOrder } from '@/lib/core/order'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { gasPriceWithBytes } from '@/lib/liquidity/swap-pool'
import { knownTokens, withoutUntrusted } from '@/lib/routing/graph/untrusted'
import type { GasCost } from '@/lib/routing/route'
import type { OrderCharge } from './order-fees'
/** An order in an auction; amounts in atoms at the auction's block. */
export type AuctionOrder = {
  readonly uid: Hex
  readonly order: SignedOrder
  /** Unfilled amount: of the sell token for a sell order, of the buy token for a buy order. */
  readonly remaining: bigint
  /** Sell-token atoms that this order may draw, its signed fee included; 0 if it fails simulation. */
  readonly available: bigint
  /** Hooks that a full or partial settlement of this order runs. */
  readonly interactions: OrderInteractions
  /** Their total gas limit. */
  readonly interactionGas: bigint
  /** Gas that the ERC-1271 check of its signature used at placement; absent: unknown. */
  readonly signatureGas?: bigint
  /** Gas of its tokens' transfers beyond plain ones, measured at placement; absent: unknown. */
  readonly transferGas?: bigint
  /** Whether the receiver of the native token that it buys has code, its owner's included (EIP-7702). */
  readonly receiverHasCode?: boolean
  /**
   * Whether a settlement with it reverted on chain, or it runs untrusted code while such settlements revert. It is then
   * settled alone, after all others, and not through untrusted tokens, so that an order made to revert takes no other
   * with it.
   */
  readonly isIsolated?: boolean
  /** Fees of a fill; `order` has a tightened limit that leaves room for them. */
  readonly charge?: OrderCharge
}

/** A batch of orders with all data that solvers need, read at one block. */
export type Auction = {
  readonly chainId: number
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Unix seconds of the block. */
  readonly timestamp: number
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
  /**
   * Wei per byte of a settlement, where the network charges for data besides gas; absent in auctions of earlier versions.
   */
  readonly bytePrice?: bigint
  /** Share of the network cost that a solution must cover from its surplus, in bps. */
  readonly costCoverBps: bigint
  /**
   * Share of its volume that an order reserves for price moves, in bps (see `reserveSlack`); absent in auctions of
   * embedded networks and of earlier versions: none.
   */
  readonly slackBps?: bigint
  readonly orders: readonly AuctionOrder[]
  readonly pools: readonly Pool[]
  /** Native atoms per 1e18 token atoms, for every token that an order sells or buys. */
  readonly prices: ReadonlyMap<Address, bigint>
  /**
   * The untrusted priced tokens, with the native atoms that pools hold against each (see `cappedValue`); absent in
   * auctions of earlier versions.
   */
  readonly depths?: ReadonlyMap<Address, bigint>
  readonly wrappedNative: Address
  /** Tokens that routes of isolated orders may pass. */
  readonly baseTokens: readonly Address[]
  /** Tokens that other routes may pass (see `admitPools`); any in auctions of earlier versions. */
  readonly intermediates?: readonly Address[]
  readonly settlementContract: Address
  readonly vaultRelayer: Address
}

/** An order that its owner cannot fund at the auction's block, for a notification. */
export type ShortOrder = {
  readonly uid: Hex
  readonly order: SignedOrder
  readonly blockNumber: bigint
  /** What the order lacks; the balance if it lacks both. */
  readonly shortOf: 'balance' | 'allowance'
  /** Sell-token atoms that the order needs, and those of the owner's balance or allowance. */
  readonly needed: bigint
  readonly available: bigint
}

/** Open orders that were found funded, and the block in which they were. */
export type PaidOrders = {
  readonly uids: readonly Hex[]
  readonly block: Pick<BlockHeader, 'number' | 'hash'>
}

/**
 * Returns the pools through which these orders may be settled together. An isolated order may use pools of base tokens
 * and its own tokens; others use pools of verified intermediate tokens, except tokens that only isolated orders trade; a
 * single order may use its own tokens too. An untrusted intermediate token could make them revert.
 */
export function poolsFor(auction: Auction, entries: readonly AuctionOrder[]): readonly Pool[] {
  const { orders, baseTokens, wrappedNative } = auction
  const pools = passingPools(auction, entries)
  const isolated = orders.filter(({ isIsolated }) => isIsolated)
  if (isolated.length === 0) return pools
  const tradedBy = (list: readonly AuctionOrder[]) =>
    list.flatMap(({ order }) => Object.values(tradedPair(order, wrappedNative)))
  const own = new Set([...baseTokens, wrappedNative, ...tradedBy(entries)])
  if (entries.some(({ isIsolated }) => isIsolated)) {
    return pools.filter((pool) => tokensOf(pool).every((token) => own.has(token)))
  }
  const others = tradedBy(orders.filter(({ isIsolated }) => !isIsolated))
  const shared = new Set([...own, ...others])
  const avoided = new Set(tradedBy(isolated).filter((token) => !shared.has(token)))
  return pools.filter((pool) => !tokensOf(pool).some((token) => avoided.has(token)))
}

function passingPools(
  { pools, intermediates, baseTokens, wrappedNative }: Auction,
  entries: readonly AuctionOrder[],
): readonly Pool[] {
  if (!intermediates) return pools
  const [only, ...others] = entries
  const ends =
    only && others.length === 0 ? Object.values(tradedPair(only.order, wrappedNative)) : []
  const allowed = new Set([...intermediates, ...baseTokens, wrappedNative, ...ends])
  const isAllowed = (pool: Pool) => tokensOf(pool).every((token) => allowed.has(token))
  return pools.every(isAllowed) ? pools : pools.filter(isAllowed)
}

/** Returns the auction with routes through base tokens only, and without pools that call untrusted rate providers. */
export function throughBaseTokens(auction: Auction): Auction {
  const { baseTokens, wrappedNative, orders } = auction
  const ends = orders.flatMap(({ order }) => Object.values(tradedPair(order, wrappedNative)))
  const pools = withoutUntrusted(auction.pools, knownTokens(auction, ends))
  return { ...auction, pools, intermediates: [...new Set([...baseTokens, wrappedNative])] }
}

/** Returns the uids of the isolated orders. */
export function isolatedOrders({ orders }: Pick<Auction, 'orders'>): ReadonlySet<Hex> {
  return new Set(orders.flatMap(({ uid, isIsolated }) => (isIsolated ? uid : [])))
}

/** The tokens that the settlement contract holds while it trades `order`: wrapped instead of native. */
export function tradedPair(
  order: Pick<SignedOrder, 'sellToken' | 'buyToken'>,
  wrappedNative: Address,
): { sellToken: Address; buyToken: Address } {
  return { sellToken: order.sellToken, buyToken: asErc20(order.buyToken, { wrappedNative }) }
}

/** Returns the whole order's amount as the contract counts it: its sell amount (sell) or buy amount (buy). */
export function wholeAmount(order: SignedOrder): bigint {
  return order.kind === 'sell' ? order.sellAmount : order.buyAmount
}

/**
 * Returns the most that one settlement may execute of an order, as the contract counts it; 0: nothing.
 *
 * A fill-or-kill order is all or nothing. A partially fillable one is limited by the owner's funds; a buy order at its
 * limit price, the worst case.
 */
export function executableAmount({ order, remaining, available, charge }: AuctionOrder): bigint {
  const max = (charge?.signed ?? order).sellAmount + order.feeAmount
  if (!order.partiallyFillable) {
    return available >= max && remaining === wholeAmount(order) ? remaining : 0n
  }
  return minAmount(remaining, mulDiv(available, wholeAmount(order), max))
}

/** Returns the sell-token atoms that the rest of an order needs at its limit, its signed fee included. */
export function neededAmount(order: SignedOrder, remaining: bigint): bigint {
  if (order.partiallyFillable) return 1n
  return mulDiv(order.sellAmount + order.feeAmount, remaining, wholeAmount(order))
}

/** Converts `amount` atoms of a token to native atoms, rounded down; `price` per 1e18 atoms. */
export function nativeValue(amount: bigint, price: bigint): bigint {
  return mulDiv(amount, price, 10n ** 18n)
}

/**
 * Returns the cost of a unit of gas, bytes included, in atoms of a token at the auction's prices, to compare routes.
 */
export function gasCostIn(auction: Auction, token: Address): GasCost {
  const { gasPrice, bytePrice = 0n, prices } = auction
  const price = prices.get(token) ?? 1n
  const numerator = gasPriceWithBytes(gasPrice, bytePrice) * 10n ** 18n
  return { costPerUnit: { numerator, denominator: price } }
}
