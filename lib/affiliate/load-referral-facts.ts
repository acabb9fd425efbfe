import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { groupBy } from '@/lib/core/group-by'
import type { AttributionFacts } from './attribute-trades'
import { type FundingOf, listFundingReads, listFundingsOf } from './funding-store'
import { type AccountTrade, listTradesIn, listTradesOf } from './referral-fact-store'
import { decidedBefore } from './referral-sums'
import type { ReferredTrader } from './referred-trader-store'
import { isRegisteredAt, type Registration } from './registration'
import { listRegistrations } from './registration-store'
import type { FundingNeed } from './request-fundings'
import { roundTripSeconds } from './reverse-trades'

/** Trades of one account that are read at once; of a longer history the rest follows in the next run. */
const mostTrades = 50_000

/** What a trader's undecided trades are to be judged by. */
export type LoadedTrader = Omit<AttributionFacts, 'trades'> & {
  readonly row: ReferredTrader
  readonly trades: readonly AccountTrade[]
  /** Whether the rest can follow at once. */
  readonly isPartial: boolean
  readonly needs: readonly FundingNeed[]
}

/**
 * Loads the facts of traders.
 *
 * @param settledTo Unix seconds up to which the trades of every network are known for good.
 */
export async function loadReferralFacts(
  ctx: Context,
  rows: readonly ReferredTrader[],
  settledTo: number,
): Promise<readonly LoadedTrader[]> {
  const { chainIds } = ctx.config
  const own = await listTradesOf(ctx.db, {
    accounts: rows.map(({ trader, decidedTo }) => {
      return { account: trader, since: Math.max(0, decidedTo - roundTripSeconds) }
    }),
    chainIds,
    limit: mostTrades,
  })
  const ownOf = groupBy(own, ({ account }) => account)
  const histories = rows.map((row) => cutHistory(row, ownOf.get(row.trader) ?? []))
  const codes = histories.flatMap(({ trades }) => trades.flatMap(({ code }) => code ?? []))
  const registrations = await listRegistrations(ctx.db, [...new Set(codes)])
  const judgeable = histories.map((history) => withCandidates(history, registrations))
  // Before the transfers are loaded, so that none of those that count as known is missing.
  const readTo = await findReadTo(ctx, judgeable)
  const { fundings, linked, settled } = await loadReverses(ctx, judgeable)
  return judgeable.map(({ row, own, trades, candidates, lastKnown, registrations }) => {
    const { trader, decided } = row
    const needs = needsOf(trader, candidates)
    const known = Math.min(settledTo, lastKnown, readTo(trader, needs))
    const ownFundings = fundings.get(trader) ?? []
    const others = new Set(ownFundings.map(({ other }) => other))
    const reverses = {
      own,
      linked: [...others].flatMap((other) => linked.get(other) ?? []),
      fundings: ownFundings.map(({ other, timestamp }) => {
        return { account: other, timestamp, value: 10n ** 24n }
      }),
      settled: candidates.flatMap(({ txHash }) => settled.get(txHash) ?? []),
    }
    const decidedTo = Math.max(row.decidedTo, known > roundTripSeconds ? decidedBefore(known) : 0)
    const isPartial = Number.isFinite(lastKnown) && decidedTo > row.decidedTo
    const since = row.decidedTo
    const facts = { trader, decided, since, trades, decidedTo, registrations, reverses }
    return { ...facts, row, needs, isPartial }
  })
}

type History = {
  readonly row: ReferredTrader
  /** All that was read, a day of decided ones included. */
  readonly own: readonly AccountTrade[]
  readonly trades: readonly AccountTrade[]
  /** Unix seconds until which all trades were read. */
  readonly lastKnown: number
}

function cutHistory(row: ReferredTrader, read: readonly AccountTrade[]): History {
  const isPartial = read.length >= mostTrades
  const lastKnown = isPartial ? latestOf(read) : Number.POSITIVE_INFINITY
  const own = read.filter(({ timestamp }) => timestamp < lastKnown)
  const trades = own.filter(({ timestamp }) => timestamp >= row.decidedTo)
  return { row, own, trades, lastKnown }
}

type Judgeable = History & {
  readonly registrations: readonly Registration[]
  /** The trades that may count: of codes that somebody had. */
  readonly candidates: readonly AccountTrade[]
}

function withCandidates(history: History, all: readonly Registration[]): Judgeable {
  const codes = new Set(history.trades.map(({ code }) => code))
  const registrations = all.filter(({ code }) => codes.has(code))
  const candidates = history.trades.filter(({ code, timestamp }) =>
    registrations.some((each) => each.code === code && isRegisteredAt(each, timestamp)),
  )
  return { ...history, registrations, candidates }
}

async function loadReverses(ctx: Context, judgeable: readonly Judgeable[]) {
  const { chainIds } = ctx.config
  const candidates = judgeable.flatMap((each) => each.candidates)
  const since = Math.max(0, earliestOf(candidates) - roundTripSeconds)
  const accounts = [...new Set(candidates.map(({ account }) => account))]
  const fundings: readonly FundingOf[] =
    accounts.length === 0 ? [] : await listFundingsOf(ctx.db, { chainIds, accounts, since })
  const others = [...new Set(fundings.map(({ other }) => other))]
  const linked = await listTradesOf(ctx.db, {
    accounts: others.map((account) => ({ account, since })),
    chainIds,
    limit: mostTrades,
  })
  const txHashes = [...new Set(candidates.map(({ txHash }) => txHash))]
  const settled = await listTradesIn(ctx.db, txHashes)
  return {
    fundings: groupBy(fundings, ({ account }) => account),
    linked: groupBy(linked, ({ account }) => account),
    settled: groupBy(settled, ({ txHash }) => txHash),
  }
}

/** Tells until when the transfers that a trader's trades need are known, Unix seconds. */
async function findReadTo(ctx: Context, judgeable: readonly Judgeable[]) {
  const traders = judgeable.map(({ row }) => row.trader)
  const reads = await Promise.all(
    ctx.config.chainIds.map((chainId) => listFundingReads(ctx.db, chainId, traders)),
  )
  const readOf = new Map(reads.flat().map((read) => [`${read.chainId} ${read.trader}`, read]))
  return (trader: Address, needs: readonly FundingNeed[]) =>
    Math.min(
      ...needs.map(({ chainId, since }) => {
        const read = readOf.get(`${chainId} ${trader}`)
        return read && read.since <= since ? read.timestamp : 0
      }),
    )
}

/** On each network of the trades that may count. */
function needsOf(trader: Address, candidates: readonly AccountTrade[]): readonly FundingNeed[] {
  return [...groupBy(candidates, ({ chainId }) => chainId)].map(([chainId, trades]) => {
    return { chainId, trader, since: earliestOf(trades) - roundTripSeconds }
  })
}

function earliestOf(trades: readonly AccountTrade[]): number {
  return trades.reduce((earliest, { timestamp }) => Math.min(earliest, timestamp), 4_294_967_295)
}

function latestOf(trades: readonly AccountTrade[]): number {
  return trades.reduce((latest, { timestamp }) => Math.max(latest, timestamp), 0)
}
