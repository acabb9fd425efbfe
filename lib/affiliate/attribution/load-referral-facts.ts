import {
  type FundingNeed,
  type FundingOf,
  listFundingsOf,
} from '@/lib/affiliate/funding/funding-store'
import { findReadTo, listNeeds } from '@/lib/affiliate/funding/request-fundings'
import { isRegisteredAt, type Registration } from '@/lib/affiliate/registration/registration'
import { listRegistrations } from '@/lib/affiliate/registration/registration-store'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { groupBy } from '@/lib/core/group-by'
import { findAssetPair } from './asset-pair'
import { listLinkedTrades, listPayingTrades } from './linked-trade-store'
import {
  type AccountTrade,
  hasCodedTrade,
  listTradesIn,
  listTradesOf,
  type StoredTrade,
  type TradesQuery,
} from './referral-fact-store'
import { decidedBefore } from './referral-sums'
import { roundTripSeconds } from './reverse-trades'

/** A trader whose trades before a Unix second are decided. */
export type PartlyDecided = { readonly trader: Address; readonly decidedTo: number }

/** What a trader's undecided trades are to be judged by, but for what other trades than these were worth. */
export type LoadedFacts = {
  /** Its trades that are not decided. */
  readonly trades: readonly AccountTrade[]
  /** Those of the day before that are, which later ones may undo. */
  readonly earlier: readonly AccountTrade[]
  /** Unix seconds before which none of them needs a value: a day before the first that may count. */
  readonly valuedFrom: number
  readonly registrations: readonly Registration[]
  /** Transfers between the trader and other accounts. */
  readonly fundings: readonly FundingOf[]
  /** Trades by which other accounts paid the trader. */
  readonly paying: readonly StoredTrade[]
  /** Trades that undo its own, of the accounts that it paid or that paid it. */
  readonly linked: readonly StoredTrade[]
  /** Trades of anybody in the settlements that may have undone one of its trades. */
  readonly settled: readonly StoredTrade[]
  /** Whose transfers must be read from when on. */
  readonly needs: readonly FundingNeed[]
  /** Before which Unix second trades are decided by all this. */
  readonly decidedTo: number
  /** Whether more trades have yet to be read than these. */
  readonly isCut: boolean
}

/** How much is known, and how much of it is loaded at once. */
export type Bounds = {
  /** Unix seconds up to which the trades of every network are known for good. */
  readonly settledTo: number
  /** Trades of one kind that are loaded of a trader; of a longer history the rest follows. */
  readonly maxTrades: number
}

/** Loads the facts of a trader. */
export async function loadReferralFacts(
  ctx: Context,
  { trader, decidedTo }: PartlyDecided,
  { settledTo, maxTrades: limit }: Bounds,
): Promise<LoadedFacts> {
  const { db } = ctx
  const { chainIds } = ctx.config
  const reach = Math.max(0, decidedTo - roundTripSeconds)
  const own = cut(await listTradesOf(db, { trader, since: reach, chainIds, limit }), limit)
  const [earlier, trades] = split(own.trades, decidedTo)
  const hasCoded = await hasCodedTrade(db, { trader, before: decidedTo, chainIds })
  const since = findSince(own.trades, { decidedTo, hasCoded })
  const query = { trader, since: since ?? 0, chainIds, limit }
  const { needs, readTo, fundings, paying, linked } =
    since === undefined ? nobodyElse : await loadOthers(ctx, own.trades, query)
  const registrations = await listRegistrations(db, codesOf(trades))
  const settled = await listSettled(ctx, candidatesOf(trades, registrations))
  const lastKnown = Math.min(own.lastKnown, paying.lastKnown, linked.lastKnown)
  const known = Math.min(settledTo, readTo, lastKnown)
  return {
    trades,
    earlier,
    valuedFrom: hasCoded ? 0 : (since ?? Number.POSITIVE_INFINITY),
    registrations,
    fundings,
    paying: paying.trades,
    linked: linked.trades,
    settled,
    needs,
    decidedTo: Math.max(decidedTo, known > roundTripSeconds ? decidedBefore(known) : 0),
    isCut: Number.isFinite(lastKnown),
  }
}

/** Trades as far as they were read. */
type Read<T extends StoredTrade> = {
  readonly trades: readonly T[]
  /** Unix second from which on trades may be missing. */
  readonly lastKnown: number
}

/** What other accounts have to do with a trader. */
type Others = Pick<LoadedFacts, 'needs' | 'fundings'> & {
  /** Unix seconds up to which transfers are known. */
  readonly readTo: number
  readonly paying: Read<StoredTrade>
  readonly linked: Read<StoredTrade>
}

