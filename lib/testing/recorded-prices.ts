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

/** A token's recorded day: US dollars for one whole token now, and about every five minutes before. */
export type RecordedSeries = {
  readonly address: Address
  readonly usd: number
  readonly points: readonly PricePoint[]
}

/**
 * A recorded pair and the slippage tolerance published for it: `bps` of the ratio base/quote, `maxBps` the
 * larger one of the two tokens' own.
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
 * The 13 pairs on which the closest public service tests its slippage formula: CoinGecko prices recorded on
 * 2024-08-21, published with the tests of cowprotocol/bff.
 *
 * Prices have 8 digits, times are cut to the second. Base and quote stand as the published results divide
 * them, which is the other way round than those files are named (DAI/USDC is USDC-DAI there). The series
 * have the gaps they were recorded with, and those of chain 100 end with one point twice.
 */
export const recordedPairs: readonly RecordedPair[] = pairs.map((pair) => ({
  chainId: pair.chainId,
  name: `${pair.base}-${pair.quote}`,
  base: getRecordedSeries(pair.chainId, pair.base),
  quote: getRecordedSeries(pair.chainId, pair.quote),
  bps: pair.bps,
  maxBps: pair.maxBps,
}))

/** A series of {@link recordedPairs} by the token's symbol; throws when there is none. */
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
