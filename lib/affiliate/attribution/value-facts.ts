import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { AttributionFacts } from './attribute-trades'
import type { LoadedFacts } from './load-referral-facts'
import type { StoredTrade } from './referral-fact-store'
import { tradeKey, type Valued } from './referral-trade'
import { type LinkedFunding, minFunding } from './reverse-trades'
import { valueTrades } from './value-trade'

/** The facts of a trader in which trades have a value. */
export type ValuedFacts = Pick<AttributionFacts, 'trades' | 'reverses'>

/**
 * Tells what trades were worth: a trader's own as they were valued before, else those that may count, or that may
 * have undone one that does; and of other accounts those that may have.
 *
 * @throws {ServiceError} InternalServerError when a source is down, or the prices of a trade are not indexed yet.
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
    const asked = trades.filter((trade) => !values.has(tradeKey(trade)))
    const told = await valueTrades(ctx, asked)
    for (const [index, trade] of asked.entries()) {
      values.set(tradeKey(trade), told[index] ?? unknown)
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

/** An order that pays another account funds it with what it traded, unless that is dust. */
function fundingBy(
  { timestamp, undoes }: Valued & Pick<StoredTrade, 'timestamp'>,
  account: Address | undefined,
): readonly LinkedFunding[] {
  if (account === undefined || undoes === undefined || undoes < minFunding) return []
  return [{ account, timestamp, value: undoes }]
}
