import { findTip } from '@/lib/chain/block-store'
import { readHead } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import { marketDown, marketIndex } from '@/lib/market/indexing/market-role'
import { getTokens } from '@/lib/tokens/get-tokens'
import { type Candle, type CandleInterval, candleSeconds } from './candle'
import { hasPoolBars } from './candle-store'
import { readPoolBars } from './read-pool-bars'
import { combineCandles } from './token-candles'

/** Selects candles that start in [`from`, `to`) (Unix seconds). */
export type TokenCandlesQuery = {
  readonly chainId: number
  readonly token: Address
  /** Quotes prices in this token instead of dollars; the volume is then that of the pair's own pools. */
  readonly quote?: Address | undefined
  readonly interval: CandleInterval
  readonly from: number
  readonly to: number
}

/** Maximum lag of the market index, in seconds, for "never traded" to be conclusive. */
const maxSecondsBehind = 3_600

/**
 * Lists candles of a token, oldest first: the median price over its deep pools without spikes, in US dollars (or
 * `quote` tokens) per whole token, and the volume in US dollars. Returns undefined if the token's (or quote's)
 * pools were never traded.
 *
 * @throws {ServiceError} RateLimited on too many requests for unknown tokens; InternalServerError when the
 * network's RPC is down or its market index is behind.
 */
export async function listTokenCandles(
  ctx: Context,
  query: TokenCandlesQuery,
): Promise<readonly Candle[] | undefined> {
  const candles = await readCandles(ctx, query)
  if (!candles) await checkIndex(ctx, query.chainId)
  return candles
}

/** Throws while the index is behind: unread blocks may contain trades. An idle chain may have an old head. */
async function checkIndex(ctx: Context, chainId: number): Promise<void> {
  const tip = await findTip(ctx.db, marketIndex(chainId))
  if (tip && toUnixSeconds(ctx.now()) - tip.timestamp <= maxSecondsBehind) return
  if (tip && (await readHead(ctx, chainId)) === tip.hash) return
  throw marketDown(ctx.chain(chainId).network, `it is at ${tip?.timestamp}`)
}

async function readCandles(
  ctx: Context,
  { chainId, interval, ...query }: TokenCandlesQuery,
): Promise<readonly Candle[] | undefined> {
  const { network } = ctx.chain(chainId)
  const seconds = candleSeconds[interval]
  const token = asErc20(query.token, network)
  const quote = query.quote && asErc20(query.quote, network)
  const [from, to] = [query.from, query.to].map((at) => Math.ceil(at / seconds) * seconds)
  const range = { token, quote, seconds, from: from ?? 0, to: to ?? 0 }
  // One more candle: the next close distinguishes a spike from a move.
  const read = await readPoolBars(ctx, { chainId, ...range, to: range.to + seconds })
  if (!read) return undefined
  const pools = read.known.filter(({ token0, token1 }) => [token0, token1].includes(token))
  if (pools.length === 0) return undefined
  const candles = combineCandles(read.pools, network, range)
  if (candles.length === 0) {
    const addresses = pools.map(({ address }) => address)
    if (!(await hasPoolBars(ctx.db, { chainId, pools: addresses }))) return undefined
  }
  const tokens = await getTokens(ctx, { chainId, addresses: quote ? [token, quote] : [token] })
  const decimals = tokens.get(token)?.decimals
  const quoteDecimals = quote ? tokens.get(quote)?.decimals : network.usdDecimals
  if (decimals === undefined || quoteDecimals === undefined) return undefined
  const scale = 10 ** (decimals - quoteDecimals)
  return candles.map(({ at, open, high, low, close, volume }) => ({
    at,
    open: open * scale,
    high: high * scale,
    low: low * scale,
    close: close * scale,
    volumeUsd: volume / 10 ** network.usdDecimals,
  }))
}
