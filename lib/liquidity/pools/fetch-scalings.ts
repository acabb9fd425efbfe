import { toFunctionSelector } from 'viem'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { one } from '@/lib/liquidity/math/fixed-point'
import type { VaultPoolAnswers } from './vault-pool-answers'

type At = {
  readonly chainId: number
  readonly blockNumber: bigint
  /** Block time, Unix seconds. */
  readonly timestamp: bigint
}

const rateCall = toFunctionSelector('getRate()')
const decimalsCall = toFunctionSelector('decimals()')

/** Maximum tokens whose decimals are cached; pools keep the decimals from their creation. */
const maxCached = 10_000

/** Maximum rate, so that no provider can make a balance overflow. */
const maxRate = one * one

/**
 * Fetches the scaling factors of pools by address, as the next swap will use them: if a pool's cached rate has expired,
 * the swap calls the token's rate provider first, and so does this. Omits a pool if a provider or a token does not
 * answer.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function fetchScalings(
  ctx: Context,
  { at, pools }: { readonly at: At; readonly pools: readonly VaultPoolAnswers[] },
): Promise<ReadonlyMap<Address, readonly bigint[]>> {
  const [decimals, rates] = await Promise.all([
    fetchDecimals(
      ctx,
      at,
      pools.filter(lacksScalings).flatMap(({ known }) => known.tokens),
    ),
    fetchRates(
      ctx,
      at,
      pools.flatMap((pool) => expiredProviders(pool, at)),
    ),
  ])
  const scalings = new Map<Address, readonly bigint[]>()
  for (const pool of pools) {
    const own = pool.known.tokens.map((token, i) => {
      if (lacksScalings(pool)) return scalingOfDecimals(decimals.get(token))
      const provider = isExpired(pool, i, at) ? pool.providers[i] : undefined
      return provider === undefined
        ? pool.cachedScalings[i]
        : freshScaling(pool, i, rates.get(provider))
    })
    const whole = own.filter((scaling) => scaling !== undefined)
    if (whole.length === own.length) scalings.set(pool.known.address, whole)
  }
  return scalings
}

/** The first pools use their tokens' decimals and do not expose scaling factors. */
function lacksScalings({ cachedScalings }: VaultPoolAnswers): boolean {
  return cachedScalings.every((scaling) => scaling === undefined)
}

/** A rate that expires with this block has expired for every swap after it. */
function isExpired({ rates }: VaultPoolAnswers, index: number, { timestamp }: At): boolean {
  const cached = rates[index]
  return cached !== undefined && cached.expires <= timestamp
}

function expiredProviders(pool: VaultPoolAnswers, at: At): readonly Address[] {
  return pool.providers.flatMap((provider, i) =>
    provider && isExpired(pool, i, at) ? provider : [],
  )
}

/** The cached scaling is a power of ten times the cached rate, rounded down; replaces that rate by the new one. */
function freshScaling(
  { cachedScalings, rates }: VaultPoolAnswers,
  index: number,
  rate: bigint | undefined,
): bigint | undefined {
  const [cached, kept] = [cachedScalings[index], rates[index]]
  if (!cached || !kept || !rate || rate > maxRate) return undefined
  const decimals = Math.round(Math.log10(Number(cached) / Number(kept.rate)))
  return 10n ** BigInt(Math.max(0, decimals)) * rate
}

function scalingOfDecimals(decimals: bigint | undefined): bigint | undefined {
  return decimals === undefined || decimals > 18n ? undefined : 10n ** (18n - decimals) * one
}

async function fetchRates(
  ctx: Context,
  { chainId, blockNumber }: At,
  providers: readonly Address[],
): Promise<ReadonlyMap<Address, bigint>> {
  const targets = [...new Set(providers)]
  const reads = targets.map((target) => ({ target, callData: rateCall }))
  const answers = reads.length > 0 ? await readUntrusted(ctx, { chainId, reads, blockNumber }) : []
  return toMap(targets, answers)
}

const decimalsOf = defineSlot(
  'liquidity/decimals',
  (_, _chainId: number) => new Map<Address, bigint>(),
)

async function fetchDecimals(
  ctx: Context,
  { chainId, blockNumber }: At,
  tokens: readonly Address[],
): Promise<ReadonlyMap<Address, bigint>> {
  const cache = decimalsOf(ctx, chainId)
  const targets = [...new Set(tokens)].filter((token) => !cache.has(token))
  if (targets.length === 0) return cache
  const reads = targets.map((target) => ({ target, callData: decimalsCall }))
  const answers = await readUntrusted(ctx, { chainId, reads, blockNumber })
  if (cache.size > maxCached) cache.clear()
  for (const [token, decimals] of toMap(targets, answers)) cache.set(token, decimals)
  return cache
}

function toMap(
  targets: readonly Address[],
  answers: readonly (Hex | undefined)[],
): ReadonlyMap<Address, bigint> {
  return new Map(
    targets.flatMap((target, i) => {
      const value = wordAt(answers[i], 0)
      return value === undefined ? [] : [[target, value] as const]
    }),
  )
}
