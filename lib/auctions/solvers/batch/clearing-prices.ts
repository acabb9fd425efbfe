import type { Auction } from '@/lib/auctions/model/auction'
import type { Address } from '@/lib/core/address'
import { nativeToken } from '@/lib/core/address'
import { createLaplacian, solve } from '@/lib/routing/dual/laplacian'
import type { BatchDual } from './batch-dual'
import type { BatchMarket } from './batch-market'

/** The largest price has this many bits, so that its products with amounts fit uint256. */
const priceBits = 120

/** Margin over an order's limit, relative, which the rounding of prices may use up if they differ by less than 2^86. */
const margin = 1e-10

/** Passes over all limits. If they do not suffice, the settlement at these prices is rejected. */
const sweeps = 400

/**
 * Returns the shifts, as logarithms, from dual prices to clearing prices that hand the pools' gains to the orders: a
 * pool trades at its final marginal price in the dual problem, but pays its average price. Tokens that pools buy become
 * dearer and tokens that they sell cheaper, weighted by each pool's trade, as far as these goals are compatible: weighted
 * least squares, whose normal equations are a graph Laplacian (`docs/math/batch-dual.md`, section 8).
 */
export function gainShifts({ market, direction, valueIn, valueOut }: BatchDual): Float64Array {
  const { first, second } = market.pools
  const tokenCount = market.tokens.length
  const right = new Float64Array(tokenCount + 1)
  const weight = Float64Array.from(valueOut, (value, i) => (direction[i] ? value : 0))
  for (let i = 0; i < weight.length; i += 1) {
    if (weight[i] === 0) continue
    const gain = (valueOut[i] as number) - (valueIn[i] as number)
    const [a, b] = [first[i] as number, second[i] as number]
    const [taken, paid] = (direction[i] as number) > 0 ? [a, b] : [b, a]
    right[taken] = (right[taken] as number) + gain
    right[paid] = (right[paid] as number) - gain
  }
  const solution = new Float64Array(tokenCount + 1)
  const system = { first, second, weight, held: tokenCount, tokenCount: tokenCount + 1 }
  solve(createLaplacian(system), { right, solution, accuracy: 1e-9 })
  return solution.subarray(0, tokenCount)
}

/** Orders by their indices in the market. */
export type Chosen = { readonly market: BatchMarket; readonly orders: readonly number[] }

/**
 * Finds shifts close to these that respect the orders' limits: projects onto the half-spaces of the violated limits one
 * after the other (relaxation method of Agmon and of Motzkin & Schoenberg, 1954).
 */
export function keepLimits(
  { market, orders }: Chosen,
  { prices, shifts }: { readonly prices: Float64Array; readonly shifts: Float64Array },
): Float64Array {
  const { sell, buy, limits } = market.orders
  const kept = shifts.slice()
  const rooms = orders.map((i) => {
    const price = (prices[sell[i] as number] as number) / (prices[buy[i] as number] as number)
    return Math.log(price / (limits[i] as number)) - margin
  })
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    let isBroken = false
    for (const [at, i] of orders.entries()) {
      const [s, b] = [sell[i] as number, buy[i] as number]
      const lack = (kept[b] as number) - (kept[s] as number) - (rooms[at] as number)
      if (!(lack > 0)) continue
      isBroken ||= lack > margin / 2
      kept[s] = (kept[s] as number) + lack / 2
      kept[b] = (kept[b] as number) - lack / 2
    }
    if (!isBroken) break
  }
  return kept
}

/** Integer clearing prices of the orders' tokens; native has the price of wrapped native. */
export function clearingPrices(
  auction: Auction,
  { market, orders }: Chosen,
  prices: Float64Array,
): Map<Address, bigint> {
  const { entries, sell, buy } = market.orders
  const used = new Set(orders.flatMap((i) => [sell[i] as number, buy[i] as number]))
  const max = Math.max(...[...used].map((k) => prices[k] as number))
  const scale = 2 ** (priceBits - Math.ceil(Math.log2(max)))
  const clearing = new Map<Address, bigint>()
  for (const k of used) {
    const token = market.tokens[k]
    if (token) clearing.set(token, BigInt(Math.round((prices[k] as number) * scale)))
  }
  const wrapped = clearing.get(auction.wrappedNative)
  const isNative = orders.some((i) => entries[i]?.order.buyToken === nativeToken)
  if (wrapped && isNative) clearing.set(nativeToken, wrapped)
  return clearing
}
