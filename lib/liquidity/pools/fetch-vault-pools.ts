import { encodeFunctionData, parseAbi } from 'viem'
import { vaultAbi } from '@/lib/chain/contract-abis'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { bulkMs } from '@/lib/chain/reads/run-code'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { balancerVault } from '@/lib/core/networks'
import type { VaultPoolKind } from '@/lib/core/pool-factories'
import { one } from '@/lib/liquidity/math/fixed-point'
import type { KnownVaultPool, StablePool, VaultPool } from '@/lib/liquidity/pool'
import { fetchScalings } from './fetch-scalings'
import { arrayAt, type VaultPoolAnswers } from './vault-pool-answers'

const abi = parseAbi([
  'function getPausedState() view returns (bool, uint256, uint256)',
  'function getSwapFeePercentage() view returns (uint256)',
  'function getScalingFactors() view returns (uint256[])',
  'function getNormalizedWeights() view returns (uint256[])',
  'function getAmplificationParameter() view returns (uint256, bool, uint256)',
  'function getRateProviders() view returns (address[])',
  'function getTokenRateCache(address) view returns (uint256, uint256, uint256, uint256)',
  'function getPriceRateCache(address) view returns (uint256, uint256, uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
])

const encode = (functionName: 'getPausedState' | 'getSwapFeePercentage' | 'getScalingFactors') =>
  encodeFunctionData({ abi, functionName })
const commonCalls = [
  encode('getPausedState'),
  encode('getSwapFeePercentage'),
  encode('getScalingFactors'),
]
const weightsCall = encodeFunctionData({ abi, functionName: 'getNormalizedWeights' })
const amplificationCall = encodeFunctionData({ abi, functionName: 'getAmplificationParameter' })
const providersCall = encodeFunctionData({ abi, functionName: 'getRateProviders' })
const timestampCall = encodeFunctionData({ abi, functionName: 'getCurrentBlockTimestamp' })

/** How pools of a kind are read and how they compute; `@/lib/core/pool-factories` describes the kinds. */
type KindFacts = {
  /** The getter of the rate that a pool caches for a token, and its words; undefined without rate providers. */
  readonly cache:
    | { readonly name: 'getTokenRateCache' | 'getPriceRateCache'; readonly words: number }
    | undefined
} & (
  | { readonly shape: 'weighted'; readonly hasShortPowers: boolean }
  | { readonly shape: 'stable'; readonly invariantRounding: StablePool['invariantRounding'] }
)

const kinds: Readonly<Record<VaultPoolKind, KindFacts>> = {
  'weighted-first': { shape: 'weighted', hasShortPowers: false, cache: undefined },
  weighted: { shape: 'weighted', hasShortPowers: true, cache: undefined },
  'stable-first': { shape: 'stable', invariantRounding: 'up', cache: undefined },
  'meta-stable': {
    shape: 'stable',
    invariantRounding: 'up',
    cache: { name: 'getPriceRateCache', words: 3 },
  },
  stable: { shape: 'stable', invariantRounding: 'down', cache: undefined },
  'composable-stable': {
    shape: 'stable',
    invariantRounding: 'down',
    cache: { name: 'getTokenRateCache', words: 4 },
  },
}

const shapeCalls: Readonly<Record<KindFacts['shape'], Hex>> = {
  weighted: weightsCall,
  stable: amplificationCall,
}

/** Gas of a read, and bytes of a result: the arrays of a pool of 20 tokens. */
const readLimits = { gas: 200_000, bytes: 2_048, timeoutMs: bulkMs }

