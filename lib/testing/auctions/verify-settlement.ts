import { type Auction, tradedPair } from '@/lib/auctions/model/auction'
import type { Solution } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { isVaultPool } from '@/lib/liquidity/pool'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'

/**
 * Executes a settlement independently of the solver and the validator, and returns its score in native atoms. Throws
 * if an order gets less than its limit, another price than the rest (its network cost aside), a forbidden partial fill
 * or more than its remaining amount; if a pool repeats or pays a different amount; or if a token is missing when a
 * pool or, at the end, an owner is paid.
 */
export function verifySettlement(auction: Auction, solution: Solution): bigint {
  const held = new Map<Address, bigint>()
  const add = (token: Address, amount: bigint) => {
    const balance = (held.get(token) ?? 0n) + amount
    if (balance < 0n) throw new Error(`${-balance} of ${token} are missing`)
    held.set(token, balance)
  }
  const trades = solution.trades.map((trade) => verifyTrade(auction, solution, trade))
  if (new Set(solution.trades.map(({ uid }) => uid)).size !== trades.length)
    throw new Error('an order is used twice')
  for (const { sellToken, drawn } of trades) add(sellToken, drawn)
  const trade = createSequentialSwaps()
  const used = new Set<Address>()
  for (const { pool, tokenIn, tokenOut, ...hop } of solution.routes.flatMap(({ hops }) => hops)) {
    if (used.has(pool.address) && !isVaultPool(pool))
      throw new Error(`pool ${pool.address} is used twice`)
    used.add(pool.address)
    const paid = trade({ pool, tokenIn, tokenOut, amountIn: hop.amountIn })
    if (paid !== hop.amountOut) throw new Error(`pool ${pool.address} pays ${paid}`)
    add(tokenIn, -hop.amountIn)
    add(tokenOut, hop.amountOut)
  }
  for (const { buyToken, paid } of trades) add(buyToken, -paid)
  return trades.reduce((sum, { score }) => sum + score, 0n)
}

/** Books a trade's payments and returns its score: the surplus over its limit in buy tokens, in native atoms. */
function verifyTrade(
  auction: Auction,
  { clearingPrices }: Solution,
  { uid, executedAmount, sellAmount, buyAmount, cost = 0n }: Solution['trades'][number],
) {
  const entry = auction.orders.find((candidate) => candidate.uid === uid)
  if (!entry) throw new Error(`order ${uid} is unknown`)
  const { order, remaining, available } = entry
  const isSell = order.kind === 'sell'
  const whole = isSell ? order.sellAmount : order.buyAmount
  if (executedAmount !== (isSell ? sellAmount : buyAmount)) throw new Error('executed is else')
  if (executedAmount <= 0n || executedAmount > remaining)
    throw new Error('filled beyond its amount')
  if (!order.partiallyFillable && executedAmount !== whole)
    throw new Error('a fill-or-kill order is filled in part')
  const drawn = sellAmount + (order.feeAmount * executedAmount) / whole
  if (drawn > available) throw new Error('the owner has too little')
  const room = buyAmount * order.sellAmount - sellAmount * order.buyAmount
  if (room < 0n) throw new Error(`order ${uid} gets less than its limit`)
  const sellPrice = clearingPrices.get(order.sellToken) ?? 0n
  const buyPrice = clearingPrices.get(order.buyToken) ?? 0n
  if (cost < 0n) throw new Error('an order has a negative cost')
  const [sold, bought] = isSell ? [sellAmount, buyAmount + cost] : [sellAmount - cost, buyAmount]
  const rounded = bought * buyPrice - sold * sellPrice
  if (rounded < 0n || rounded >= (isSell ? buyPrice : sellPrice)) throw new Error('another price')
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const surplus = isSell
    ? room / order.sellAmount
    : (((buyAmount * order.sellAmount) / order.buyAmount - sellAmount) * order.buyAmount) /
      order.sellAmount
  const score = (surplus * (auction.prices.get(buyToken) ?? 0n)) / 10n ** 18n
  return { sellToken, buyToken, drawn, paid: buyAmount, score }
}
