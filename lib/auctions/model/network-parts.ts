import type { KeptToken } from '@/lib/chain-events/contract-event'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Auction, type AuctionOrder, tradedPair } from './auction'
import { cappedValue, isTrusted } from './capped-value'
import { indexOrders } from './ledger'
import { ownGas } from './solution'

/** A winner of a settlement. */
type SettledPart = {
  /** Estimated gas of the whole winner. */
  readonly gas: bigint
  readonly trades: readonly SettledTrade[]
}

/** Atoms. */
type SettledTrade = {
  readonly uid: Hex
  readonly sellAmount: bigint
  /** Drawn by the contract in addition to the sell amount. */
  readonly signedFee: bigint
  /** The order's cost besides the clearing price, in its fee token. */
  readonly cost: bigint
}

/** Shares are counted in this fraction of a unit of gas, so that integer division loses nothing that counts. */
const gasScale = 1_000_000n

/**
 * Computes each order's network fee beyond its signed fee, in atoms of its fee token: the one whose amount is not
 * fixed, bought (sell order) or sold (buy order). They sum up to the slippage less liabilities and signed fees, at the
 * auction's prices, within one atom per order; none is negative.
 *
 * An order pays its own cost. The slippage at the clearing prices is split: an order pays for its own gas, and for the
 * shared gas by its sell value. If rounding has reduced the costs, each order pays its share of what is left. Untrusted
 * tokens count zero, and an order whose fee token has no price pays nothing. See ADR 0012.
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
 * An order's share of the settlement's gas, its cost in native atoms times 1e18, and native atoms per 1e18 atoms of its
 * fee token.
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
    const cost = isTrusted(auction, feeToken) ? trade.cost * price : 0n
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

/** The amount to split, in native atoms times 1e18: undivided, since prices are per 1e18 atoms. */
function nativeToSplit(
  auction: Auction,
  orders: Orders,
  { settled, kept }: { settled: readonly SettledPart[]; kept: readonly KeptToken[] },
): bigint {
  const priceOf = (token: Address) =>
    isTrusted(auction, token) ? (auction.prices.get(token) ?? 0n) : 0n
  let value = 0n
  for (const { token, amount, owed } of kept) value += (amount - owed) * priceOf(token)
  for (const { uid, signedFee } of settled.flatMap(({ trades }) => trades)) {
    const order = orders.get(uid)?.order
    if (order) value -= signedFee * priceOf(order.sellToken)
  }
  return value
}
