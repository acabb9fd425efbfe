import { findCursor } from '@/lib/chain/cursor-store'
import { type Context, contextSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { poolCursor } from '@/lib/liquidity/pools/pool-store'
import { probePools } from '@/lib/liquidity/pools/probe-pools'
import { listPooledTokens, listPricePoolsBetween } from './price-pool-store'

/** What is in memory of a network's pools. */
export type TokenCatalog = {
  /** Pools between base tokens. */
  readonly basePools: readonly PairDescriptor[]
  /** Tokens that a stored pool has together with a base token. */
  readonly tokens: ReadonlySet<Address>
  /** Whether all pools of the chain are stored, so that a token that is not in them has none. */
  readonly isComplete: boolean
  /** Pools of tokens with base tokens, as far as they were asked for. */
  readonly poolsOf: Map<Address, Promise<readonly PairDescriptor[]>>
  readonly loadedAtMs: number
}

type Held = { catalog: TokenCatalog | undefined; loading: Promise<TokenCatalog> | undefined }

/** Pools between base tokens at most. */
const maxBasePools = 100

/** Milliseconds after which the catalog is loaded again, and after which for an unknown token's sake. */
const maxAgeMs = 30_000
const renewAfterMs = 3_000

/**
 * The catalog of a network, half a minute old at most.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export function getTokenCatalog(ctx: Context, chainId: number): Promise<TokenCatalog> {
  return catalogYoungerThan(ctx, { chainId, ageMs: maxAgeMs })
}

/** The same, at most three seconds old: for a token that the older one does not know. */
export function renewTokenCatalog(ctx: Context, chainId: number): Promise<TokenCatalog> {
  return catalogYoungerThan(ctx, { chainId, ageMs: renewAfterMs })
}

/** Lets the catalog be loaded again at the next question, because pools were stored. */
export function forgetTokenCatalog(ctx: Context, chainId: number): void {
  heldCatalog(ctx, chainId).catalog = undefined
}

function heldCatalog(ctx: Context, chainId: number): Held {
  const nothing = { catalog: undefined, loading: undefined }
  return contextSlot<Held>(ctx, `market/catalog/${chainId}`, () => nothing)
}

async function catalogYoungerThan(
  ctx: Context,
  { chainId, ageMs }: { readonly chainId: number; readonly ageMs: number },
): Promise<TokenCatalog> {
  const held = heldCatalog(ctx, chainId)
  if (held.catalog && ctx.now() - held.catalog.loadedAtMs <= ageMs) return held.catalog
  held.loading ??= loadCatalog(ctx, chainId)
    .then((catalog) => {
      held.catalog = catalog
      return catalog
    })
    .finally(() => {
      held.loading = undefined
    })
  return held.loading
}

async function loadCatalog(ctx: Context, chainId: number): Promise<TokenCatalog> {
  const { baseTokens } = ctx.chain(chainId).network
  const list = () =>
    Promise.all([
      listPricePoolsBetween(ctx.db, { chainId, tokens: baseTokens, limit: maxBasePools }),
      listPooledTokens(ctx.db, { chainId, partners: baseTokens }),
    ])
  const [cursor, stored] = await Promise.all([findCursor(ctx.db, poolCursor(chainId)), list()])
  // Only an embedded chain is read from its first block on; elsewhere the factories are asked.
  const isComplete = cursor !== undefined && ctx.config.embeddedChainIds.includes(chainId)
  if (!isComplete) await probePools(ctx, { chainId, tokens: [] })
  const [basePools, tokens] = isComplete ? stored : await list()
  return { basePools, tokens, isComplete, poolsOf: new Map(), loadedAtMs: ctx.now() }
}
