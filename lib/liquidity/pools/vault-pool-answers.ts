import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { KnownVaultPool } from '@/lib/liquidity/pool'

/** What the vault and a pool answered; values of tokens in the order of the known pool's tokens. */
export type VaultPoolAnswers = {
  readonly known: KnownVaultPool
  readonly balances: readonly (bigint | undefined)[]
  readonly isPaused: boolean
  readonly swapFee: bigint | undefined
  /** With the rates that the pool keeps; undefined for the first pools, which do not tell them. */
  readonly cachedScalings: readonly (bigint | undefined)[]
  readonly weights: readonly (bigint | undefined)[]
  /** Times 1000. */
  readonly amplification: bigint | undefined
  /** Contracts that tell the rates of tokens; undefined for a token without. */
  readonly providers: readonly (Address | undefined)[]
  /** The rate that the pool keeps for a token, and until when (Unix seconds); undefined for one without. */
  readonly rates: readonly ({ readonly rate: bigint; readonly expires: bigint } | undefined)[]
}

/** The most tokens that the vault's pools have, the pool's own included. */
const maxTokens = 64

/** The array whose offset is the word at `index` of an ABI answer; empty when it is not whole. */
export function arrayAt(answer: Hex | undefined, index: number): readonly bigint[] {
  const start = Number((wordAt(answer, index) ?? 0n) / 32n)
  const length = Number(wordAt(answer, start) ?? 0n)
  if (start === 0 || length > maxTokens) return []
  const words = Array.from({ length }, (_, i) => wordAt(answer, start + 1 + i))
  return words.filter((word) => word !== undefined)
}
