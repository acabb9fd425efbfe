import type { Address } from '@/lib/core/address'
import type { StablePool, VaultPool, WeightedPool } from '@/lib/liquidity/pool'

const one = 10n ** 18n

/** The setting of a random vault pool: its tokens, and the value of one atom of each. */
export type VaultPlace = {
  readonly address: Address
  readonly tokens: readonly Address[]
  readonly prices: readonly number[]
  /** The value of the pool's balance of each token. */
  readonly depth: number
}

/** Returns a weighted or stable pool whose prices match the given ones to within 0.1 %. */
export function randomVaultPool(place: VaultPlace, random: () => number): VaultPool {
  return random() < 0.5 ? weightedAt(place, random) : stableAt(place, random)
}

function weightedAt({ tokens, prices, ...place }: VaultPlace, random: () => number): WeightedPool {
  const parts = tokens.map(() => 1 + Math.floor(4 * random()))
  const whole = parts.reduce((sum, part) => sum + part, 0)
  const weights = parts.map((part) => (one * BigInt(part)) / BigInt(whole))
  return {
    ...factsOf(place.address),
    protocol: 'balancer-weighted',
    swapFee: one / 333n,
    hasShortPowers: true,
    tokens: tokens.map((address, i) => ({
      address,
      weight: weights[i] as bigint,
      scaling: one,
      balance: atoms(((parts[i] as number) * place.depth) / (prices[i] as number), random),
    })),
  }
}

/** A stable pool scaled by rates: each atom counts at its price, whatever the tokens are worth. */
function stableAt({ tokens, prices, ...place }: VaultPlace, random: () => number): StablePool {
  return {
    ...factsOf(place.address),
    protocol: 'balancer-stable',
    swapFee: one / 333n,
    amplification: BigInt(50 + Math.floor(500 * random())) * 1_000n,
    invariantRounding: 'down',
    tokens: tokens.map((address, i) => ({
      address,
      scaling: BigInt(Math.round((prices[i] as number) * 1e36)),
      balance: atoms(place.depth / (prices[i] as number), random),
    })),
  }
}

function factsOf(address: Address) {
  return { address, poolId: `${address}${'0'.repeat(24)}` as const }
}

function atoms(amount: number, random: () => number): bigint {
  return BigInt(Math.ceil(amount * (1 + 0.001 * (2 * random() - 1))))
}
