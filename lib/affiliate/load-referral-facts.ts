import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { groupBy } from '@/lib/core/group-by'
import { findAssetPair } from './asset-pair'
import { type FundingOf, listFundingReads, listFundingsOf } from './funding-store'
import { type ChainSince, listLinkedTrades, listPayingTrades } from './linked-trade-store'
import {
  type AccountTrade,
  listCodedChains,
  listTradesIn,
  listTradesOf,
  type StoredTrade,
} from './referral-fact-store'
import { decidedBefore } from './referral-sums'
import { isRegisteredAt, type Registration } from './registration'
import { listRegistrations } from './registration-store'
import type { FundingNeed } from './request-fundings'
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
  readonly mostTrades: number
}

/** Loads the facts of a trader. */
export async function loadReferralFacts(
  ctx: Context,
  { trader, decidedTo }: PartlyDecided,
  { settledTo, mostTrades: limit }: Bounds,
): Promise<LoadedFacts> {
  const { db } = ctx
  const { chainIds } = ctx.config
  const reach = Math.max(0, decidedTo - roundTripSeconds)
  const own = cut(await listTradesOf(db, { trader, since: reach, chainIds, limit }), limit)
  const [earlier, trades] = split(own.trades, decidedTo)
  const coded = await listCodedChains(db, { trader, before: decidedTo }, chainIds)
  const chains = chainsOf(own.trades, { decidedTo, coded })
  const since = Math.min(...chains.map((chain) => chain.since))
  const needs = chains.map((chain) => ({ ...chain, trader }))
  // Before the transfers are loaded, so that none of those that count as known is missing.
  const readTo = await findReadTo(ctx, needs)
  const fundings = await loadFundings(ctx, trader, chains)
  const paying = cut(
    chains.length === 0 ? [] : await listPayingTrades(db, { trader, since, chainIds, limit }),
    limit,
  )
  const parties = [
    ...fundings.map(({ other }) => other),
    ...paying.trades.map(({ account }) => account),
    ...own.trades.flatMap(({ receiver }) => receiver ?? []),
  ]
  const accounts = [...new Set(parties)].filter((account) => account !== trader)
  const pairs = own.trades
  const linked = cut(await listLinkedTrades(db, { accounts, chains, pairs, limit }), limit)
  const registrations = await listRegistrations(db, codesOf(trades))
  const settled = await listSettled(ctx, candidatesOf(trades, registrations))
  const lastKnown = Math.min(own.lastKnown, paying.lastKnown, linked.lastKnown)
  const known = Math.min(settledTo, readTo, lastKnown)
  return {
    trades,
    earlier,
    valuedFrom: coded.length > 0 ? 0 : since,
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

/** Leaves out the last second of what was read in part: not all of its trades may be there. */
function cut<T extends StoredTrade>(
  read: readonly T[],
  limit: number,
): { readonly trades: readonly T[]; readonly lastKnown: number } {
  const last = read.at(-1)
  if (!last || read.length < limit) {
    return { trades: read, lastKnown: Number.POSITIVE_INFINITY }
  }
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
 * The networks whose transfers tell which accounts may have undone a trader's trades, and from when on: a day before
 * its first trade there of an order of ours that named a code. What came earlier is left out for good, so that it
 * makes no difference how much of a history is judged at once.
 */
function chainsOf(
  own: readonly AccountTrade[],
  { decidedTo, coded }: { readonly decidedTo: number; readonly coded: readonly number[] },
): readonly ChainSince[] {
  const last = own.at(-1)?.timestamp ?? 0
  if (own.length === 0 || last < decidedTo) return []
  const from = Math.max(decidedTo, own[0]?.timestamp ?? 0)
  const firsts = new Map<number, number>()
  for (const { chainId, timestamp, code, isOurs } of own) {
    if (code !== undefined && isOurs && !firsts.has(chainId)) firsts.set(chainId, timestamp)
  }
  for (const chainId of coded) firsts.set(chainId, 0)
  return [...firsts].map(([chainId, first]) => {
    return { chainId, since: Math.max(from, first) - roundTripSeconds }
  })
}

/** Until when the transfers that are needed are known, Unix seconds. */
async function findReadTo(ctx: Context, needs: readonly FundingNeed[]): Promise<number> {
  const reads = await Promise.all(
    needs.map(async ({ chainId, trader, since }) => {
      const [read] = await listFundingReads(ctx.db, chainId, [trader])
      return read && read.since <= since ? read.timestamp : 0
    }),
  )
  return Math.min(...reads)
}

/** Those that other traders' readings found beyond what is needed do not count: they may be read or not. */
async function loadFundings(
  ctx: Context,
  trader: Address,
  chains: readonly ChainSince[],
): Promise<readonly FundingOf[]> {
  const lists = await Promise.all(
    chains.map(({ chainId, since }) =>
      listFundingsOf(ctx.db, { chainIds: [chainId], accounts: [trader], since }),
    ),
  )
  return lists.flat().filter(({ other }) => other !== trader)
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
