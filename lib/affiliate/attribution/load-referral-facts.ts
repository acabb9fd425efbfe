import {
  type FundingNeed,
  type FundingOf,
  listFundingsOf,
} from '@/lib/affiliate/funding/funding-store'
import { findReadTo, listNeeds } from '@/lib/affiliate/funding/request-fundings'
import { listRegistrations } from '@/lib/affiliate/registration/affiliate-store'
import { isRegisteredAt, type Registration } from '@/lib/affiliate/registration/registration'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { groupBy } from '@/lib/core/group-by'
import {
  type AccountTrade,
  listLinkedTrades,
  listPayingTrades,
  listTradesIn,
  listTradesOf,
  type StoredTrade,
  type TradesQuery,
} from './account-trade-query'
import { findAssetPair } from './asset-pair'
import { hasCodedTrade } from './referral-store'
import { decidedBefore } from './referral-sums'
import { roundTripSeconds } from './referral-trade'

/** A trader whose trades before a Unix second are decided. */
export type PartlyDecided = { readonly trader: Address; readonly decidedTo: number }

/** The facts for a trader's undecided trades, except the values of other trades. */
export type LoadedFacts = {
  /** The trader's undecided trades. */
  readonly trades: readonly AccountTrade[]
  /** Its decided trades of the day before, which later ones may offset. */
  readonly earlier: readonly AccountTrade[]
  /** Unix second before which no trade needs a value: a day before the first that may count. */
  readonly valuedFrom: number
  readonly registrations: readonly Registration[]
  /** Transfers between the trader and other accounts. */
  readonly fundings: readonly FundingOf[]
  /** Trades by which other accounts paid the trader. */
  readonly paying: readonly StoredTrade[]
  /** Reversing trades of accounts that paid the trader or that it paid. */
  readonly linked: readonly StoredTrade[]
  /** All trades in settlements that may have offset one of the trader's trades. */
  readonly settled: readonly StoredTrade[]
  /** Accounts whose transfers must be read, and from when on. */
  readonly needs: readonly FundingNeed[]
  /** Unix second before which these facts decide the trades. */
  readonly decidedTo: number
  /** Whether more trades remain to be loaded. */
  readonly isCut: boolean
}

/** The extent of known data, and the batch size. */
export type Bounds = {
  /** Unix seconds up to which the trades of every network are final. */
  readonly settledTo: number
  /** Maximum number of a trader's trades of one kind per load; a longer history continues in the next run. */
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
    since === undefined ? noOthers : await loadOthers(ctx, own.trades, query)
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

/** Trades read so far. */
type Read<T extends StoredTrade> = {
  readonly trades: readonly T[]
  /** Unix second from which on trades may be missing. */
  readonly lastKnown: number
}

/** Facts about accounts linked to a trader. */
type Others = Pick<LoadedFacts, 'needs' | 'fundings'> & {
  /** Unix seconds up to which transfers are known. */
  readonly readTo: number
  readonly paying: Read<StoredTrade>
  readonly linked: Read<StoredTrade>
}

const nothing = { trades: [], lastKnown: Number.POSITIVE_INFINITY }
const noOthers: Others = {
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
  // Read before the transfers, so that every transfer up to it is included.
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

/** Drops the last second of a truncated result, since some of its trades may be missing. */
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
 * Returns the start of the transfers that may link accounts to the trader: a day before its first trade with a code in
 * one of our settlements, on any network. Earlier transfers never count, so that the result does not depend on the
 * batch size. Undefined when no trade depends on transfers.
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

/** Excludes transfers beyond the trader's own need: other traders' reads may or may not have found them. */
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

/** Returns the trades that may count: those whose code was registered. */
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

/** Lists all trades of the candidates' assets in settlements where another account traded in reverse. */
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
