import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { AttributionFacts } from './attribute-trades'
import type { LoadedFacts } from './load-referral-facts'
import type { StoredTrade } from './referral-fact-store'
import { tradeKey, type Valued } from './referral-trade'
import { type LinkedFunding, minFunding } from './reverse-trades'
import { valueTrades } from './value-trade'

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
