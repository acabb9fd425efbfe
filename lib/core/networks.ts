import type { Address } from './address'
import { arbitrumOne } from './networks/arbitrum-one'
import { base } from './networks/base'
import { gnosis } from './networks/gnosis'
import { mainnet } from './networks/mainnet'
import type { Network } from './networks/network'
import { sepolia } from './networks/sepolia'

/** Balancer V2 vault, the same address on every network. */
export const balancerVault: Address = '0xba12222222228d8ba445958a75a0704d566bf2c8'

/** Public settlement contract (spec: Authentication), the default of `SETTLEMENT_CONTRACT`. */
export const defaultSettlement: Address = '0x9008d19f58aabd9ed0d60971565aa8510560ab41'

/** Public vault relayer, which spends sell-token allowances; the default of `VAULT_RELAYER_CONTRACT`. */
export const defaultVaultRelayer: Address = '0xc92e8bdf79f0507f65a392b0ab4667716bfe0110'

/** Public contract that owns orders selling the native token, at the same address on every network. */
export const nativeOrdersContract: Address = '0xba3cb449bd2b4adddbc894d8697f5170800eadec'

/** The supported networks (spec: Supported chains for order signing), in display order. */
export const networks: readonly Network[] = [mainnet, gnosis, arbitrumOne, base, sepolia]

const bySegment = new Map<string, Network>(
  networks.flatMap((network) =>
    [String(network.chainId), network.name, ...network.aliases].map(
      (segment) => [segment, network] as const,
    ),
  ),
)

/** Finds the network of a path segment (`1`, `mainnet`, `xDAI`), case-insensitively. */
export function findNetwork(segment: string): Network | undefined {
  return bySegment.get(segment.toLowerCase())
}

/** Returns the network with this chain id. Throws a RangeError for an unsupported one. */
export function getNetwork(chainId: number): Network {
  const network = bySegment.get(String(chainId))
  if (!network) throw new RangeError(`unsupported chain id ${chainId}`)
  return network
}
