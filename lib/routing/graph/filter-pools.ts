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

/** Pools of one block, and the tokens that routes through them may use as intermediates. */
export type Admission = {
  readonly pools: readonly Pool[]
  readonly intermediates: readonly Address[]
}

type Input = {
  readonly chainId: number
  readonly pools: readonly Pool[]
  /** The trades to route; the tokens at their ends need no verification here. */
  readonly trades: readonly RouteRequest[]
}

/** Milliseconds for which the best route of a pair at a size is not searched again, and how many are remembered. */
const searchedMs = 60_000
const maxSearched = 5_000

/**
 * Trades searched at once, and milliseconds after which the others have to wait: a quote or an auction waits for them.
 */
const maxTrades = 20
const maxSearchMs = 150

/** Searches per trade, each without the tokens that have just failed, and maximum tokens verified on its route. */
const maxRounds = 3
const maxTokens = 8

/**
 * Returns the pools that routes may use: those whose tokens are base tokens, listed, ends of the trades, or verified,
 * which means that they recently arrived in full, as long as none of them is penalized. Verifies only tokens on the
 * best route of a trade, so that creators of tokens cannot keep the node busy.
 *
 * Returns the same array as long as nothing changes.
 */
export async function admitPools(ctx: Context, input: Input): Promise<Admission> {
  await verifyBestRoutes(ctx, input)
  return admitKnown(ctx, input)
}

/** Like {@link admitPools} with what is known already; verifies the rest in the background. */
export async function admitKnownPools(ctx: Context, input: Input): Promise<Admission> {
  setImmediate(() => {
    verifyBestRoutes(ctx, input).catch((error) =>
      ctx.log.warn({ error, chainId: input.chainId }, 'verification of intermediate tokens failed'),
    )
  })
  return admitKnown(ctx, input)
}

/** Like {@link admitPools} without verified tokens: for times in which settlements revert. */
export async function admitTrustedPools(ctx: Context, input: Input): Promise<Admission> {
  const trusted = await trustedTokens(ctx, input.chainId)
  return admitBy(ctx, input, (token) => trusted.has(token))
}

/** Milliseconds for which an admission is cached by pools and ends, unless something changes: penalties end by time. */
const cacheMs = 1_000

type Kept = {
  readonly admission: Admission
  readonly trusted: ReadonlySet<Address>
  readonly changes: number
  readonly untilMs: number
}

const admissions = new WeakMap<readonly Pool[], Map<string, Kept>>()

async function admitKnown(ctx: Context, input: Input): Promise<Admission> {
  const { chainId, pools, trades } = input
  const trusted = await trustedTokens(ctx, chainId)
  const changes = countChanges(ctx, chainId)
  const key = [...endsOf(trades)].sort().join()
  const ofPools = admissions.get(pools) ?? new Map<string, Kept>()
  admissions.set(pools, ofPools)
  const kept = ofPools.get(key)
  if (kept?.trusted === trusted && kept.changes === changes && ctx.now() < kept.untilMs) {
    return kept.admission
  }
  const isTrusted = (token: Address) => trusted.has(token) || isVerified(ctx, chainId, token)
  const found = admitBy(ctx, input, isTrusted)
  const admission = { ...found, pools: reuse([pools, kept?.admission.pools ?? []], found.pools) }
  ofPools.set(key, { admission, trusted, changes, untilMs: ctx.now() + cacheMs })
  return admission
}

/** Returns the pools whose tokens are trusted or ends of the trades, as long as none of them is penalized. */
function admitBy(
  ctx: Context,
  { chainId, pools, trades }: Input,
  isTrusted: (token: Address) => boolean,
): Admission {
  const ends = endsOf(trades)
  const isFree = (address: Address) => !isPenalized(ctx, chainId, address)
  const tokens = [...new Set(pools.flatMap(tokensOf))]
  const intermediates = new Set(tokens.filter((token) => isFree(token) && isTrusted(token)))
  const mayPass = (token: Address) => ends.has(token) || intermediates.has(token)
  const admitted = pools.filter((pool) => isFree(pool.address) && tokensOf(pool).every(mayPass))
  const used = new Set(admitted.flatMap(tokensOf))
  return { pools: admitted, intermediates: [...intermediates].filter((token) => used.has(token)) }
}

