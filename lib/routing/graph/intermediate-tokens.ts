import { type Context, defineCache, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { setBounded } from '@/lib/core/bounded-map'
import { isServiceError } from '@/lib/core/errors'
import { findHolder, type Pool } from '@/lib/liquidity/pool'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'
import { verifyTransfer } from '@/lib/tokens/policy/transfer-simulation'
import { listListedAddresses } from '@/lib/tokens/token-store'
import { untrustedIn } from './untrusted'

type Penalty = { readonly untilMs: number; readonly times: number }

/** What a process knows of a network's untrusted tokens, and of pools that failed. */
type Standing = {
  /** When a token last passed verification, in milliseconds. */
  readonly verifiedAt: Map<Address, number>
  /** Tokens and pools that routes avoid for now. */
  readonly penalties: Map<Address, Penalty>
  /** Times of the verifications within the last minute. */
  readonly attempts: number[]
  /** Number of changes. */
  changes: number
}

/**
 * Validity of a verification, and the age at which it is renewed on demand. A token's behaviour can change at any time;
 * ten minutes limit the node's work, and every settlement is simulated anyway.
 */
const verifiedMs = 600_000
const renewAfterMs = verifiedMs / 2

/** Duration of a first penalty, as long as a verification counts; doubled each further time, up to a day. */
const penaltyMs = 600_000
const maxPenaltyMs = 86_400_000

/** Maximum entries of each, the newest: anyone can create tokens. */
const maxEntries = 5_000

/** Maximum verifications per minute, since each simulates a transfer on the node. */
const attemptsPerMinute = 60
const minuteMs = 60_000

/** Milliseconds for which the token list is cached; operators edit it by hand. */
const listedMs = 60_000

const trusted = defineCache<ReadonlySet<Address>>('routing/trusted-tokens', {
  forMs: listedMs,
  max: 1,
})

/** Returns the tokens that the operator trusts: the network's base tokens and those of the token list. */
export async function trustedTokens(ctx: Context, chainId: number): Promise<ReadonlySet<Address>> {
  const { baseTokens, wrappedNative } = ctx.chain(chainId).network
  return trusted(ctx, {
    scope: chainId,
    key: '',
    load: async () =>
      new Set([...baseTokens, wrappedNative, ...(await listListedAddresses(ctx.db, chainId))]),
  }).catch(() => new Set([...baseTokens, wrappedNative]))
}

/** Returns a number that changes whenever a token or pool of a network is verified or penalized. */
export function countChanges(ctx: Context, chainId: number): number {
  return standingOf(ctx, chainId).changes
}

/** Returns whether a token recently passed verification: it arrives in full. */
export function isVerified(ctx: Context, chainId: number, token: Address): boolean {
  const { verifiedAt } = standingOf(ctx, chainId)
  return (verifiedAt.get(token) ?? -verifiedMs) + verifiedMs > ctx.now()
}

/** Returns whether routes avoid a token or a pool for now. */
export function isPenalized(ctx: Context, chainId: number, address: Address): boolean {
  return (standingOf(ctx, chainId).penalties.get(address)?.untilMs ?? 0) > ctx.now()
}

/** Returns whether a token has to be verified, for the first time or again. */
export function isDue(ctx: Context, chainId: number, token: Address): boolean {
  if (isPenalized(ctx, chainId, token)) return false
  const verifiedAt = standingOf(ctx, chainId).verifiedAt.get(token)
  return verifiedAt === undefined || verifiedAt + renewAfterMs <= ctx.now()
}

/**
 * Penalizes tokens and pools through which a settlement fails that succeeds without them: ten minutes, and each further
 * time twice as long.
 */
export function penalize(ctx: Context, chainId: number, addresses: readonly Address[]): void {
  const standing = standingOf(ctx, chainId)
  const now = ctx.now()
  for (const address of addresses) {
    const known = standing.penalties.get(address)
    if (known && known.untilMs > now) continue
    const times = known && known.untilMs + maxPenaltyMs > now ? known.times + 1 : 1
    const untilMs = now + Math.min(maxPenaltyMs, penaltyMs * 2 ** Math.min(times - 1, 10))
    setBounded(standing.penalties, { key: address, value: { untilMs, times }, max: maxEntries })
    standing.verifiedAt.delete(address)
    standing.changes += 1
  }
  if (addresses.length > 0) ctx.log.warn({ chainId, addresses }, 'tokens and pools penalized')
}

/** A route that failed on chain, and the search for another one at the same block. */
type Retry<T> = {
  readonly chainId: number
  /** The pools of the route. */
  readonly pools: readonly Pool[]
  /** Tokens that no route can avoid; see `knownTokens`. */
  readonly known: ReadonlySet<Address>
  /** Returns a route through known tokens only, without pools that call rate providers; undefined if it fails too. */
  readonly retry: () => Promise<T | undefined>
  /** Whether the order runs no untrusted code itself, which could fail on purpose. Gets the trusted tokens. */
  readonly isHarmless: (trusted: ReadonlySet<Address>) => boolean | Promise<boolean>
}

/**
 * Retries a failed route without the untrusted contracts that it passed. If that succeeds, they are to blame, and are
 * penalised if the order is harmless. Returns undefined if the route passed none, or if the retry fails too.
 *
 * @throws what `retry` throws.
 */
export async function retryWithoutUntrusted<T>(
  ctx: Context,
  { chainId, pools, known, retry, isHarmless }: Retry<T>,
): Promise<T | undefined> {
  const untrusted = untrustedIn(pools, known)
  if (untrusted.length === 0) return undefined
  const found = await retry()
  if (found === undefined) return undefined
  if (await isHarmless(await trustedTokens(ctx, chainId))) penalize(ctx, chainId, untrusted)
  return found
}

/**
 * Verifies that tokens arrive in full from the first pool that holds them, and records the outcomes: a token that fails
 * is penalized. Skips tokens beyond the limit per minute, and learns nothing if the node does not answer.
 */
export async function verifyTokens(
  ctx: Context,
  { chainId, pools }: { readonly chainId: number; readonly pools: readonly Pool[] },
  tokens: readonly Address[],
): Promise<void> {
  const standing = standingOf(ctx, chainId)
  const { attempts } = standing
  const now = ctx.now()
  while (attempts[0] !== undefined && attempts[0] + minuteMs <= now) attempts.shift()
  const tested = tokens.slice(0, Math.max(0, attemptsPerMinute - attempts.length))
  attempts.push(...tested.map(() => now))
  await Promise.all(
    tested.map(async (token) => {
      const outcome = await verify(ctx, { chainId, token, holder: findHolder(pools, token) })
      if (outcome === 'arrives') {
        setBounded(standing.verifiedAt, { key: token, value: now, max: maxEntries })
        standing.changes += 1
      }
      if (outcome === 'fails') penalize(ctx, chainId, [token])
    }),
  )
}

type Candidate = {
  readonly chainId: number
  readonly token: Address
  readonly holder: Address | undefined
}

async function verify(
  ctx: Context,
  { chainId, token, holder }: Candidate,
): Promise<'arrives' | 'fails' | 'unknown'> {
  if (!holder) return 'unknown'
  try {
    await checkTokens(ctx, { chainId, addresses: [token], holderOf: () => undefined })
    const arrives = await verifyTransfer(ctx, { chainId, token, holder })
    return arrives === undefined ? 'unknown' : arrives ? 'arrives' : 'fails'
  } catch (error) {
    return isServiceError(error) && error.code === 'UnsupportedToken' ? 'fails' : 'unknown'
  }
}

const standingOf = defineSlot(
  'routing/standing',
  (_, _chainId: number): Standing => ({
    verifiedAt: new Map(),
    penalties: new Map(),
    attempts: [],
    changes: 0,
  }),
)
