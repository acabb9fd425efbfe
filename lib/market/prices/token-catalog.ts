import { findCursor } from '@/lib/chain/block-store'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { poolCursor } from '@/lib/liquidity/pools/pool-store'
import { probePools } from '@/lib/liquidity/pools/probe-pools'
import { listPooledTokens, listPricePoolsBetween } from '@/lib/market/pools/pool-query'

/** In-memory index of a network's pools. */
export type TokenCatalog = {
  /** Pools between base tokens. */
  readonly basePools: readonly PairDescriptor[]
  /** Tokens with a stored pool with a base token. */
  readonly tokens: ReadonlySet<Address>
  /** Whether all pools of the chain are stored, so that a missing token has no pool. */
  readonly isComplete: boolean
  /** Pools of tokens with base tokens, loaded on demand. */
  readonly poolsOf: Map<Address, Promise<readonly PairDescriptor[]>>
  readonly loadedAtMs: number
}

type CatalogSlot = { catalog: TokenCatalog | undefined; loading: Promise<TokenCatalog> | undefined }

/** Maximum pools between base tokens. */
const maxBasePools = 100

/** Milliseconds after which the catalog is reloaded: in general, and for an unknown token. */
const maxAgeMs = 30_000
const renewAfterMs = 3_000

/**
 * Returns the catalog of a network, at most 30 seconds old.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down.
 */
export function getTokenCatalog(ctx: Context, chainId: number): Promise<TokenCatalog> {
  return catalogYoungerThan(ctx, { chainId, ageMs: maxAgeMs })
}

/** Like {@link getTokenCatalog}, at most three seconds old: for a token missing in the older one. */
export function renewTokenCatalog(ctx: Context, chainId: number): Promise<TokenCatalog> {
  return catalogYoungerThan(ctx, { chainId, ageMs: renewAfterMs })
}

/** Invalidates the catalog after pools were stored. */
export function forgetTokenCatalog(ctx: Context, chainId: number): void {
  heldCatalog(ctx, chainId).catalog = undefined
}

const heldCatalog = defineSlot('market/catalog', (_, _chainId: number): CatalogSlot => {
  return { catalog: undefined, loading: undefined }
})

async function catalogYoungerThan(
  ctx: Context,
  { chainId, ageMs }: { readonly chainId: number; readonly ageMs: number },
): Promise<TokenCatalog> {
  const slot = heldCatalog(ctx, chainId)
  if (slot.catalog && ctx.now() - slot.catalog.loadedAtMs <= ageMs) return slot.catalog
  slot.loading ??= loadCatalog(ctx, chainId)
    .then((catalog) => {
      slot.catalog = catalog
      return catalog
    })
    .finally(() => {
      slot.loading = undefined
    })
  return slot.loading
}

async function loadCatalog(ctx: Context, chainId: number): Promise<TokenCatalog> {
  const { baseTokens } = ctx.chain(chainId).network
  const list = () =>
    Promise.all([
      listPricePoolsBetween(ctx.db, { chainId, tokens: baseTokens, limit: maxBasePools }),
      listPooledTokens(ctx.db, { chainId, partners: baseTokens }),
    ])
  const [cursor, stored] = await Promise.all([findCursor(ctx.db, poolCursor(chainId)), list()])
  // Only an embedded chain is indexed from its first block; on other networks the factories are queried.
  const isComplete = cursor !== undefined && ctx.config.embeddedChainIds.includes(chainId)
  if (!isComplete) await probePools(ctx, { chainId, tokens: [] })
  const [basePools, tokens] = isComplete ? stored : await list()
  return { basePools, tokens, isComplete, poolsOf: new Map(), loadedAtMs: ctx.now() }
}
