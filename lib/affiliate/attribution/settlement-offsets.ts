import type { Address } from '@/lib/core/address'
import { ceilDiv, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { type AssetPair, type findAssetPair, memoizeAssetPairs } from './asset-pair'
import type { SettledTrade, TradeFacts } from './referral-trade'

type Settled = Pick<SettledTrade, 'chainId' | 'sellToken' | 'buyToken' | 'txHash' | 'undoes'>

/** Volume that settlements offset internally. */
export type SettlementOffsets = {
  /**
   * Returns the part of the trader's trade, in millionths of a dollar, that its own settlement traded in reverse for
   * other accounts: its pro-rata share of the reverse volume among all trades in its direction, rounded up.
   */
  readonly ofOwn: (trade: TradeFacts) => bigint
  /**
   * Returns the part of another account's trade that offset the trader's in this way, in millionths of a dollar,
   * rounded down.
   */
  readonly ofOther: (trade: Settled) => bigint
}

/** Indexes the settlements of a trader's trades. */
export function indexSettlementOffsets(facts: {
  readonly trader: Address
  readonly trades: readonly TradeFacts[]
  readonly settled: readonly SettledTrade[]
}): SettlementOffsets {
  const pairOf = memoizeAssetPairs()
  const settled = facts.settled.filter(({ account }) => account !== facts.trader)
  const shared = new Set(settled.map(({ txHash }) => txHash))
  const others = sumDirections(settled, pairOf)
  const own = sumDirections(
    facts.trades.filter(({ txHash }) => shared.has(txHash)),
    pairOf,
  )
  /** Sums what the trader and all accounts traded in a direction, and what others traded in reverse. */
  const sumsOf = (txHash: Hex, { there, back }: AssetPair) => {
    const ofTrader = own.get(`${txHash} ${there}`) ?? 0n
    const all = ofTrader + (others.get(`${txHash} ${there}`) ?? 0n)
    return { ofTrader, all, back: others.get(`${txHash} ${back}`) ?? 0n }
  }
  return {
    ofOwn: (trade) => {
      const pair = shared.has(trade.txHash) && pairOf(trade)
      if (!pair || !trade.volume) return 0n
      const { all, back } = sumsOf(trade.txHash, pair)
      return back === 0n ? 0n : ceilDiv(trade.volume * minAmount(back, all), all)
    },
    ofOther: (trade) => {
      const pair = shared.has(trade.txHash) && pairOf(trade)
      if (!pair || !trade.undoes) return 0n
      const { ofTrader, all, back } = sumsOf(trade.txHash, { there: pair.back, back: pair.there })
      if (ofTrader === 0n || back === 0n) return 0n
      return (trade.undoes * ofTrader * minAmount(back, all)) / (all * back)
    },
  }
}

/** Sums the volume of each settlement by direction. */
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
