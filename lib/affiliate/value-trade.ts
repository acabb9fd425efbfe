import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { microsPerUsd } from '@/lib/core/usd'
import { startOfCandle } from '@/lib/market/candle'
import { marketDown } from '@/lib/market/market-role'
import { findCandleTip } from '@/lib/market/pool-close-store'
import { getTokens } from '@/lib/tokens/get-tokens'
import { findPriceAt } from './find-price-at'

/** A trade to value: what its owner gave, fee included, and got, in atoms. */
export type ExecutedTrade = {
  readonly chainId: number
  /** Unix seconds. */
  readonly timestamp: number
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/** Seconds after a trade in which what is not known yet may still come. */
export const valuedWithinSeconds = 3_600

/** No trade counts for more, so that no sum of them is too large for its column: 10^18 dollars. */
const mostMicros = 10n ** 24n

/**
 * What a trade was worth when it was executed, in millionths of a dollar: the lesser of what was given and what was
 * got where both have a price, else the one that has. Undefined when nobody prices either, and on a network that
 * this instance does not serve.
 *
 * @throws {ServiceError} RateLimited when too many unknown tokens are asked for; InternalServerError when a source
 * is down, or the network's candles have not come to the trade within the hour after it.
 */
export async function valueTrade(ctx: Context, trade: ExecutedTrade): Promise<bigint | undefined> {
  const { chainId, sellToken, buyToken, sellAmount, buyAmount } = trade
  if (!ctx.config.chainIds.includes(chainId)) return undefined
  await checkCandles(ctx, trade)
  const tokens = await getTokens(ctx, { chainId, addresses: [sellToken, buyToken] })
  const valueSide = async (token: Address, amount: bigint) => {
    const decimals = tokens.get(token)?.decimals
    if (decimals === undefined) return undefined
    const usd = await findPriceAt(ctx, { chainId, token, at: trade.timestamp })
    return usd === undefined ? undefined : toMicros(amount, usd / 10 ** decimals)
  }
  const sides = await Promise.all([
    valueSide(sellToken, sellAmount),
    valueSide(buyToken, buyAmount),
  ])
  const [first, second] = sides.flatMap((side) => side ?? [])
  if (first === undefined || second === undefined) return first
  return minAmount(first, second)
}

/** The prices before a trade are known once the index has come to the five minutes that hold it. */
async function checkCandles(
  ctx: Context,
  { chainId, timestamp }: Pick<ExecutedTrade, 'chainId' | 'timestamp'>,
): Promise<void> {
  if (ctx.now() / 1_000 - timestamp > valuedWithinSeconds) return
  const tip = await findCandleTip(ctx.db, chainId)
  if (tip && tip.at >= startOfCandle(timestamp)) return
  throw marketDown(ctx.chain(chainId).network, `its candles end at ${tip?.at}`)
}

/** @param usd for one atom. */
function toMicros(amount: bigint, usd: number): bigint | undefined {
  const micros = Number(amount) * usd * Number(microsPerUsd)
  if (!Number.isFinite(micros)) return mostMicros
  return minAmount(BigInt(Math.floor(micros)), mostMicros)
}