/**
 * Reads the states of vault pools at one block. Omits pools that do not exist at it, are paused or are empty.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function fetchVaultPools(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly known: readonly KnownVaultPool[]
    readonly blockNumber: bigint
  },
): Promise<readonly VaultPool[]> {
  const { chainId, known, blockNumber } = input
  if (known.length === 0) return []
  const reads = known.map(readsOf)
  const clock = { target: multicall3, callData: timestampCall }
  const [now, ...answers] = await readUntrusted(ctx, {
    ...{ chainId, blockNumber, ...readLimits },
    reads: [clock, ...reads.flat()],
  })
  const read = known.map((pool, i) => toAnswers(pool, answers.splice(0, reads[i]?.length)))
  const at = { chainId, blockNumber, timestamp: wordAt(now, 0) ?? 0n }
  const scalings = await fetchScalings(ctx, { at, pools: read.filter(isTradeable) })
  return read.flatMap((pool) => toState(pool, scalings.get(pool.known.address)) ?? [])
}

function readsOf({ address, poolId, kind, tokens }: KnownVaultPool): readonly Read[] {
  const tokensCall = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'getPoolTokens',
    args: [poolId],
  })
  const { shape, cache } = kinds[kind]
  const rateCall = (functionName: NonNullable<typeof cache>['name'], token: Address) =>
    encodeFunctionData({ abi, functionName, args: [token] })
  const rates = cache ? [providersCall, ...tokens.map((token) => rateCall(cache.name, token))] : []
  return [
    { target: balancerVault, callData: tokensCall },
    ...[...commonCalls, shapeCalls[shape], ...rates].map((callData) => ({
      target: address,
      callData,
    })),
  ]
}

function toAnswers(known: KnownVaultPool, answers: readonly (Hex | undefined)[]): VaultPoolAnswers {
  const [holdings, paused, fee, scalings, shape, providers, ...rates] = answers
  const registered = arrayAt(holdings, 0).map(toAddress)
  const places = known.tokens.map((token) => registered.indexOf(token))
  const { words = 0 } = kinds[known.kind].cache ?? {}
  const pick = (values: readonly bigint[]) => places.map((place) => values[place])
  return {
    known,
    balances: pick(arrayAt(holdings, 1)),
    isPaused: wordAt(paused, 0) !== 0n,
    swapFee: wordAt(fee, 0),
    cachedScalings: pick(arrayAt(scalings, 0)),
    weights: pick(arrayAt(shape, 0)),
    amplification: wordAt(shape, 0),
    providers: pick(arrayAt(providers, 0)).map((word) => (word ? toAddress(word) : undefined)),
    // In both kinds of cache the first word is the rate, and the last its expiry.
    rates: rates.map((cache) => {
      const [rate, expires] = [wordAt(cache, 0), wordAt(cache, words - 1)]
      return rate && expires !== undefined ? { rate, expires } : undefined
    }),
  }
}

function isTradeable({ isPaused, balances, swapFee }: VaultPoolAnswers): boolean {
  return !isPaused && swapFee !== undefined && balances.every((balance) => balance)
}

function toState(
  answers: VaultPoolAnswers,
  scalings: readonly bigint[] | undefined,
): VaultPool | undefined {
  const { known, balances, swapFee, weights, amplification } = answers
  if (!scalings || swapFee === undefined || swapFee >= one) return undefined
  const tokens = known.tokens.map((address, i) => {
    return { address, balance: balances[i] ?? 0n, scaling: scalings[i] ?? 0n, weight: weights[i] }
  })
  const { address, poolId, kind } = known
  const facts = { address, poolId, swapFee }
  const of = kinds[kind]
  switch (of.shape) {
    case 'weighted': {
      const weighted = tokens.flatMap(({ weight, ...token }) =>
        weight ? { ...token, weight } : [],
      )
      if (weighted.length < tokens.length) return undefined
      const { hasShortPowers } = of
      return { ...facts, protocol: 'balancer-weighted', tokens: weighted, hasShortPowers }
    }
    case 'stable': {
      if (!amplification) return undefined
      const { invariantRounding } = of
      const stable = tokens.map(({ weight: _, ...token }) => token)
      return {
        ...facts,
        protocol: 'balancer-stable',
        tokens: stable,
        amplification,
        invariantRounding,
      }
    }
  }
}

function toAddress(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0')}`
}
