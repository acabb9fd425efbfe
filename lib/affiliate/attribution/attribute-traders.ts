import { resetFundings } from '@/lib/affiliate/funding/funding-store'
import { requestFundings } from '@/lib/affiliate/funding/request-fundings'
import { type CursorKey, findCursor, findTip, saveCursor } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'
import { databaseErrorCode, inTransaction } from '@/lib/db/database'
import { findFirstTradeBlock } from './account-trade-query'
import { attributeTrades } from './attribute-trades'
import { type Bounds, loadReferralFacts } from './load-referral-facts'
import { saveAttribution } from './referral-store'
import {
  listUndecidedAddresses,
  listUndecidedTraders,
  recordReferredTraders,
  reopenTraders,
  type UndecidedQuery,
  type UndecidedTrader,
} from './referred-trader-store'
import { decodeTraderState, newTrader } from './trader-state'
import { valueFacts } from './value-trades'
import { findFinalBlock, findFinalTo } from './watermark'

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
    return rows.filter(({ fingerprint, storedFingerprint }) => fingerprint !== storedFingerprint)
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
    ctx.log.warn({ trader }, 'too many trades in one day, attribution skipped')
  }
  return { isSaved, isPartial: isCut && decidedTo > since }
}

/** Blocks per statement. */
const blockBatchSize = 50_000n

/** Records who traded with orders that have codes: in new blocks, and in blocks that may still be reorged. */
async function recordTraders(ctx: Context): Promise<void> {
  for (const chainId of ctx.config.chainIds) {
    const tip = await findTip(ctx.db, { chainId, indexer: 'settlements' })
    if (tip) await recordTradersUpTo(ctx, chainId, tip.number)
  }
}

async function recordTradersUpTo(ctx: Context, chainId: number, tip: bigint): Promise<void> {
  const noted = await findCursor(ctx.db, referralCursor(chainId))
  const final = await findFinalBlock(ctx, chainId)
  if (noted !== undefined && isLost(ctx, { chainId, noted, tip, final: final?.number })) {
    return reopenAfterLoss(ctx, { chainId, noted, tip })
  }
  const first = noted ?? (await findFirstTradeBlock(ctx.db, chainId))
  if (first === undefined) return
  const at = new Date(ctx.now())
  for (let after = noted ?? first - 1n; after < tip; after += blockBatchSize) {
    await recordReferredTraders(ctx.db, { chainId, after, upTo: after + blockBatchSize }, at)
  }
  // During a reorg the index can be behind the final block for a short time.
  if (final && final.number > (noted ?? -1n))
    await saveCursor(ctx.db, referralCursor(chainId), final.number)
}

/** The checkpoint of a network up to which all referred traders are recorded. */
const referralCursor = (chainId: number): CursorKey => ({ chainId, name: 'referrals' })

type Place = { readonly chainId: number; readonly noted: bigint; readonly tip: bigint }

/**
 * Whether final blocks have left the chain. The index never rolls back past them on a reorg. An embedded chain that
 * lost its last blocks is reindexed and may already be past them when this is noticed.
 */
function isLost(
  ctx: Context,
  { chainId, noted, tip, final }: Place & { readonly final: bigint | undefined },
): boolean {
  const isEmbedded = ctx.config.embeddedChainIds.includes(chainId)
  return tip < noted || (isEmbedded && final !== undefined && final < noted)
}

async function reopenAfterLoss(ctx: Context, { chainId, noted, tip }: Place): Promise<void> {
  const window = BigInt(ctx.chain(chainId).network.reorgBlocks)
  const finalTo = tip > window ? tip - window : 0n
  const traders = await inTransaction(ctx.db, async (tx) => {
    await saveCursor(tx, referralCursor(chainId), finalTo)
    const reopened = await reopenTraders(tx, chainId)
    await resetFundings(tx, chainId)
    return reopened
  })
  ctx.log.error(
    { chainId, noted, tip, traders },
    'finalized blocks were reorged: reattributing their traders, payouts unchanged',
  )
}
