import type { Address } from '@/lib/core/address'
import { ceilDiv, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { type AssetPair, type findAssetPair, rememberAssetPairs } from './asset-pair'
import type { TradeFacts } from './referral-trade'
import type { SettledTrade } from './reverse-trades'

type Settled = Pick<SettledTrade, 'chainId' | 'sellToken' | 'buyToken' | 'txHash' | 'undoes'>

/** What settlements undid within themselves. */
export type SettledParts = {
  /**
   * What of the trader's trade, in millionths of a dollar, its own settlement traded back for others than the trader:
   * of all that was traded in its direction there, its share of what went in the other one, rounded up.
   */
  readonly ofOwn: (trade: TradeFacts) => bigint
  /** What of another's trade undid the trader's so, in millionths of a dollar and rounded down. */
  readonly ofOther: (trade: Settled) => bigint
}

/** Sums up the settlements of a trader's trades. */
export function indexSettledParts(facts: {
  readonly trader: Address
  readonly trades: readonly TradeFacts[]
  readonly settled: readonly SettledTrade[]
}): SettledParts {
  const pairOf = rememberAssetPairs()
  const settled = facts.settled.filter(({ account }) => account !== facts.trader)
  const shared = new Set(settled.map(({ txHash }) => txHash))
  const others = sumDirections(settled, pairOf)
  const own = sumDirections(
    facts.trades.filter(({ txHash }) => shared.has(txHash)),
    pairOf,
  )
  /** What the trader and others traded in a direction, and others in the other one. */
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
