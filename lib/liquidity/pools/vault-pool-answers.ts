import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { KnownVaultPool } from '@/lib/liquidity/pool'

/** Results of reading a pool and its vault balances; per-token values in the order of the known pool's tokens. */
export type VaultPoolAnswers = {
  readonly known: KnownVaultPool
  readonly balances: readonly (bigint | undefined)[]
  readonly isPaused: boolean
  readonly swapFee: bigint | undefined
  /** Include the rates cached by the pool; undefined for the first pools, which do not expose them. */
  readonly cachedScalings: readonly (bigint | undefined)[]
  readonly weights: readonly (bigint | undefined)[]
  /** Times 1000. */
  readonly amplification: bigint | undefined
  /** Rate providers of tokens; undefined for a token without one. */
  readonly providers: readonly (Address | undefined)[]
  /** The rate that the pool caches for a token, and its expiry (Unix seconds); undefined for a token without one. */
  readonly rates: readonly ({ readonly rate: bigint; readonly expires: bigint } | undefined)[]
}

/** Maximum tokens of a vault pool, including the pool's own. */
const maxTokens = 64

/** Returns the array whose offset is the word at `index` of an ABI result; empty if it is truncated. */
export function arrayAt(answer: Hex | undefined, index: number): readonly bigint[] {
  const start = Number((wordAt(answer, index) ?? 0n) / 32n)
  const length = Number(wordAt(answer, start) ?? 0n)
  if (start === 0 || length > maxTokens) return []
  const words = Array.from({ length }, (_, i) => wordAt(answer, start + 1 + i))
  return words.filter((word) => word !== undefined)
}
