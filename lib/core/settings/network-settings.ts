import { parseUnits } from 'viem'
import { findNetwork, networks } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'

// Parses settings that have a value for each network.

type AmountFormat = {
  readonly name: string
  /** Decimals of the setting's unit: 9 for gwei, 18 for native tokens. */
  readonly decimals: number
  /** Default of a network, in that unit. */
  readonly fallback: (network: Network) => string
}

/**
 * Parses a setting per network into wei: one amount for all (`3`), or comma-separated amounts (`1:3,gnosis:2`).
 * Networks that are not named keep the default.
 *
 * @throws {Error} naming the part that is malformed or repeats a network.
 */
export function parseNetworkAmounts(
  text: string | undefined,
  { name, decimals, fallback }: AmountFormat,
): ReadonlyMap<number, bigint> {
  const amounts = parseValues(text, {
    ...{ name, values: String.raw`\d{1,9}(?:\.\d{1,9})?` },
    expected: 'neither an amount nor network:amount',
    fallback,
  })
  return new Map([...amounts].map(([chainId, amount]) => [chainId, parseUnits(amount, decimals)]))
}

/**
 * How the winners of auctions are settled: `shadow` simulates and stores them but sends nothing, `canary` sends them up
 * to value caps, `on` sends all.
 */
export type SettleMode = 'shadow' | 'canary' | 'on'

/**
 * Parses `SETTLE`: one mode for all networks (`on`), or comma-separated modes (`mainnet:canary,gnosis:on`). Networks
 * that are not named default to `on` when embedded, else to `shadow`.
 *
 * @throws {Error} naming the part that is malformed or repeats a network.
 */
export function parseSettleModes(
  text: string | undefined,
  embeddedChainIds: readonly number[],
): ReadonlyMap<number, SettleMode> {
  return parseValues<SettleMode>(text, {
    ...{ name: 'SETTLE', values: 'shadow|canary|on' },
    expected: 'none of shadow, canary, on, nor network:mode',
    fallback: ({ chainId }) => (embeddedChainIds.includes(chainId) ? 'on' : 'shadow'),
  })
}

/** Blocks for which a settlement is offered to private endpoints: a minute on mainnet, where they try 25 at most. */
const privateBlocks = '5'

/**
 * Parses `PRIVATE_BLOCKS`: one number of blocks for all networks, or comma-separated numbers (`1:5,gnosis:8`).
 *
 * @throws {Error} naming the part that is malformed or repeats a network.
 */
export function parsePrivateBlocks(text: string | undefined): ReadonlyMap<number, bigint> {
  const counts = parseValues(text, {
    ...{ name: 'PRIVATE_BLOCKS', values: String.raw`[1-9]\d{0,3}` },
    expected: 'neither a number of blocks from 1 to 9999 nor network:number',
    fallback: () => privateBlocks,
  })
  return new Map([...counts].map(([chainId, count]) => [chainId, BigInt(count)]))
}

/**
 * Parses `PUBLIC_FALLBACK`: `true` or `false` for all networks (by default `false`), or comma-separated values
 * (`mainnet:true`).
 *
 * @throws {Error} naming the part that is malformed or repeats a network.
 */
export function parsePublicFallback(text: string | undefined): ReadonlySet<number> {
  const values = parseValues<'true' | 'false'>(text, {
    ...{ name: 'PUBLIC_FALLBACK', values: 'true|false' },
    expected: 'neither true nor false, nor network:true',
    fallback: () => 'false',
  })
  return new Set([...values].flatMap(([chainId, value]) => (value === 'true' ? [chainId] : [])))
}

type ValueFormat<T extends string> = {
  readonly name: string
  /** Pattern of a value, whose matches are `T`. */
  readonly values: string
  /** What a malformed part is said to be. */
  readonly expected: string
  readonly fallback: (network: Network) => T
}

function parseValues<T extends string>(
  text: string | undefined,
  { name, values, expected, fallback }: ValueFormat<T>,
): Map<number, T> {
  const parsed = new Map(networks.map((network) => [network.chainId, fallback(network)]))
  const pattern = new RegExp(`^(?:(\\w+):)?(${values})$`)
  const parts = text?.split(',') ?? []
  const named = new Set<number>()
  for (const part of parts) {
    const [, segment, value] = part.trim().match(pattern) ?? []
    const network = segment === undefined ? undefined : findNetwork(segment)
    if (value === undefined || (segment !== undefined && !network)) {
      throw new Error(`${name}: ${part.trim()} is ${expected}`)
    }
    // In a list it would override a network's own value, such as a limit or a stricter mode.
    if (!network && parts.length > 1) {
      throw new Error(`${name}: ${value} is for all networks and stands alone`)
    }
    if (network && named.has(network.chainId)) {
      throw new Error(`${name}: ${part.trim()} names ${network.name} again`)
    }
    if (network) named.add(network.chainId)
    for (const chainId of network ? [network.chainId] : parsed.keys()) {
      parsed.set(chainId, value as T)
    }
  }
  return parsed
}
