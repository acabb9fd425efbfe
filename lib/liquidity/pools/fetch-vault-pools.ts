import { encodeFunctionData, parseAbi } from 'viem'
import { vaultAbi } from '@/lib/chain/contract-abis'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { balancerVault } from '@/lib/core/networks'
import { one } from '@/lib/liquidity/math/fixed-point'
import type { KnownVaultPool, VaultPool } from '@/lib/liquidity/pool'
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
  const [now, ...answers] = await aggregateReads(ctx.chain(chainId), {
    blockNumber,
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
  const shape = kind === 'weighted' || kind === 'weighted-first' ? weightsCall : amplificationCall
  const cache = kind === 'meta-stable' ? 'getPriceRateCache' : 'getTokenRateCache'
  const rates =
    kind === 'meta-stable' || kind === 'composable-stable'
      ? [
          providersCall,
          ...tokens.map((token) => encodeFunctionData({ abi, functionName: cache, args: [token] })),
        ]
      : []
  return [
    { target: balancerVault, callData: tokensCall },
    ...[...commonCalls, shape, ...rates].map((callData) => ({ target: address, callData })),
  ]
}

function toAnswers(known: KnownVaultPool, answers: readonly (Hex | undefined)[]): VaultPoolAnswers {
  const [holdings, paused, fee, scalings, shape, providers, ...rates] = answers
  const registered = arrayAt(holdings, 0).map(toAddress)
  const places = known.tokens.map((token) => registered.indexOf(token))
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
      const [rate, expires] = [wordAt(cache, 0), wordAt(cache, cacheWords(known) - 1)]
      return rate && expires !== undefined ? { rate, expires } : undefined
    }),
  }
}

function cacheWords({ kind }: KnownVaultPool): number {
  return kind === 'meta-stable' ? 3 : 4
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
  if (kind === 'weighted' || kind === 'weighted-first') {
    const weighted = tokens.flatMap(({ weight, ...token }) => (weight ? { ...token, weight } : []))
    if (weighted.length < tokens.length) return undefined
    const hasShortPowers = kind === 'weighted'
    return { ...facts, protocol: 'balancer-weighted', tokens: weighted, hasShortPowers }
  }
  if (!amplification) return undefined
  return {
    ...facts,
    protocol: 'balancer-stable',
    tokens: tokens.map(({ weight: _, ...token }) => token),
    amplification,
    invariantRounding: kind === 'composable-stable' || kind === 'stable' ? 'down' : 'up',
  }
}

function toAddress(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0')}`
}