/** Returns an earlier array with the same members if there is one, because caches are keyed by the array. */
function reuse(earlier: readonly (readonly Pool[])[], pools: readonly Pool[]): readonly Pool[] {
  const isSame = (one: readonly Pool[]) =>
    one.length === pools.length && one.every((pool, at) => pool === pools[at])
  return earlier.find(isSame) ?? pools
}

/** Verifies the untrusted tokens on the best routes of the trades, until these use verified ones only. */
async function verifyBestRoutes(ctx: Context, input: Input): Promise<void> {
  const { chainId, pools } = input
  const traded = new Set(pools.flatMap(tokensOf))
  const isTraded = ({ sellToken, buyToken }: RouteRequest) =>
    traded.has(sellToken) && traded.has(buyToken)
  let trades = input.trades
    .filter((one) => isTraded(one) && isSearchDue(ctx, chainId, one))
    .slice(0, maxTrades)
  if (trades.length === 0) return
  const trusted = await trustedTokens(ctx, chainId)
  const mayBeDue = (token: Address) => !trusted.has(token) && isDue(ctx, chainId, token)
  if (!pools.some((pool) => tokensOf(pool).some(mayBeDue))) return
  const endMs = ctx.now() + maxSearchMs
  for (let round = 0; round < maxRounds; round += 1) {
    const best = new Map<RouteRequest, readonly Pool[]>()
    for (const trade of trades) {
      if (ctx.now() >= endMs) break
      recordSearch(ctx, chainId, trade)
      const route = bestPath(ctx, input, trade)
      if (route.some((pool) => tokensOf(pool).some(mayBeDue))) best.set(trade, route)
    }
    if (best.size === 0) return
    const due = [...best.values()].map((route) =>
      [...new Set(route.flatMap(tokensOf))].filter(mayBeDue).slice(0, maxTokens),
    )
    await verifyTokens(ctx, { chainId, pools: [...best.values()].flat() }, [...new Set(due.flat())])
    trades = [...best.keys()]
  }
}

/** Returns the pools of a trade's best route. Its ends are verified too: others can then trade with their sellers. */
function bestPath(ctx: Context, { chainId, pools }: Input, trade: RouteRequest): readonly Pool[] {
  const ends = endsOf([trade])
  const isOpen = (pool: Pool) =>
    !isPenalized(ctx, chainId, pool.address) &&
    tokensOf(pool).every((token) => ends.has(token) || !isPenalized(ctx, chainId, token))
  return (findRoute(pools.filter(isOpen), trade)?.hops ?? []).map(({ pool }) => pool)
}

function endsOf(trades: readonly RouteRequest[]): ReadonlySet<Address> {
  return new Set(trades.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]))
}

function isSearchDue(ctx: Context, chainId: number, trade: RouteRequest): boolean {
  return (searchTimes(ctx, chainId).get(keyOf(trade)) ?? -searchedMs) + searchedMs <= ctx.now()
}

function recordSearch(ctx: Context, chainId: number, trade: RouteRequest): void {
  const times = searchTimes(ctx, chainId)
  setBounded(times, { key: keyOf(trade), value: ctx.now(), max: maxSearched })
}

/** Trades whose routes were searched, and when, in milliseconds. */
export const searchTimes = defineSlot(
  'routing/searched-trades',
  (_, _chainId: number) => new Map<string, number>(),
)

/** Trades of one pair share a key if their sizes have the same number of hex digits. */
function keyOf({ sellToken, buyToken, sellAmount, buyAmount }: RouteRequest): string {
  const size = (sellAmount ?? buyAmount ?? 0n).toString(16).length
  return `${sellToken} ${buyToken} ${sellAmount === undefined ? 'buy' : 'sell'} ${size}`
}
