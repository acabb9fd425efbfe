import { type Context, contextCache } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { listPoolsByAddress, listPoolsOf } from '@/lib/liquidity/pools/pool-store'
import { measurePools, type PoolsAt } from './measure-pools'
import type { MeasuredPool } from './measured-pool'
import { listMostTradedPools } from './pool-volume-store'

/** Pools that one question is about at most. */
export const maxPools = 500

/** Milliseconds for which what was read of pools is told again. */
const freshMs = 60_000

/** Questions whose answers are kept at most. */
const maxEntries = 200

const values = {
  tvl: ({ tvlUsd }) => tvlUsd,
  volume: ({ volumeUsd }) => volumeUsd,
  apr: ({ aprPercent }) => aprPercent,
  fee: ({ pool }) => pool.feePpm,
} as const satisfies Record<string, (measured: MeasuredPool) => number>

/** Which pools: those named, those of a token (the native one is its wrapped one), or all. */
export type PoolQuestion = {
  readonly chainId: number
  readonly addresses?: readonly Address[]
  readonly token?: Address
}

/**
 * Pools with what they are worth, a minute old at most: of all the {@link maxPools} that were traded most often
 * in the last 24 hours. What has no known value is left out.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, or its index is behind.
 */
export async function listPools(ctx: Context, question: PoolQuestion): Promise<PoolsAt> {
  const { chainId, addresses } = question
  if (!addresses) return listKept(ctx, question)
  const all = await listKept(ctx, { chainId })
  const others = addresses.filter((address) => !all.asked.has(address))
  const further = others.length > 0 ? await readPools(ctx, { chainId, addresses: others }) : all
  const named = new Set(addresses)
  const pools = new Map([...all.pools, ...further.pools].map((one) => [one.pool.address, one]))
  return { ...all, pools: [...pools.values()].filter(({ pool }) => named.has(pool.address)) }
}

async function listKept(
  ctx: Context,
  question: Pick<PoolQuestion, 'chainId' | 'token'>,
): Promise<Reading> {
  const { chainId, token } = question
  return contextCache(ctx, `market/pools/${chainId}`, {
    key: token ?? 'all',
    forMs: freshMs,
    max: maxEntries,
    load: () => readPools(ctx, question),
  })
}

/** What was read, and of which pools; some have no known value. */
type Reading = PoolsAt & { readonly asked: ReadonlySet<Address> }

async function readPools(ctx: Context, question: PoolQuestion): Promise<Reading> {
  const { chainId } = question
  const pools = await findPools(ctx, question)
  const asked = new Set(pools.map(({ address }) => address))
  return { ...(await measurePools(ctx, { chainId, pools })), asked }
}

async function findPools(
  ctx: Context,
  { chainId, token, addresses }: PoolQuestion,
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

/** How pools are put in sequence and cut. */
export type PoolPage = {
  readonly sort: keyof typeof values
  readonly order: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

/** A page of pools; equal ones by address, so that pages neither repeat nor miss any. */
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
