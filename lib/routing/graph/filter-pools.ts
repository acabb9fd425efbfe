import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { setBounded } from '@/lib/core/bounded-map'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { findRoute } from '@/lib/routing/find-route'
import type { RouteRequest } from '@/lib/routing/route'
import {
  countChanges,
  isDue,
  isPenalized,
  isVerified,
  trustedTokens,
  verifyTokens,
} from './intermediate-tokens'

/** Pools of one block, and the tokens that any route may pass on its way through them. */
export type Admission = {
  readonly pools: readonly Pool[]
  readonly intermediates: readonly Address[]
}

type Wanted = {
  readonly chainId: number
  readonly pools: readonly Pool[]
  /** What is to be traded; the tokens at its ends need no proof here. */
  readonly trades: readonly RouteRequest[]
}

/** Milliseconds for which the best ways of a pair at a size are not looked for again. */
const lookedMs = 60_000
const maxLooked = 5_000

/** Trades whose ways are looked for at once, and milliseconds from which on the others have to wait. */
const maxLooks = 20
const longestLookMs = 150

/** Searches for the way of one trade, and tokens on it that are tried at most. */
const maxTurns = 3
const maxTokens = 8

/**
 * Which of the pools routes may use: those whose tokens are base tokens, listed, ends of the trades, or proved, which
 * means that they were lately seen to arrive in full, as long as none of it is put off. Tokens that the best way of a
 * trade would pass are tried for it, and nobody else's, so that strangers who make tokens do not keep the node busy.
 *
 * The same array comes again as long as nothing changes.
 */
export async function admitPools(ctx: Context, wanted: Wanted): Promise<Admission> {
  await lookForWays(ctx, wanted)
  return admitKnown(ctx, wanted)
}

/** Like {@link admitPools} by what is known already; what is not, is tried behind the answer's back. */
export async function admitKnownPools(ctx: Context, wanted: Wanted): Promise<Admission> {
  setImmediate(() => {
    lookForWays(ctx, wanted).catch((error) =>
      ctx.log.warn({ error, chainId: wanted.chainId }, 'tokens on the way are not tried'),
    )
  })
  return admitKnown(ctx, wanted)
}

/** Like {@link admitPools} where no token is proved: for times in which settlements revert. */
export async function admitTrustedPools(ctx: Context, wanted: Wanted): Promise<Admission> {
  const trusted = await trustedTokens(ctx, wanted.chainId)
  return admitBy(ctx, wanted, (token) => trusted.has(token))
}

/** What is admitted for the same pools and ends for so many milliseconds, if nothing is learnt meanwhile. */
const steadyMs = 1_000

type Kept = {
  readonly admission: Admission
  readonly trusted: ReadonlySet<Address>
  readonly changes: number
  readonly untilMs: number
}

const admissions = new WeakMap<readonly Pool[], Map<string, Kept>>()

async function admitKnown(ctx: Context, wanted: Wanted): Promise<Admission> {
  const { chainId, pools, trades } = wanted
  const trusted = await trustedTokens(ctx, chainId)
  const changes = countChanges(ctx, chainId)
  const key = [...endsOf(trades)].sort().join()
  const ofPools = admissions.get(pools) ?? new Map<string, Kept>()
  admissions.set(pools, ofPools)
  const kept = ofPools.get(key)
  if (kept?.trusted === trusted && kept.changes === changes && ctx.now() < kept.untilMs) {
    return kept.admission
  }
  const vouchedFor = (token: Address) => trusted.has(token) || isVerified(ctx, chainId, token)
  const found = admitBy(ctx, wanted, vouchedFor)
  const admission = { ...found, pools: sameAs([pools, kept?.admission.pools ?? []], found.pools) }
  ofPools.set(key, { admission, trusted, changes, untilMs: ctx.now() + steadyMs })
  return admission
}

