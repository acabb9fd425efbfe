import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { startOfCandle } from '@/lib/market/candle'
import { marketDown } from '@/lib/market/market-role'
import { findCandleTip } from '@/lib/market/pool-close-store'
import { valueAmount } from './value-amount'

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
  const at = trade.timestamp
  const sides = await Promise.all([
    valueAmount(ctx, { chainId, token: sellToken, amount: sellAmount, at }),
    valueAmount(ctx, { chainId, token: buyToken, amount: buyAmount, at }),
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
