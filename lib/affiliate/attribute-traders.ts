import { createHash } from 'node:crypto'
import { inChunks } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { groupBy } from '@/lib/core/group-by'
import { inTransaction } from '@/lib/db/database'
import { attributeTrades } from './attribute-trades'
import { type LoadedTrader, loadReferralFacts } from './load-referral-facts'
import { noteTraders } from './note-traders'
import type { AccountTrade } from './referral-fact-store'
import { saveAttribution } from './referral-store'
import { listUndecidedTraders } from './referred-trader-store'
import { requestFundings } from './request-fundings'
import { findSettledTo } from './settled-to'
import { valueTrade } from './value-trade'

/** Traders whose facts are loaded together. */
const tradersAtOnce = 20

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
export async function attributeTraders(ctx: Context): Promise<AttributionRun> {
  await noteTraders(ctx)
  const settledTo = await findSettledTo(ctx)
  const run = { attributed: 0, isPartial: false }
  let failure: unknown
  for (let after = ''; ; ) {
    const rows = await listUndecidedTraders(ctx.db, { after, limit: tradersAtOnce })
    const loaded = await loadReferralFacts(ctx, rows, settledTo)
    for (const trader of loaded) {
      try {
        if (await attribute(ctx, trader)) run.attributed += 1
        run.isPartial ||= trader.isPartial
      } catch (error) {
        failure ??= error
      }
    }
    const needs = loaded.flatMap((trader) => trader.needs)
    for (const [chainId, some] of groupBy(needs, (need) => need.chainId)) {
      await requestFundings(ctx.db, chainId, some)
    }
    after = rows.at(-1)?.trader ?? ''
    if (rows.length < tradersAtOnce) break
  }
  if (failure) throw failure
  return run
}

/** False when nothing has changed since the last time. */
async function attribute(ctx: Context, loaded: LoadedTrader): Promise<boolean> {
  const facts = { ...loaded, trades: await valueTrades(ctx, loaded) }
  const fingerprint = fingerprintOf(facts)
  const { row, decidedTo } = loaded
  if (fingerprint === row.fingerprint) return false
  const at = new Date(ctx.now())
  const attribution = attributeTrades(facts)
  return inTransaction(ctx.db, (tx) =>
    saveAttribution(tx, { ...attribution, row, decidedTo, fingerprint, at }),
  )
}

/** Values the trades that sums may hold: those since the first that can bind the trader. A value stays. */
async function valueTrades(ctx: Context, loaded: LoadedTrader): Promise<readonly AccountTrade[]> {
  const { decided, trades, registrations } = loaded
  const codes = new Set(registrations.map(({ code }) => code))
  const coded = trades.filter(({ code }) => code !== undefined && codes.has(code))
  const first = coded.reduce(
    (earliest, { timestamp }) => Math.min(earliest, timestamp),
    Number.POSITIVE_INFINITY,
  )
  const from = decided.affiliateId === undefined ? first : 0
  return inChunks(trades, async (trade) => {
    const { volume, timestamp } = trade
    if (volume !== undefined || timestamp < from) return trade
    return { ...trade, volume: await valueTrade(ctx, trade) }
  })
}

/** A digest of all that the judgement follows from; which trades are decided is part of it. */
function fingerprintOf({ trades, registrations, reverses, decidedTo }: LoadedTrader): string {
  const facts = {
    trades: trades.map(({ isJudged, ...trade }) => trade),
    registrations,
    reverses: { ...reverses, own: reverses.own.length },
    decided: trades.filter(({ timestamp }) => timestamp < decidedTo).length,
  }
  const text = JSON.stringify(facts, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return createHash('sha256').update(text).digest('base64url')
}
