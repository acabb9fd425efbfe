import type { Address } from '@/lib/core/address'
import {
  type DollarPrices,
  dollarPrices,
  type Reference,
  tokenPrice,
} from '@/lib/market/prices/dollar-prices'
import type { PoolPrice } from '@/lib/market/prices/pool-price'
import { findBarIndex, type PoolBar, type PoolBars } from './pool-bars'

/** A candle in dollar (or quote) token atoms per token atom, with its volume in dollar atoms. */
export type AtomCandle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Selects candles of `token` that start in [`from`, `to`): Unix seconds, both multiples of `seconds`. */
export type CandleRange = {
  readonly token: Address
  /** Quotes prices in this token instead of dollars; the volume is then that of the pair's own pools. */
  readonly quote?: Address | undefined
  readonly seconds: number
  readonly from: number
  readonly to: number
}

/** Number of candles for which a pool's last price is carried forward. */
const carriedCandles = 24

/** Returns the seconds before `from` whose candles are carried forward. */
export function carriedSeconds(seconds: number): number {
  return carriedCandles * seconds
}

/**
 * Combines a token's candles from its pools with base tokens and the pools between base tokens, by the
 * depth-weighted median of {@link dollarPrices} at each close. A candle opens at the previous close. Intervals
 * without trades have no candle.
 *
 * @param pools bars without spikes (trimSpikes), including further pools that count for the volume.
 */
export function combineCandles(
  pools: readonly PoolBars[],
  reference: Reference,
  range: CandleRange,
): readonly AtomCandle[] {
  const { seconds, from, to } = range
  const candles: AtomCandle[] = []
  let before = dollarPrices(frameAt(pools, { at: from - seconds, seconds }), reference)
  for (let at = from; at < to; at += seconds) {
    const frame = frameAt(pools, { at, seconds })
    const now = dollarPrices(frame, reference)
    const candle = candleAt(frame, { reference, range, before, now, at })
    if (candle) candles.push(candle)
    before = now
  }
  return candles
}

/** Prices tokens at the close of the candle that starts at `at` (Unix seconds), in dollar atoms per token atom. */
export function pricesAt(
  pools: readonly PoolBars[],
  reference: Reference,
  { at, seconds }: { readonly at: number; readonly seconds: number },
): DollarPrices {
  return dollarPrices(frameAt(pools, { at, seconds }), reference)
}

type Frame = readonly (PoolPrice & { readonly bar: PoolBar })[]

/** Returns each pool's price at the close of a candle. */
function frameAt(
  pools: readonly PoolBars[],
  { at, seconds }: { readonly at: number; readonly seconds: number },
): Frame {
  return pools.flatMap(({ address, token0, token1, bars }) => {
    const index = findBarIndex(bars, { at, since: at - carriedSeconds(seconds) })
    const bar = index === undefined ? undefined : bars[index]
    if (!bar) return []
    const { depth0, depth1 } = bar
    return [{ address, token0, token1, price: bar.close, depth0, depth1, isConfirmed: true, bar }]
  })
}

type Span = {
  readonly reference: Reference
  readonly range: CandleRange
  readonly before: DollarPrices
  readonly now: DollarPrices
  readonly at: number
}

function candleAt(frame: Frame, span: Span): AtomCandle | undefined {
  const { range, before, now, at } = span
  const { token, quote } = range
  const own = frame.filter((pool) => isOf(pool, token) || (quote && isOf(pool, quote)))
  const traded = own.filter(({ bar }) => bar.at === at)
  const end = now(token)
  const quoteEnd = quote ? now(quote)?.usd : 1
  if (traded.length === 0 || !end || !quoteEnd) return undefined
  const quoteStart = (quote && before(quote)?.usd) || quoteEnd
  const quoteMiddle = Math.sqrt(quoteStart * quoteEnd)
  const extreme = (name: 'high' | 'low' | 'open') => extremeOf(own, name, span) ?? end.usd
  const open = (before(token)?.usd ?? extreme('open')) / quoteStart
  const close = end.usd / quoteEnd
  const isDollar = token === span.reference.usdToken && !quote
  const [high, low] = isDollar ? [1, 1] : [extreme('high'), extreme('low')]
  return {
    at,
    open,
    high: Math.max(open, close, high / quoteMiddle),
    low: Math.min(open, close, low / quoteMiddle),
    close,
    volume: traded.reduce((sum, pool) => sum + volumeOf(pool, span), 0),
  }
}

/** Returns the median extreme of the token's pools, at the geometric mean of their partners' prices. */
function extremeOf(own: Frame, name: 'high' | 'low' | 'open', span: Span): number | undefined {
  const { reference, range, before, now, at } = span
  const { token } = range
  const opposite = { high: 'low', low: 'high', open: 'open' } as const
  const reached = own
    .filter((pool) => isOf(pool, token))
    .map((pool) => {
      const { bar } = pool
      const of = pool.token0 === token ? name : opposite[name]
      return { ...pool, price: bar.at === at ? bar[of] : bar.close }
    })
  const priceOf: DollarPrices = (partner) => {
    const end = now(partner)
    const start = before(partner)?.usd
    return end && start ? { ...end, usd: Math.sqrt(start * end.usd) } : end
  }
  return tokenPrice(reached, { token, priceOf, reference })?.usd
}

/** Returns the dollar atoms traded in a pool, by its base token if it has one, else by the token itself. */
function volumeOf({ token0, token1, bar }: Frame[number], { range, now, reference }: Span): number {
  const { token, quote } = range
  const isPair = [token0, token1].includes(token) && (!quote || [token0, token1].includes(quote))
  if (!isPair) return 0
  const isBase = (address: Address) => reference.baseTokens.includes(address)
  const partner = token0 === token ? token1 : token0
  const counted = isBase(partner) ? partner : token
  const price = now(counted)
  if (!price || !(isBase(counted) || quote)) return 0
  return (counted === token0 ? bar.volume0 : bar.volume1) * price.usd
}

function isOf({ token0, token1 }: PoolPrice, token: Address): boolean {
  return token0 === token || token1 === token
}
