import { inChunks } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { maxAmount, minAmount } from '@/lib/core/amount'
import type { StoredTrade } from './account-trade-query'
import type { AttributionFacts } from './attribute-trades'
import { findKnownTokens } from './known-tokens'
import type { LoadedFacts } from './load-referral-facts'
import { type LinkedFunding, minFunding, tradeKey, type Valued } from './referral-trade'
import { valueAmount } from './value-amount'

/** The facts of a trader with valued trades. */
export type ValuedFacts = Pick<AttributionFacts, 'trades' | 'reverses'>

/**
 * Values trades: the trader's own by their stored values, else those that may count or may offset one that does; of
 * other accounts' trades, those that may offset one.
 *
 * @throws {ServiceError} InternalServerError when a source is down or the prices of a trade are not indexed yet.
 */
export async function valueFacts(ctx: Context, facts: LoadedFacts): Promise<ValuedFacts> {
  const { earlier, valuedFrom } = facts
  const valued = facts.trades.filter(
    ({ volume, timestamp }) => volume !== undefined || timestamp < valuedFrom,
  )
  const unknown: Valued = { volume: undefined, undoes: undefined }
  const values = new Map(
    [...earlier, ...valued].map(({ volume, undoes, ...trade }) => {
      return [tradeKey(trade), { volume, undoes }] as const
    }),
  )
  const value = async <T extends StoredTrade>(trades: readonly T[]): Promise<(T & Valued)[]> => {
    const missing = trades.filter((trade) => !values.has(tradeKey(trade)))
    const computed = await valueTrades(ctx, missing)
    for (const [index, trade] of missing.entries()) {
      values.set(tradeKey(trade), computed[index] ?? unknown)
    }
    return trades.map((trade) => ({ ...trade, ...(values.get(tradeKey(trade)) ?? unknown) }))
  }
  const trades = await value(facts.trades)
  const own = [...earlier, ...trades]
  const paying = await value(facts.paying)
  const linked = await value(facts.linked)
  const settled = await value(facts.settled)
  const fundings = [
    ...facts.fundings.map(({ other, timestamp, value }) => ({ account: other, timestamp, value })),
    ...own.flatMap((trade) => fundingBy(trade, trade.receiver)),
    ...paying.flatMap((trade) => fundingBy(trade, trade.account)),
  ]
  return { trades, reverses: { own, linked, fundings, settled } }
}

/** An order that pays another account funds it with the traded value, unless that is dust. */
function fundingBy(
  { timestamp, undoes }: Valued & Pick<StoredTrade, 'timestamp'>,
  account: Address | undefined,
): readonly LinkedFunding[] {
  if (account === undefined || undoes === undefined || undoes < minFunding) return []
  return [{ account, timestamp, value: undoes }]
}

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