const nothing = { trades: [], lastKnown: Number.POSITIVE_INFINITY }
const nobodyElse: Others = {
  ...{ needs: [], readTo: Number.POSITIVE_INFINITY },
  ...{ fundings: [], paying: nothing, linked: nothing },
}

async function loadOthers(
  ctx: Context,
  own: readonly AccountTrade[],
  query: TradesQuery,
): Promise<Others> {
  const { trader, since, limit } = query
  const needs = await listNeeds(ctx, { trader, since })
  // Before the transfers are loaded, so that none of those that count as known is missing.
  const readTo = await findReadTo(ctx, needs)
  const fundings = await loadFundings(ctx, query)
  const paying = cut(await listPayingTrades(ctx.db, query), limit)
  const parties = [
    ...fundings.map(({ other }) => other),
    ...paying.trades.map(({ account }) => account),
    ...own.flatMap(({ receiver }) => receiver ?? []),
  ]
  const accounts = [...new Set(parties)].filter((account) => account !== trader)
  const undoing = await listLinkedTrades(ctx.db, { ...query, accounts, pairs: own })
  return { needs, readTo, fundings, paying, linked: cut(undoing, limit) }
}

/** Leaves out the last second of what was read in part: not all of its trades may be there. */
function cut<T extends StoredTrade>(read: readonly T[], limit: number): Read<T> {
  const last = read.at(-1)
  if (!last || read.length < limit) return { ...nothing, trades: read }
  const lastKnown = last.timestamp
  return { trades: read.filter(({ timestamp }) => timestamp < lastKnown), lastKnown }
}

function split(own: readonly AccountTrade[], decidedTo: number) {
  const [earlier, later] = [true, false].map((isEarlier) =>
    own.filter(({ timestamp }) => timestamp < decidedTo === isEarlier),
  )
  return [earlier ?? [], later ?? []] as const
}

/**
 * From when on transfers tell which accounts may have undone a trader's trades, on any network: a day before its first
 * trade of an order of ours that named a code. What came earlier is left out for good, so that it makes no difference
 * how much of a history is judged at once. Undefined where nothing is to be judged by them.
 */
function findSince(
  own: readonly AccountTrade[],
  { decidedTo, hasCoded }: { readonly decidedTo: number; readonly hasCoded: boolean },
): number | undefined {
  const last = own.at(-1)?.timestamp ?? 0
  if (own.length === 0 || last < decidedTo) return undefined
  const from = Math.max(decidedTo, own[0]?.timestamp ?? 0)
  const first = own.find(({ code, isOurs }) => code !== undefined && isOurs)?.timestamp
  if (hasCoded) return from - roundTripSeconds
  return first === undefined ? undefined : Math.max(from, first) - roundTripSeconds
}

/** Those that other traders' readings found beyond what is needed do not count: they may be read or not. */
async function loadFundings(
  ctx: Context,
  { trader, since, chainIds }: Omit<TradesQuery, 'limit'>,
): Promise<readonly FundingOf[]> {
  const fundings = await listFundingsOf(ctx.db, { chainIds, accounts: [trader], since })
  return fundings.filter(({ other }) => other !== trader)
}

function codesOf(trades: readonly AccountTrade[]): readonly string[] {
  return [...new Set(trades.flatMap(({ code }) => code ?? []))]
}

/** The trades that may count: of codes that somebody had. */
function candidatesOf(
  trades: readonly AccountTrade[],
  registrations: readonly Registration[],
): readonly AccountTrade[] {
  const byCode = groupBy(registrations, ({ code }) => code)
  return trades.filter(
    ({ code = '', isOurs, timestamp }) =>
      isOurs && byCode.get(code)?.some((each) => isRegisteredAt(each, timestamp)),
  )
}

/** All trades of the candidates' assets where another account traded them in the other direction. */
async function listSettled(
  ctx: Context,
  candidates: readonly AccountTrade[],
): Promise<readonly StoredTrade[]> {
  const hashes = [...new Set(candidates.map(({ txHash }) => txHash))]
  const settled = groupBy(await listTradesIn(ctx.db, hashes), ({ txHash }) => txHash)
  const needed = candidates.flatMap((trade) => {
    const pair = findAssetPair(trade)
    const all = (settled.get(trade.txHash) ?? []).map((other) => {
      return { other, direction: findAssetPair(other)?.there }
    })
    const isMet = all.some(
      ({ other, direction }) => direction === pair?.back && other.account !== trade.account,
    )
    if (!pair || !isMet) return []
    const isSame = ({ direction = '' }) => [pair.there, pair.back].includes(direction)
    return all.filter(isSame).map(({ other }) => other)
  })
  return [...new Set(needed)]
}
