import type { Address } from '@/lib/core/address'
import { toAddress } from '@/lib/core/address'
import type { Rpc } from '@/lib/devnet/rpc'
import type { KnownVaultPool } from '@/lib/liquidity/pool'
import { type FactoryVersion, openPoolOf, placeRate, type VaultPoolSide } from './vault-fixture'

const one = 10n ** 18n

/** Symbols of the embedded mainnet's plain tokens, with 18, 8 and 6 decimals. */
const symbols = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'COW', 'GNO', 'UNI', 'LINK'] as const
const decimals: Readonly<Record<string, number>> = { USDC: 6, USDT: 6, WBTC: 8 }

type RandomPools = {
  readonly version: FactoryVersion
  /** Token addresses by symbol. */
  readonly tokens: Readonly<Record<string, Address>>
  readonly random: () => number
  readonly count: number
}

/** Opens pools of a version with random tokens, sizes, weights, rates, amplifications and fees. */
export async function openRandomPools(
  rpc: Rpc,
  input: RandomPools,
): Promise<readonly KnownVaultPool[]> {
  const known: KnownVaultPool[] = []
  for (let i = 0; i < input.count; i += 1) known.push(await openRandomPool(rpc, input, i))
  // Anything that expires with the last block has expired in this one.
  await rpc('evm_increaseTime', [1])
  await rpc('evm_mine', [])
  return known
}

async function openRandomPool(
  rpc: Rpc,
  { version, tokens, random }: RandomPools,
  index: number,
): Promise<KnownVaultPool> {
  const isWeighted = version.makes.startsWith('weighted')
  const chosen = [...symbols].sort(() => random() - 0.5).slice(0, tokenCount(version, random))
  const weights = isWeighted ? randomWeights(chosen.length, random, index) : []
  const size = 10 ** (1 + random() * 7)
  const sides: VaultPoolSide[] = []
  for (const [i, symbol] of chosen.entries()) {
    const amount = size * (0.5 + random())
    const [weight, provider] = [weights[i], await randomProvider(rpc, version, random)]
    sides.push({
      token: toAddress(tokens[symbol] ?? ''),
      amount: BigInt(Math.floor(amount * 1e6)) * 10n ** BigInt((decimals[symbol] ?? 18) - 6),
      ...(weight === undefined ? {} : { weight }),
      ...(provider ? { provider, rateSeconds: random() < 0.5 ? 0n : 86_400n } : {}),
    })
  }
  const known = await openPoolOf(rpc, version, {
    sides,
    swapFee:
      BigInt(Math.floor(1 + random() * 3e4)) * 10n ** 12n + BigInt(Math.floor(random() * 1e9)),
    amplification: BigInt(Math.floor(1 + random() * 2_000)),
  })
  // Pools that cache rates keep the old ones, the others see these.
  for (const { provider } of sides) if (provider) await placeRate(rpc, provider, randomRate(random))
  return known
}

function tokenCount({ artifact, makes }: FactoryVersion, random: () => number): number {
  if (artifact.includes('2Tokens') || makes === 'meta-stable') return 2
  return 2 + Math.floor(random() * (makes === 'weighted' || makes === 'weighted-first' ? 7 : 4))
}

/** The first pool has equal weights, the second 80/20: exponents for which the maths has shortcuts. */
function randomWeights(count: number, random: () => number, index: number): readonly bigint[] {
  if (index === 0) return normalised(Array.from({ length: count }, () => 1n))
  if (index === 1) return normalised([...Array.from({ length: count - 1 }, () => 1n), 4n])
  return normalised(Array.from({ length: count }, () => BigInt(Math.floor(10 + random() * 100))))
}

function normalised(parts: readonly bigint[]): readonly bigint[] {
  const sum = parts.reduce((total, part) => total + part, 0n)
  const weights = parts.map((part) => (part * one) / sum)
  const rest = one - weights.reduce((total, weight) => total + weight, 0n)
  return weights.map((weight, i) => (i === 0 ? weight + rest : weight))
}

async function randomProvider(
  rpc: Rpc,
  { makes }: FactoryVersion,
  random: () => number,
): Promise<Address | undefined> {
  if ((makes !== 'meta-stable' && makes !== 'composable-stable') || random() < 0.4) return undefined
  const address: Address = `0x7a7e${Math.floor(random() * 2 ** 48)
    .toString(16)
    .padStart(36, '0')}`
  await placeRate(rpc, address, randomRate(random))
  return address
}

function randomRate(random: () => number): bigint {
  return BigInt(Math.floor((1 + random()) * 1e15)) * 1_000n + 7n
}
