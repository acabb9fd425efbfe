import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  tradedPair,
  wholeAmount,
} from '@/lib/auctions/model/auction'
import { isVouched } from '@/lib/auctions/model/capped-value'
import { pairOf } from '@/lib/auctions/model/fairness'
import { costToCover } from '@/lib/auctions/model/ledger'
import { estimateGas } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { groupBy } from '@/lib/core/group-by'
import { poolGas } from '@/lib/liquidity/swap-pool'
import { bestRates } from './best-rates'

/** What floats may have rounded away. */
const tolerance = 1e-9

/** The cheapest way through pools. */
const cheapestRoute = {
  gas: Object.values<bigint>(poolGas).reduce((min, gas) => minAmount(min, gas)),
}

/**
 * The orders that pools may fill one by one, those first that may gain most, of all directed pairs in turn: a pair
 * with very many holds none of the others up. Suspect orders come after all others. An order whose limit lies beyond
 * the best rate of the pools after their fees, or leaves too little for the gas at that rate, cannot be filled and is
 * left out.
 */
export function promisingOrders(auction: Auction): readonly AuctionOrder[] {
  const promising = auction.orders.flatMap((entry) => {
    const gain = maxGain(auction, entry)
    return gain === undefined ? [] : [{ entry, gain }]
  })
  const groups = groupBy(promising, ({ entry }) => pairOf(auction, entry))
  const ranked = [...groups.values()].flatMap((group) =>
    group
      .sort((a, b) => bySuspicion(a, b) || b.gain - a.gain)
      .map(({ entry, gain }, place) => ({ entry, gain, place })),
  )
  return ranked
    .sort((a, b) => bySuspicion(a, b) || a.place - b.place || b.gain - a.gain)
    .map(({ entry }) => entry)
}

type Ranked = { readonly entry: AuctionOrder }

function bySuspicion(a: Ranked, b: Ranked): number {
  return Number(a.entry.isIsolated === true) - Number(b.entry.isIsolated === true)
}

/**
 * Native atoms that an order gains at most above its limit from the pools; undefined when it cannot be filled, or
 * cannot keep what the least gas costs.
 */
function maxGain(auction: Auction, entry: AuctionOrder): number | undefined {
  const { order } = entry
  const executed = executableAmount(entry)
  if (executed <= 0n) return undefined
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const isUnwrap = sellToken === buyToken
  const rate = isUnwrap ? 1 : (bestRates(auction.pools, sellToken).get(buyToken) ?? 0)
  const part = Number(executed) / Number(wholeAmount(order))
  const given = Number(order.sellAmount) * part
  const spare = given * rate * (1 + tolerance) - Number(order.buyAmount) * part
  if (!(spare >= 0) || rate === 0) return undefined
  const priceOf = (token: Address) => Number(auction.prices.get(token) ?? 0n) / 1e18
  const gains = { sell: (spare / rate) * priceOf(sellToken), buy: spare * priceOf(buyToken) }
  const fee = Number(order.feeAmount) * part * priceOf(sellToken)
  const min = Number(costToCover(auction, estimateGas([entry], isUnwrap ? [] : [cheapestRoute])))
  // The cost is kept in the token whose amount is free, or in the other one: see `routeOrder`.
  const other = order.kind === 'sell' ? 'buy' : 'sell'
  const isFree = isVouched(auction, other === 'buy' ? buyToken : sellToken)
  const kept = isFree ? gains[other] : gains[order.kind]
  if (isVouched(auction, sellToken)) return kept + fee < min ? undefined : kept
  if (isVouched(auction, buyToken) && kept < min) return undefined
  // No more than pools can pay, whatever it is said to be worth.
  return Math.min(kept, Number(auction.depths?.get(sellToken) ?? 0n))
}
