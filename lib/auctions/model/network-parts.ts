import type { KeptToken } from '@/lib/chain-events/contract-event'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Auction, type AuctionOrder, tradedPair } from './auction'
import { cappedValue, isVouched } from './capped-value'
import { indexOrders } from './ledger'
import { ownGas } from './solution'

/** One of the winners that a settlement carried out. */
type SettledPart = {
  /** Estimated gas of all of it. */
  readonly gas: bigint
  readonly trades: readonly SettledTrade[]
}

/** Atoms. */
type SettledTrade = {
  readonly uid: Hex
  readonly sellAmount: bigint
  /** What the contract drew on top of the sell amount. */
  readonly signedFee: bigint
  /** What the order left besides the clearing price, in its fee token. */
  readonly cost: bigint
}

/** Shares are counted in so many parts of a unit of gas. */
const gasScale = 1_000_000n

/**
 * What each order of a settlement paid for the network beyond its signed fee, in atoms of its fee token: the one that is
 * not exact, bought (sell order) or sold (buy order). Together that is what was kept less what is owed and less the
 * signed fees, at the auction's prices, within one atom for each order; none is negative.
 *
 * An order pays the cost that it left. What the clearing prices left is split: an order pays for its own gas, and by the
 * value that it sells for the gas that all share. Where rounding took some of the costs, each order pays its part of what
 * is there. Untrusted tokens count nothing, and an order whose fee token has no price pays nothing.
 */
export function networkParts(
  auction: Auction,
  settled: readonly SettledPart[],
  kept: readonly KeptToken[],
): Map<Hex, bigint> {
  const orders = indexOrders(auction)
  const shares = settled.flatMap((part) => sharesOf(auction, orders, part))
  const total = shares.reduce((sum, { weight }) => sum + weight, 0n)
  const left = shares.reduce((sum, { cost }) => sum + cost, 0n)
  const value = nativeToSplit(auction, orders, { settled, kept })
  return new Map(
    shares.map(({ uid, weight, cost, price }) => {
      if (value <= 0n || price === 0n) return [uid, 0n]
      if (value < left) return [uid, (value * cost) / (left * price)]
      return [uid, (cost * total + (value - left) * weight) / (total * price)]
    }),
  )
}

type Orders = ReadonlyMap<string, AuctionOrder>

/**
 * An order's part of the settlement's gas, its cost in native atoms times 1e18, and native atoms per 1e18 atoms of its fee
 * token.
 */
type Share = {
  readonly uid: Hex
  readonly weight: bigint
  readonly cost: bigint
  readonly price: bigint
}

function sharesOf(auction: Auction, orders: Orders, { gas, trades }: SettledPart): Share[] {
  const known = trades.flatMap((trade) => {
    const entry = orders.get(trade.uid)
    if (!entry) return []
    const { sellToken, buyToken } = tradedPair(entry.order, auction.wrappedNative)
    const feeToken = entry.order.kind === 'sell' ? buyToken : sellToken
    const price = auction.prices.get(feeToken) ?? 0n
    const value = cappedValue(auction, sellToken, trade.sellAmount)
    const cost = isVouched(auction, feeToken) ? trade.cost * price : 0n
    return [{ uid: trade.uid, own: ownGas(entry), cost, price, value }]
  })
  const own = known.reduce((sum, one) => sum + one.own, 0n)
  const common = gas > own ? gas - own : 0n
  const values = known.reduce((sum, { value }) => sum + value, 0n)
  return known.map(({ uid, own, cost, price, value }) => {
    if (price === 0n) return { uid, cost, price, weight: 0n }
    const shared =
      values > 0n
        ? (common * gasScale * value) / values
        : (common * gasScale) / BigInt(known.length)
    return { uid, cost, price, weight: own * gasScale + shared }
  })
}

/** What is to be split, in native atoms times 1e18: undivided, since prices are per 1e18 atoms. */
function nativeToSplit(
  auction: Auction,
  orders: Orders,
  { settled, kept }: { settled: readonly SettledPart[]; kept: readonly KeptToken[] },
): bigint {
  const priceOf = (token: Address) =>
    isVouched(auction, token) ? (auction.prices.get(token) ?? 0n) : 0n
  let value = 0n
  for (const { token, amount, owed } of kept) value += (amount - owed) * priceOf(token)
  for (const { uid, signedFee } of settled.flatMap(({ trades }) => trades)) {
    const order = orders.get(uid)?.order
    if (order) value -= signedFee * priceOf(order.sellToken)
  }
  return value
}
