import { inChunks } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import type { AttributionFacts } from './attribute-trades'
import type { LoadedFacts } from './load-referral-facts'
import type { AccountTrade, StoredTrade } from './referral-fact-store'
import { tradeKey, type Valued } from './referral-trade'
import type { LinkedFunding } from './reverse-trades'
import { valueTrade } from './value-trade'

/** What of the facts of a trader has a value. */
export type ValuedFacts = Pick<AttributionFacts, 'trades' | 'reverses'>

/**
 * Tells what trades were worth: a trader's own as they were valued before, else those that may count, or that may
 * have undone one that does; and of other accounts those that may have.
 *
 * @throws {ServiceError} InternalServerError when a source is down.
 */
export async function valueFacts(ctx: Context, facts: LoadedFacts): Promise<ValuedFacts> {
  const { earlier, valuedFrom } = facts
  const trades = await inChunks(facts.trades, async (trade) => {
    const isNeeded = trade.volume === undefined && trade.timestamp >= valuedFrom
    return isNeeded ? { ...trade, volume: await valueTrade(ctx, trade) } : trade
  })
  const own = [...earlier, ...trades]
  const valued = new Map(own.map((trade) => [tradeKey(trade), trade.volume]))
  const value = async <T extends StoredTrade>(trade: T): Promise<T & Valued> => {
    const key = tradeKey(trade)
    const volume = valued.has(key) ? valued.get(key) : await valueTrade(ctx, trade)
    return { ...trade, volume }
  }
  const paying = await inChunks(facts.paying, value)
  const linked = await inChunks(facts.linked, value)
  const settled = await inChunks(facts.settled, value)
  const fundings = [
    ...facts.fundings.map(({ other, timestamp, value }) => ({ account: other, timestamp, value })),
    ...own.flatMap((trade) => fundingBy(trade, trade.receiver)),
    ...paying.flatMap((trade) => fundingBy(trade, trade.account)),
  ]
  return { trades, reverses: { own, linked, fundings, settled } }
}

/** An order that pays another account funds it with what it traded. */
function fundingBy(
  { timestamp, volume }: Pick<AccountTrade, 'timestamp' | 'volume'>,
  account: AccountTrade['receiver'],
): readonly LinkedFunding[] {
  return account === undefined || volume === undefined
    ? []
    : [{ account, timestamp, value: volume }]
}
