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
import { findFinalTo } from './watermark'

/** Traders per query; few of them have changed. */
const traderBatchSize = 1_000

/** Maximum number of trades of one kind per evaluation. */
const maxTradesPerBatch = 50_000

/** The result of one run. */
export type AttributionRun = {
  /** Number of traders whose trades were reevaluated. */
  readonly attributed: number
  /** Whether more work is due immediately. */
  readonly isPartial: boolean
}

/**
 * Evaluates the undecided trades of every referred trader whose facts have changed, and decides those that can no
 * longer change. Idempotent, also when run concurrently. A failing source delays only the affected traders.
 *
 * @throws {ServiceError} the first failure, after all other traders are done.
 */
export async function attributeTraders(
  ctx: Context,
  { maxTrades = maxTradesPerBatch }: Partial<Pick<Bounds, 'maxTrades'>> = {},
): Promise<AttributionRun> {
  await recordTraders(ctx)
  const settledTo = await findFinalTo(ctx)
  const run = { attributed: 0, isPartial: false }
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
  }
  for (let after = ''; ; ) {
    const traders = await listUndecidedAddresses(ctx.db, { after, limit: traderBatchSize })
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
    if (traders.length < traderBatchSize) break
  }
  if (failure) throw failure
  return run
}

type TraderBatch = Pick<UndecidedQuery, 'traders' | 'settledTo'>

/** SQLSTATE of `query_canceled`, raised by the statement timeout. */
const queryCanceled = '57014'

/** Splits the batch after a timeout, so that a trader with too much data delays no others. */
async function listChanged(
  ctx: Context,
  { traders, settledTo }: TraderBatch,
  fail: (error: unknown) => void,
): Promise<readonly UndecidedTrader[]> {
  if (traders.length === 0) return []
  try {
    const { chainIds } = ctx.config
    const rows = await listUndecidedTraders(ctx.db, { traders, chainIds, settledTo })
    return rows.filter(({ fingerprint, judgedBy }) => fingerprint !== judgedBy)
  } catch (error) {
    if (databaseErrorCode(error) !== queryCanceled) throw error
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

/**
 * Evaluates one trader. `isSaved` is false when another process was faster; `isPartial` means that more trades are due
 * immediately.
 */
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
    ctx.log.warn({ trader }, 'too many trades in one day, none decided')
  }
  return { isSaved, isPartial: isCut && decidedTo > since }
}
