import {
  type AuctionOrder,
  neededAmount,
  type ShortOrder,
  tradedPair,
} from '@/lib/auctions/model/auction'
import type { Address } from '@/lib/core/address'
import { maxAmount, maxUint256, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { SignedOrder } from '@/lib/core/order'
import { type Funds, payableOf } from '@/lib/orders/placement/funds-calls'
import type { Offer } from '@/lib/orders/placement/order-quote-store'
import { shortageOf } from './select-orders'

/** An order without funds because the owner's other orders draw them; amounts in atoms. */
export type UnfundedOrder = Omit<ShortOrder, 'blockNumber'>

/** The inputs of the priority order. */
export type Market = {
  /** Native atoms per 1e18 token atoms. */
  readonly prices: ReadonlyMap<Address, bigint>
  readonly wrappedNative: Address
  /** Amounts of quotes at most five minutes old, by the uid of the order signed on them. */
  readonly offers: ReadonlyMap<Hex, Offer>
}

/**
 * Allots owners' funds: no two orders rely on the same atoms of a balance or an allowance. Fillable orders come first,
 * so that an order waiting for its price takes nothing from them. Priority: orders at most 5 % out of the market before
 * all others; among these, orders that ask for no more than a recent quote offered; then by sell value over buy value
 * in steps of 1 %, best first; then by the input order, which is by age and uid.
 *
 * Returns the orders in their input order. The auction must have a price for the tokens of each.
 */
export function allotFunds(
  orders: readonly AuctionOrder[],
  funds: ReadonlyMap<Hex, Funds>,
  market: Market,
): { readonly orders: readonly AuctionOrder[]; readonly unfunded: readonly UnfundedOrder[] } {
  const drawn = new Map<string, bigint>()
  const allotted = new Map<Hex, AuctionOrder>()
  const unfunded: UnfundedOrder[] = []
  for (const entry of inSequence(orders, market)) {
    const { uid, remaining } = entry
    const order = signedOf(entry)
    const left = leftOf(funds.get(uid), drawn, order)
    const needed = neededAmount(order, remaining)
    if (payableOf(left) < needed) {
      unfunded.push({ uid, order, needed, ...shortageOf(left, needed) })
      continue
    }
    const available = minAmount(entry.available, payableOf(left))
    for (const key of ledgersOf(order)) drawn.set(key, (drawn.get(key) ?? 0n) + available)
    allotted.set(uid, { ...entry, available })
  }
  return { orders: orders.flatMap(({ uid }) => allotted.get(uid) ?? []), unfunded }
}

/**
 * An order whose sell value is below this percentage of its buy value is out of the market: it waits for another price.
 */
const minMarketPercent = 95n

function inSequence(orders: readonly AuctionOrder[], market: Market): AuctionOrder[] {
  const ranked = orders.map((entry, age) => {
    const percent = valuePercent(entry, market)
    const isOut = percent < minMarketPercent
    const isQuoted = !isOut && isWithinOffer(signedOf(entry), market.offers.get(entry.uid))
    return { entry, age, percent, group: isOut ? 2 : isQuoted ? 0 : 1 }
  })
  ranked.sort((a, b) => {
    if (a.group !== b.group) return a.group - b.group
    if (a.percent !== b.percent) return a.percent > b.percent ? -1 : 1
    return a.age - b.age
  })
  return ranked.map(({ entry }) => entry)
}

/** Returns an order's sell value as a percentage of its buy value, rounded down. */
function valuePercent(entry: AuctionOrder, { prices, wrappedNative }: Market): bigint {
  const order = signedOf(entry)
  const { sellToken, buyToken } = tradedPair(order, wrappedNative)
  const sold = order.sellAmount * (prices.get(sellToken) ?? 0n)
  const asked = order.buyAmount * (prices.get(buyToken) ?? 0n)
  return asked === 0n ? maxUint256 : (100n * sold) / asked
}

/** Returns whether an order's limit is no better for its owner than the quote; signed slippage is included. */
function isWithinOffer(order: SignedOrder, offer: Offer | undefined): boolean {
  if (!offer) return false
  const { sellAmount, feeAmount, buyAmount } = order
  return (sellAmount + feeAmount) * offer.buyAmount >= offer.sellAmount * buyAmount
}

/** The margin for fees is not part of what the owner signed. */
function signedOf({ order, charge }: AuctionOrder): SignedOrder {
  return charge?.signed ?? order
}

function leftOf(
  funds: Funds | undefined,
  drawn: ReadonlyMap<string, bigint>,
  order: SignedOrder,
): Funds {
  const [balanceOf, allowanceOf] = ledgersOf(order)
  const { balance, allowance } = funds ?? { balance: 0n, allowance: 0n }
  const left = (amount: bigint, key: string) => maxAmount(amount - (drawn.get(key) ?? 0n), 0n)
  // The vault draws internal balances by its relayer approval, which is not used up.
  const isInternal = order.sellTokenBalance === 'internal'
  return {
    balance: left(balance, balanceOf),
    allowance: isInternal ? allowance : left(allowance, allowanceOf),
  }
}

/**
 * Keys of the balance and the allowance that an order draws on: `erc20` and `external` share a balance, but not a
 * spender.
 */
function ledgersOf(order: SignedOrder): readonly [balance: string, allowance: string] {
  const { owner, sellToken, sellTokenBalance: source } = order
  const account = `${owner} ${sellToken}`
  const place = source === 'internal' ? 'internal' : 'wallet'
  return [`${account} ${place}`, `${account} allowance ${source}`]
}
