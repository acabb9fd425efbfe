import { type Address, toAddress } from '@/lib/core/address'
import type { PricePoint } from '@/lib/market/candles/candle'
import mainnet from './recorded-prices/1.json'
import gnosis from './recorded-prices/100.json'
import arbitrum from './recorded-prices/42161.json'
import pairs from './recorded-prices/pairs.json'

type Recording = {
  readonly address: string
  readonly usd: number
  readonly start: number
  readonly points: readonly (readonly number[])[]
}

/** A token's recorded day: US dollars per whole token at the end, and about every five minutes before. */
export type RecordedSeries = {
  readonly address: Address
  readonly usd: number
  readonly points: readonly PricePoint[]
}

/**
 * A recorded pair and its published slippage tolerance: `bps` of the ratio base/quote, `maxBps` the larger of the two
 * tokens' own.
 */
export type RecordedPair = {
  readonly chainId: number
  readonly name: string
  readonly base: RecordedSeries
  readonly quote: RecordedSeries
  readonly bps: number
  readonly maxBps: number
}

const recordings: Readonly<Record<number, Readonly<Record<string, Recording>>>> = {
  1: mainnet,
  100: gnosis,
  42161: arbitrum,
}

const sameSeries: Readonly<Record<string, string>> = { ETH: 'WETH', wxDAI: 'xDAI' }

/**
 * The 13 pairs on which CoW Protocol tests its slippage formula: CoinGecko prices recorded on 2024-08-21, published
 * with the tests of cowprotocol/bff.
 *
 * Prices have 8 digits, times are truncated to the second. Base and quote are in the order in which the published
 * results divide them, the reverse of those files' names (DAI/USDC is USDC-DAI there). The series keep their recorded
 * gaps, and those of chain 100 repeat their last point.
 */
export const recordedPairs: readonly RecordedPair[] = pairs.map((pair) => ({
  chainId: pair.chainId,
  name: `${pair.base}-${pair.quote}`,
  base: getRecordedSeries(pair.chainId, pair.base),
  quote: getRecordedSeries(pair.chainId, pair.quote),
  bps: pair.bps,
  maxBps: pair.maxBps,
}))

/** Returns a series of {@link recordedPairs} by the token's symbol. Throws if there is none. */
export function getRecordedSeries(chainId: number, symbol: string): RecordedSeries {
  const recording = recordings[chainId]?.[sameSeries[symbol] ?? symbol]
  if (!recording) throw new Error(`No prices of ${symbol} are recorded on chain ${chainId}`)
  const { address, usd, start, points } = recording
  return {
    address: toAddress(address),
    usd,
    points: points.map(([seconds, price]) => ({ at: start + seconds!, usd: price! })),
  }
}
