import { type Context, defineCache, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { setBounded } from '@/lib/core/bounded-map'
import { isServiceError } from '@/lib/core/errors'
import { findHolder, type Pool } from '@/lib/liquidity/pool'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'
import { verifyTransfer } from '@/lib/tokens/policy/prove-transfer'
import { listListedAddresses } from '@/lib/tokens/token-store'

type Penalty = { readonly untilMs: number; readonly times: number }

/** What a process knows of a network's tokens that nobody vouches for, and of pools that failed. */
type Standing = {
  /** When a token was last seen to arrive in full, in milliseconds. */
  readonly provedAt: Map<Address, number>
  /** Tokens and pools that no route passes for now. */
  readonly penalize: Map<Address, Penalty>
  /** Times of the proofs that were tried within the last minute. */
  readonly tries: number[]
  /** Counts what was learnt. */
  changes: number
}

/** How long a proof counts, and after which part of that it is renewed where it is needed. */
const provedMs = 600_000
const renewedMs = provedMs / 2

/** How long what failed is put off for the first time; twice as long each further time, a day at most. */
const putOffMs = 600_000
const longestMs = 86_400_000

/** What is remembered at most of each, the newest; strangers make tokens as they like. */
const maxEntries = 5_000

/** Proofs that are tried in a minute at most. */
const triesPerMinute = 60
const minuteMs = 60_000

/** Milliseconds for which the token list counts as known. */
const listedMs = 60_000

const trusted = defineCache<ReadonlySet<Address>>('routing/trusted-tokens', {
  forMs: listedMs,
  max: 1,
})

/** The tokens that the operator vouches for: the network's base tokens and those of the token list. */
export async function trustedTokens(ctx: Context, chainId: number): Promise<ReadonlySet<Address>> {
  const { baseTokens, wrappedNative } = ctx.chain(chainId).network
  return trusted(ctx, {
    scope: chainId,
    key: '',
    load: async () =>
      new Set([...baseTokens, wrappedNative, ...(await listListedAddresses(ctx.db, chainId))]),
  }).catch(() => new Set([...baseTokens, wrappedNative]))
}

/** A number that is another one once something was learnt of a network's tokens or pools. */
export function countChanges(ctx: Context, chainId: number): number {
  return standingOf(ctx, chainId).changes
}

/** Whether a token was lately seen to arrive in full. */
export function isVerified(ctx: Context, chainId: number, token: Address): boolean {
  const { provedAt } = standingOf(ctx, chainId)
  return (provedAt.get(token) ?? -provedMs) + provedMs > ctx.now()
}

/** Whether no route is to pass a token or a pool for now. */
export function isPenalized(ctx: Context, chainId: number, address: Address): boolean {
  return (standingOf(ctx, chainId).penalize.get(address)?.untilMs ?? 0) > ctx.now()
}

/** Whether it is to be tried how a token arrives, since nobody knows or it is long ago. */
export function isDue(ctx: Context, chainId: number, token: Address): boolean {
  if (isPenalized(ctx, chainId, token)) return false
  const provedAt = standingOf(ctx, chainId).provedAt.get(token)
  return provedAt === undefined || provedAt + renewedMs <= ctx.now()
}

/**
 * Puts tokens and pools off through which a settlement fails that goes well without them: ten minutes, and each further
 * time twice as long.
 */
export function penalize(ctx: Context, chainId: number, addresses: readonly Address[]): void {
  const standing = standingOf(ctx, chainId)
  const now = ctx.now()
  for (const address of addresses) {
    const known = standing.penalize.get(address)
    if (known && known.untilMs > now) continue
    const times = known && known.untilMs + longestMs > now ? known.times + 1 : 1
    const untilMs = now + Math.min(longestMs, putOffMs * 2 ** Math.min(times - 1, 10))
    setBounded(standing.penalize, { key: address, value: { untilMs, times }, max: maxEntries })
    standing.provedAt.delete(address)
    standing.changes += 1
  }
  if (addresses.length > 0) ctx.log.warn({ chainId, addresses }, 'routes avoid what fails')
}

/**
 * Tries whether tokens arrive in full, from the first of the pools that has them, and remembers what came out: who
 * fails is put off. No more are tried than a minute has room for, and nothing is learnt where the node does not answer.
 */
export async function verifyTokens(
  ctx: Context,
  { chainId, pools }: { readonly chainId: number; readonly pools: readonly Pool[] },
  tokens: readonly Address[],
): Promise<void> {
  const standing = standingOf(ctx, chainId)
  const { tries } = standing
  const now = ctx.now()
  while (tries[0] !== undefined && tries[0] + minuteMs <= now) tries.shift()
  const tried = tokens.slice(0, Math.max(0, triesPerMinute - tries.length))
  tries.push(...tried.map(() => now))
  await Promise.all(
    tried.map(async (token) => {
      const outcome = await prove(ctx, { chainId, token, holder: findHolder(pools, token) })
      if (outcome === 'arrives') {
        setBounded(standing.provedAt, { key: token, value: now, max: maxEntries })
        standing.changes += 1
      }
      if (outcome === 'fails') penalize(ctx, chainId, [token])
    }),
  )
}

type Trial = {
  readonly chainId: number
  readonly token: Address
  readonly holder: Address | undefined
}

async function prove(
  ctx: Context,
  { chainId, token, holder }: Trial,
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
    provedAt: new Map(),
    penalize: new Map(),
    tries: [],
    changes: 0,
  }),
)
