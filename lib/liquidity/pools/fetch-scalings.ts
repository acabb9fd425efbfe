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
  /** Of the block, Unix seconds. */
  readonly timestamp: bigint
}

const rateSelector = toFunctionSelector('getRate()')
const decimalsSelector = toFunctionSelector('decimals()')

/** Tokens whose decimals are remembered; pools keep those that they were made with. */
const maxRemembered = 10_000

/** Rates are bounded so that nobody's provider makes a balance overflow. */
const largestRate = one * one

/**
 * The scaling factors of pools by their address, as the next swap will use them: where the rate that a pool keeps
 * for a token has expired, the swap asks the token's provider first, and so do we. A pool is left out when a
 * provider or a token does not answer.
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
      pools.filter(isUntold).flatMap(({ known }) => known.tokens),
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
      if (isUntold(pool)) return scalingOfDecimals(decimals.get(token))
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

/** The first pools compute with their tokens' decimals, and do not tell. */
function isUntold({ cachedScalings }: VaultPoolAnswers): boolean {
  return cachedScalings.every((scaling) => scaling === undefined)
}

/** A rate whose time ends with this block has expired for every swap after it. */
function isExpired({ rates }: VaultPoolAnswers, index: number, { timestamp }: At): boolean {
  const cached = rates[index]
  return cached !== undefined && cached.expires <= timestamp
}

function expiredProviders(pool: VaultPoolAnswers, at: At): readonly Address[] {
  return pool.providers.flatMap((provider, i) =>
    provider && isExpired(pool, i, at) ? provider : [],
  )
}

/** The kept scaling is a power of ten times the kept rate, rounded down; the new rate takes its place. */
function freshScaling(
  { cachedScalings, rates }: VaultPoolAnswers,
  index: number,
  rate: bigint | undefined,
): bigint | undefined {
  const [cached, kept] = [cachedScalings[index], rates[index]]
  if (!cached || !kept || !rate || rate > largestRate) return undefined
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
  const reads = targets.map((target) => ({ target, selector: rateSelector }))
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
  const remembered = decimalsOf(ctx, chainId)
  const targets = [...new Set(tokens)].filter((token) => !remembered.has(token))
  if (targets.length === 0) return remembered
  const reads = targets.map((target) => ({ target, selector: decimalsSelector }))
  const answers = await readUntrusted(ctx, { chainId, reads, blockNumber })
  if (remembered.size > maxRemembered) remembered.clear()
  for (const [token, decimals] of toMap(targets, answers)) remembered.set(token, decimals)
  return remembered
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
