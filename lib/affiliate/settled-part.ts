import type { Address } from '@/lib/core/address'
import { ceilDiv, minAmount } from '@/lib/core/amount'
import { type findAssetPair, rememberAssetPairs } from './asset-pair'
import type { TradeFacts } from './referral-trade'
import type { SettledTrade } from './reverse-trades'

type Settled = Pick<SettledTrade, 'chainId' | 'sellToken' | 'buyToken' | 'txHash' | 'undoes'>

/**
 * Tells what of a trade, in millionths of a dollar, its own settlement traded back for others than the trader: of all
 * that was traded in its direction there, its share of what went in the other one, rounded up.
 */
export function indexSettledParts(facts: {
  readonly trader: Address
  readonly trades: readonly TradeFacts[]
  readonly settled: readonly SettledTrade[]
}): (trade: TradeFacts) => bigint {
  const pairOf = rememberAssetPairs()
  const settled = facts.settled.filter(({ account }) => account !== facts.trader)
  const shared = new Set(settled.map(({ txHash }) => txHash))
  const others = sumDirections(settled, pairOf)
  const own = sumDirections(
    facts.trades.filter(({ txHash }) => shared.has(txHash)),
    pairOf,
  )
  return (trade) => {
    const pair = shared.has(trade.txHash) && pairOf(trade)
    if (!pair || !trade.volume) return 0n
    const back = others.get(`${trade.txHash} ${pair.back}`) ?? 0n
    if (back === 0n) return 0n
    const there = `${trade.txHash} ${pair.there}`
    const all = (others.get(there) ?? 0n) + (own.get(there) ?? 0n)
    return ceilDiv(trade.volume * minAmount(back, all), all)
  }
}

/** What each settlement traded in each direction. */
function sumDirections(
  trades: readonly Settled[],
  pairOf: typeof findAssetPair,
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const trade of trades) {
    const pair = pairOf(trade)
    if (!pair || !trade.undoes) continue
    const key = `${trade.txHash} ${pair.there}`
    sums.set(key, (sums.get(key) ?? 0n) + trade.undoes)
  }
  return sums
}
