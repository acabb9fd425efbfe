import { type Context, defineCache } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { listPoolsByAddress, listPoolsOf } from '@/lib/liquidity/pools/pool-store'
import { findTokens } from '@/lib/tokens/token-store'
import { type MeasuredPool, measurePools, type PoolsAt } from './measure-pools'
import { listMostTradedPools } from './pool-query'

/** Maximum pools per query. */
export const maxPools = 500

/** Milliseconds for which measured pools are cached. */
const freshMs = 60_000

/** Maximum cached queries. */
const maxEntries = 200

const values = {
  tvl: ({ tvlUsd }) => tvlUsd,
  volume: ({ volumeUsd }) => volumeUsd,
  apr: ({ aprPercent }) => aprPercent,
  fee: ({ pool }) => pool.feePpm,
} as const satisfies Record<string, (measured: MeasuredPool) => number>

/** Selects pools by address, by token (native means wrapped native), or all. */
export type PoolFilter = {
  readonly chainId: number
  readonly addresses?: readonly Address[]
  readonly token?: Address
}

/**
 * Lists pools with their value, at most a minute old. "All" is the {@link maxPools} pools with most swaps in the
 * last 24 hours. Pools without a known value are left out.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down or its market index is behind.
 */
export async function listPools(ctx: Context, query: PoolFilter): Promise<PoolsAt> {
  const { chainId, addresses } = query
  if (!addresses) return listCached(ctx, query)
  const all = await listCached(ctx, { chainId })
  const others = addresses.filter((address) => !all.readAddresses.has(address))
  const further = others.length > 0 ? await readPools(ctx, { chainId, addresses: others }) : all
  const named = new Set(addresses)
  const pools = new Map([...all.pools, ...further.pools].map((one) => [one.pool.address, one]))
  return { ...all, pools: [...pools.values()].filter(({ pool }) => named.has(pool.address)) }
}

async function listCached(
  ctx: Context,
  query: Pick<PoolFilter, 'chainId' | 'token'>,
): Promise<Reading> {
  const { chainId, token } = query
  return readings(ctx, { scope: chainId, key: token ?? 'all', load: () => readPools(ctx, query) })
}

const readings = defineCache<Reading>('market/pools', { forMs: freshMs, max: maxEntries })

/** The measured pools, and the addresses of all pools read, including those without a known value. */
type Reading = PoolsAt & { readonly readAddresses: ReadonlySet<Address> }

async function readPools(ctx: Context, query: PoolFilter): Promise<Reading> {
  const { chainId } = query
  const pools = await findPools(ctx, query)
  const readAddresses = new Set(pools.map(({ address }) => address))
  return { ...(await measurePools(ctx, { chainId, pools })), readAddresses }
}

async function findPools(
  ctx: Context,
  { chainId, token, addresses }: PoolFilter,
): Promise<readonly PairDescriptor[]> {
  if (token !== undefined) {
    const tokens = [asErc20(token, ctx.chain(chainId).network)]
    return listPoolsOf(ctx.db, { chainId, tokens, limit: maxPools })
  }
  const from = toUnixSeconds(ctx.now()) - daySeconds
  const traded = { chainId, from, limit: maxPools }
  const named = addresses ?? (await listMostTradedPools(ctx.db, traded))
  return listPoolsByAddress(ctx.db, { chainId, addresses: named })
}

/** Sorting and pagination of pools. */
export type PoolPage = {
  readonly sort: keyof typeof values
  readonly order: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

/** Returns a page of pools. Ties are sorted by address, so that pages neither repeat nor miss any. */
export function pageOf(
  pools: readonly MeasuredPool[],
  { sort, order, offset, limit }: PoolPage,
): readonly MeasuredPool[] {
  const sign = order === 'asc' ? 1 : -1
  const measure = values[sort]
  return pools
    .toSorted(
      (a, b) => sign * (measure(a) - measure(b)) || (a.pool.address < b.pool.address ? -1 : 1),
    )
    .slice(offset, offset + limit)
}

type PartnerQuery = { readonly chainId: number; readonly token: Address }

/** The other token of a pool; its symbol is sanitised for display. */
export type PoolPartner = { readonly address: Address; readonly symbol: string }

/**
 * Returns the other token by pool, for the pools that `listPools` returns for a token. Pools whose other token is unknown are
 * left out.
 */
export async function listPoolPartners(
  ctx: Context,
  { chainId, token }: PartnerQuery,
): Promise<ReadonlyMap<Address, PoolPartner>> {
  const pools = await listPoolsOf(ctx.db, { chainId, tokens: [token], limit: maxPools })
  const pairs = pools.map(({ address, token0, token1 }) => {
    return [address, token0 === token ? token1 : token0] as const
  })
  const partners = [...new Set(pairs.map(([, partner]) => partner))]
  const known = await findTokens(ctx.db, chainId, partners)
  const symbols = new Map(known.map(({ address, symbol }) => [address, symbol]))
  return new Map(
    pairs.flatMap(([pool, address]) => {
      const symbol = symbols.get(address)
      return symbol ? [[pool, { address, symbol }] as const] : []
    }),
  )
}
