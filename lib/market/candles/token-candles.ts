import type { Address } from '@/lib/core/address'
import {
  type DollarPrices,
  dollarPrices,
  type Reference,
  tokenPrice,
} from '@/lib/market/prices/dollar-prices'
import type { PoolPrice } from '@/lib/market/prices/pool-price'
import { findBarIndex, type PoolBar, type PoolBars } from './pool-bars'

/** A candle in atoms of the dollar token (or of the quote token) for one atom, its volume in dollar atoms. */
export type AtomCandle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Candles to make: of `token` from `from` to before `to`, Unix seconds, both multiples of `seconds`. */
export type CandleRange = {
  readonly token: Address
  /** Counts the price in this token instead of dollars; the volume is then that of the pair's own pools. */
  readonly quote?: Address | undefined
  readonly seconds: number
  readonly from: number
  readonly to: number
}

/** Candles for which a pool's last price stands when it has none. */
const carriedCandles = 24

/** Seconds before `from` whose candles still count. */
export function carriedSeconds(seconds: number): number {
  return carriedCandles * seconds
}

/**
 * Candles of a token from those of its pools with base tokens and of the pools between base tokens: of each
 * moment the depth-weighted median of {@link dollarPrices}. A candle opens with the price before it. Where
 * nothing was traded there is none.
 *
 * @param pools without spikes (trimSpikes), the volumes of further pools of the token included.
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

type Frame = readonly (PoolPrice & { readonly bar: PoolBar })[]

/** What the pools said at the end of a candle. */
function frameAt(
  pools: readonly PoolBars[],
  { at, seconds }: { readonly at: number; readonly seconds: number },
): Frame {
  return pools.flatMap(({ address, token0, token1, bars }) => {
    const index = findBarIndex(bars, { at, since: at - carriedSeconds(seconds) })
    const bar = index === undefined ? undefined : bars[index]
    if (!bar) return []
    const { depth0, depth1 } = bar
    return [{ address, token0, token1, price: bar.close, depth0, depth1, isProven: true, bar }]
  })
}

type Moment = {
  readonly reference: Reference
  readonly range: CandleRange
  readonly before: DollarPrices
  readonly now: DollarPrices
  readonly at: number
}

function candleAt(frame: Frame, moment: Moment): AtomCandle | undefined {
  const { range, before, now, at } = moment
  const { token, quote } = range
  const own = frame.filter((pool) => isOf(pool, token) || (quote && isOf(pool, quote)))
  const traded = own.filter(({ bar }) => bar.at === at)
  const end = now(token)
  const quoteEnd = quote ? now(quote)?.usd : 1
  if (traded.length === 0 || !end || !quoteEnd) return undefined
  const quoteStart = (quote && before(quote)?.usd) || quoteEnd
  const quoteMiddle = Math.sqrt(quoteStart * quoteEnd)
  const extreme = (name: 'high' | 'low' | 'open') => extremeOf(own, name, moment) ?? end.usd
  const open = (before(token)?.usd ?? extreme('open')) / quoteStart
  const close = end.usd / quoteEnd
  const isDollar = token === moment.reference.usdToken && !quote
  const [high, low] = isDollar ? [1, 1] : [extreme('high'), extreme('low')]
  return {
    at,
    open,
    high: Math.max(open, close, high / quoteMiddle),
    low: Math.min(open, close, low / quoteMiddle),
    close,
    volume: traded.reduce((sum, pool) => sum + volumeOf(pool, moment), 0),
  }
}

/** The median of what the token's pools reached, at the mean of their partners' prices. */
function extremeOf(own: Frame, name: 'high' | 'low' | 'open', moment: Moment): number | undefined {
  const { reference, range, before, now, at } = moment
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

/** Dollar atoms traded in a pool: what was paid in the token that other pools price, else in the token itself. */
function volumeOf(
  { token0, token1, bar }: Frame[number],
  { range, now, reference }: Moment,
): number {
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
