import { type Auction, type AuctionOrder, tradedPair } from '@/lib/auctions/model/auction'
import type { Execution } from '@/lib/auctions/model/execution'
import type { Address } from '@/lib/core/address'
import { ceilDiv, maxAmount, minAmount, mulDiv, mulDivUp } from '@/lib/core/amount'

/** The contract's transfers for an order at the clearing prices; amounts in atoms. */
export type Fill = Execution & { readonly entry: AuctionOrder; readonly executedAmount: bigint }

/** An order's capacity to pay costs. */
export type Payer = {
  /** The token that is not fixed, native as wrapped: bought (sell order) or sold (buy order). */
  readonly token: Address
  /** Its surplus atoms above the limit, within the owner's funds. */
  readonly room: bigint
  /** Native atoms per 1e18 of them; zero if unpriced. */
  readonly price: bigint
  /** The order's weight in shared costs. */
  readonly weight: bigint
}

/** Weights are in native atoms, so this is the smallest one. */
const minWeight = 1n

/**
 * Returns the payers of a settlement: its orders pay from their surplus at the clearing prices, by the value that they
 * trade.
 */
export function payersOf(auction: Auction, fills: readonly Fill[]): Payer[] {
  return fills.map(({ entry, sellAmount, buyAmount, fee }) => {
    const { order, available } = entry
    const pair = tradedPair(order, auction.wrappedNative)
    const isSell = order.kind === 'sell'
    const token = isSell ? pair.buyToken : pair.sellToken
    const price = auction.prices.get(token) ?? 0n
    const atLimit = isSell
      ? mulDivUp(sellAmount, order.buyAmount, order.sellAmount)
      : mulDiv(buyAmount, order.sellAmount, order.buyAmount)
    const room = isSell
      ? buyAmount - atLimit
      : minAmount(atLimit - sellAmount, available - fee - sellAmount)
    const amount = isSell ? buyAmount : sellAmount
    const weight = maxAmount(minWeight, (amount * price) / 10n ** 18n)
    return { token, room: maxAmount(0n, room), price, weight }
  })
}

/**
 * Splits a cost in native atoms by weight, within each payer's capacity; undefined if that is insufficient. Each share
 * is rounded up, which adds at most one atom per payer.
 *
 * Proportional sharing with caps: payers at their capacity pay that, and the others share the rest by weight, until none
 * exceeds its capacity (`docs/math/batch-dual.md`, section 9).
 */
export function shareCost(payers: readonly Payer[], cost: bigint): bigint[] | undefined {
  const scale = 10n ** 18n
  const shares = payers.map(() => 0n)
  let open = payers.flatMap(({ price, room }, i) => (price > 0n && room > 0n ? [i] : []))
  let left = cost
  while (left > 0n) {
    const weight = open.reduce((sum, i) => sum + (payers[i]?.weight ?? 0n), 0n)
    if (weight === 0n) return undefined
    const whole = left
    const full = open.filter((i) => {
      const { price, room, weight: own } = payers[i] as Payer
      return whole * own * scale >= room * price * weight
    })
    // Payers at their capacity leave the rest to the others; once there are none, each pays its share.
    for (const i of full.length > 0 ? full : open) {
      const { price, room, weight: own } = payers[i] as Payer
      const share = minAmount(room, ceilDiv(whole * own * scale, price * weight))
      shares[i] = share
      left -= (share * price) / scale
    }
    if (full.length === 0) return shares
    open = open.filter((i) => !full.includes(i))
  }
  return shares
}

/**
 * Adds the deficits of single tokens to these shares, paid by the orders that buy (or sell) that token, within their
 * remaining capacity; undefined if that is insufficient.
 */
export function shareLacks(
  payers: readonly Payer[],
  shares: readonly bigint[],
  lacks: ReadonlyMap<Address, bigint>,
): bigint[] | undefined {
  const paid = [...shares]
  for (const [token, lack] of lacks) {
    const roomOf = (i: number) => (payers[i]?.room ?? 0n) - (paid[i] ?? 0n)
    const able = payers.flatMap((payer, i) => (payer.token === token && roomOf(i) > 0n ? [i] : []))
    let room = able.reduce((sum, i) => sum + roomOf(i), 0n)
    if (room < lack) return undefined
    let left = lack
    for (const i of able) {
      const own = roomOf(i)
      const share = mulDiv(left, own, room)
      // The last payer takes the rest, which is within its capacity.
      room -= own
      left -= share
      paid[i] = (paid[i] ?? 0n) + share
    }
  }
  return paid
}
