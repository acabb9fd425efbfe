import { requestFundings } from '@/lib/affiliate/funding/request-fundings'
import type { Context } from '@/lib/context'
import { databaseErrorCode, inTransaction } from '@/lib/db/database'
import { attributeTrades } from './attribute-trades'
import { type Bounds, loadReferralFacts } from './load-referral-facts'
import { recordTraders } from './record-traders'
import { saveAttribution } from './referral-store'
import { decodeTraderState, newTrader } from './trader-state'
import {
  listUndecidedAddresses,
  listUndecidedTraders,
  type UndecidedQuery,
  type UndecidedTrader,
} from './undecided-trader-store'
import { valueFacts } from './value-facts'
import { findSettledTo } from './watermark'

/** Traders that are looked at together: of few of them something has changed. */
const tradersAtOnce = 1_000

/** Trades of one kind that are judged at once. */
const maxTradesAtOnce = 50_000

/** What one run has found. */
export type AttributionRun = {
  /** Traders whose trades were judged anew. */
  readonly attributed: number
  /** Whether there is more to do at once. */
  readonly isPartial: boolean
}

/**
 * Judges the undecided trades of every trader of whom an order has named a code, where the facts that they are
 * judged by have changed, and decides those that nothing can change any more. Running it again, or twice at once,
 * changes nothing. What cannot be told of one trader, because a source is down, holds up no other.
 *
 * @throws {ServiceError} the first of such failures, after all the others are done.
 */
export async function attributeTraders(
  ctx: Context,
  { maxTrades = maxTradesAtOnce }: Partial<Pick<Bounds, 'maxTrades'>> = {},
): Promise<AttributionRun> {
  await recordTraders(ctx)
  const settledTo = await findSettledTo(ctx)
  const run = { attributed: 0, isPartial: false }
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
  }
  for (let after = ''; ; ) {
    const traders = await listUndecidedAddresses(ctx.db, { after, limit: tradersAtOnce })
    for (const row of await listChanged(ctx, { traders, settledTo }, fail)) {
      try {
        const { isSaved, isPartial } = await attribute(ctx, row, { settledTo, maxTrades })
        if (isSaved) run.attributed += 1
        run.isPartial ||= isPartial
      } catch (error) {
        fail(error)
      }
    }
    after = traders.at(-1) ?? ''
    if (traders.length < tradersAtOnce) break
  }
  if (failure) throw failure
  return run
}

type Listed = Pick<UndecidedQuery, 'traders' | 'settledTo'>

/** What PostgreSQL says of a statement that took too long. */
const takesTooLong = '57014'

/** One of whom so much is stored that even looking takes too long holds up no other. */
async function listChanged(
  ctx: Context,
  { traders, settledTo }: Listed,
  fail: (error: unknown) => void,
): Promise<readonly UndecidedTrader[]> {
  if (traders.length === 0) return []
  try {
    const { chainIds } = ctx.config
    const rows = await listUndecidedTraders(ctx.db, { traders, chainIds, settledTo })
    return rows.filter(({ fingerprint, judgedBy }) => fingerprint !== judgedBy)
  } catch (error) {
    if (databaseErrorCode(error) !== takesTooLong) throw error
    if (traders.length === 1) {
      fail(error)
      return []
    }
    const middle = Math.ceil(traders.length / 2)
    const first = await listChanged(ctx, { traders: traders.slice(0, middle), settledTo }, fail)
    const rest = await listChanged(ctx, { traders: traders.slice(middle), settledTo }, fail)
    return [...first, ...rest]
  }
}

/** `isSaved` is false where another process was faster, `isPartial` tells whether the rest can follow at once. */
async function attribute(ctx: Context, row: UndecidedTrader, bounds: Bounds) {
  const { trader, decidedTo: since } = row
  const loaded = await loadReferralFacts(ctx, row, bounds)
  const { registrations, decidedTo, isCut } = loaded
  for (const need of loaded.needs) await requestFundings(ctx.db, need)
  const { trades, reverses } = await valueFacts(ctx, loaded)
  const decided = row.decided === null ? newTrader : decodeTraderState(row.decided)
  const facts = { trader, decided, since, trades, decidedTo, registrations, reverses }
  const attribution = attributeTrades(facts)
  const at = new Date(ctx.now())
  const isSaved = await inTransaction(ctx.db, (tx) =>
    saveAttribution(tx, { ...attribution, row, decidedTo, isPartial: isCut, at }),
  )
  if (isCut && decidedTo === since) {
    ctx.log.warn({ trader }, 'more trades in a day than are judged at once: none is decided')
  }
  return { isSaved, isPartial: isCut && decidedTo > since }
}