/** The pools whose tokens are ends of the trades or vouched for, as long as none of it is put off. */
function admitBy(
  ctx: Context,
  { chainId, pools, trades }: Wanted,
  vouchedFor: (token: Address) => boolean,
): Admission {
  const ends = endsOf(trades)
  const isFree = (address: Address) => !isPenalized(ctx, chainId, address)
  const tokens = [...new Set(pools.flatMap(tokensOf))]
  const intermediates = new Set(tokens.filter((token) => isFree(token) && vouchedFor(token)))
  const mayPass = (token: Address) => ends.has(token) || intermediates.has(token)
  const admitted = pools.filter((pool) => isFree(pool.address) && tokensOf(pool).every(mayPass))
  const used = new Set(admitted.flatMap(tokensOf))
  return { pools: admitted, intermediates: [...intermediates].filter((token) => used.has(token)) }
}

/** One of the earlier arrays that has the same members, because what is known of pools is kept by array. */
function sameAs(earlier: readonly (readonly Pool[])[], pools: readonly Pool[]): readonly Pool[] {
  const isSame = (one: readonly Pool[]) =>
    one.length === pools.length && one.every((pool, at) => pool === pools[at])
  return earlier.find(isSame) ?? pools
}

/** Tries the tokens that nobody vouches for on the best ways of the trades, until these pass proved ones only. */
async function lookForWays(ctx: Context, wanted: Wanted): Promise<void> {
  const { chainId, pools } = wanted
  let trades = wanted.trades.filter((one) => isUnseen(ctx, chainId, one)).slice(0, maxLooks)
  if (trades.length === 0) return
  const trusted = await trustedTokens(ctx, chainId)
  const mayBeDue = (token: Address) => !trusted.has(token) && isDue(ctx, chainId, token)
  if (!pools.some((pool) => tokensOf(pool).some(mayBeDue))) return
  const endMs = ctx.now() + longestLookMs
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const ways = new Map<RouteRequest, readonly Pool[]>()
    for (const trade of trades) {
      if (ctx.now() >= endMs) break
      noteSeen(ctx, chainId, trade)
      const way = findWay(ctx, wanted, trade)
      if (way.some((pool) => tokensOf(pool).some(mayBeDue))) ways.set(trade, way)
    }
    if (ways.size === 0) return
    const due = [...ways.values()].map((way) =>
      [...new Set(way.flatMap(tokensOf))].filter(mayBeDue).slice(0, maxTokens),
    )
    await verifyTokens(ctx, { chainId, pools: [...ways.values()].flat() }, [...new Set(due.flat())])
    trades = [...ways.keys()]
  }
}

/** The pools of a trade's best way. The tokens at its ends are tried too: those who sell them can then join others. */
function findWay(ctx: Context, { chainId, pools }: Wanted, trade: RouteRequest): readonly Pool[] {
  const ends = endsOf([trade])
  const isOpen = (pool: Pool) =>
    !isPenalized(ctx, chainId, pool.address) &&
    tokensOf(pool).every((token) => ends.has(token) || !isPenalized(ctx, chainId, token))
  return (findRoute(pools.filter(isOpen), trade)?.hops ?? []).map(({ pool }) => pool)
}

function endsOf(trades: readonly RouteRequest[]): ReadonlySet<Address> {
  return new Set(trades.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]))
}

function isUnseen(ctx: Context, chainId: number, trade: RouteRequest): boolean {
  return (seenWays(ctx, chainId).get(keyOf(trade)) ?? -lookedMs) + lookedMs <= ctx.now()
}

function noteSeen(ctx: Context, chainId: number, trade: RouteRequest): void {
  const seen = seenWays(ctx, chainId)
  setBounded(seen, { key: keyOf(trade), value: ctx.now(), max: maxLooked })
}

/** Trades whose routes were searched, and when, in milliseconds. */
export const seenWays = defineSlot(
  'routing/seen-trades',
  (_, _chainId: number) => new Map<string, number>(),
)

/** Trades of one pair have the same ways where their sizes differ by less than a factor of sixteen. */
function keyOf({ sellToken, buyToken, sellAmount, buyAmount }: RouteRequest): string {
  const size = (sellAmount ?? buyAmount ?? 0n).toString(16).length
  return `${sellToken} ${buyToken} ${sellAmount === undefined ? 'buy' : 'sell'} ${size}`
}
