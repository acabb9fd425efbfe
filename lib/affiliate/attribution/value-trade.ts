import { inChunks } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { maxAmount, minAmount } from '@/lib/core/amount'
import { findKnownTokens } from './known-tokens'
import type { Valued } from './referral-trade'
import { valueAmount } from './value-amount'

/** A trade to value: amounts sold (fee included) and bought, in atoms. */
export type ExecutedTrade = {
  readonly chainId: number
  /** Unix seconds. */
  readonly timestamp: number
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/**
 * Values a trade at its execution. A side is unknown without a price, or if its token is neither a base token, nor
 * follows a known asset, nor is listed, since anyone can create a token and its price. Both sides are unknown on
 * networks that this instance does not serve. Prices are cached.
 *
 * @throws {ServiceError} InternalServerError when a source is down, or until the network's candles reach the trade.
 */
export async function valueTrade(ctx: Context, trade: ExecutedTrade): Promise<Valued> {
  const { chainId, timestamp: at } = trade
  if (!ctx.config.chainIds.includes(chainId)) return { volume: undefined, undoes: undefined }
  const { network } = ctx.chain(chainId)
  const sold = { token: asErc20(trade.sellToken, network), amount: trade.sellAmount }
  const bought = { token: asErc20(trade.buyToken, network), amount: trade.buyAmount }
  const known = await findKnownTokens(ctx, chainId)
  const [given, got] = await Promise.all(
    [sold, bought].map((side) =>
      known.has(side.token) ? valueAmount(ctx, { chainId, at, ...side }) : undefined,
    ),
  )
  if (given === undefined || got === undefined) return { volume: undefined, undoes: given ?? got }
  return { volume: minAmount(given, got), undoes: maxAmount(given, got) }
}

/**
 * Values trades as {@link valueTrade}, in sequence.
 *
 * @throws {ServiceError} as that does, when one of them cannot be valued yet.
 */
export function valueTrades(
  ctx: Context,
  trades: readonly ExecutedTrade[],
): Promise<readonly Valued[]> {
  return inChunks(trades, (trade) => valueTrade(ctx, trade))
}
