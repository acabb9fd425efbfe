import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import {
  getTestAccount,
  listTestAccounts,
  safeOwnerIndex,
  solverIndex,
  type TestAccount,
} from './accounts'
import { misbehavingWallets, safeWallet } from './deploy/fixtures'
import { getEmbeddedNetwork } from './embedded-networks'
import { feeOnTransferToken, isolatedToken, rebasingToken } from './networks/mainnet'

/** Addresses for tests of non-standard tokens and contract wallets, on the embedded mainnet. */
export type DevnetFixtures = Readonly<Record<keyof typeof misbehavingWallets, Address>> & {
  readonly isolatedToken: Address
  readonly feeOnTransferToken: Address
  readonly rebasingToken: Address
  readonly safeWallet: Address
  readonly safeOwnerKey: Hex
}

/** One embedded network, as described in `devnet.json`. */
export type DevnetNetwork = {
  readonly chainId: number
  readonly rpcUrl: string
  /** Token addresses by symbol. */
  readonly tokens: Readonly<Record<string, Address>>
  /** The ten accounts of the standard test mnemonic. */
  readonly accounts: readonly TestAccount[]
  /** The account on the solver allow-list; one of `accounts`. */
  readonly solver: TestAccount
  readonly fixtures?: DevnetFixtures
}

/** Describes the embedded network at `rpcUrl`; `fixtures` only where it has them. */
export function describeNetwork(chainId: number, rpcUrl: string): DevnetNetwork {
  const embedded = getEmbeddedNetwork(chainId)
  const tokens = embedded.tokens.map(({ symbol, address }) => [symbol, address] as const)
  const network = {
    chainId,
    rpcUrl,
    tokens: Object.fromEntries(tokens),
    accounts: listTestAccounts(),
    solver: getTestAccount(solverIndex),
  }
  return embedded.hasFixtures ? { ...network, fixtures: describeFixtures() } : network
}

/** Returns the fixtures of the embedded mainnet. */
export function describeFixtures(): DevnetFixtures {
  return {
    isolatedToken,
    feeOnTransferToken,
    rebasingToken,
    safeWallet,
    safeOwnerKey: getTestAccount(safeOwnerIndex).privateKey,
    ...misbehavingWallets,
  }
}

/** The content of `devnet.json`. */
export type DevnetDescription = {
  readonly networks: Readonly<Record<number, DevnetNetwork>>
  readonly accounts: readonly TestAccount[]
  readonly solver: TestAccount
  readonly fixtures?: DevnetFixtures
}

/** Describes all running embedded networks, given their chain ids and RPC URLs. */
export function describeDevnet(
  rpcUrls: readonly (readonly [chainId: number, rpcUrl: string])[],
): DevnetDescription {
  const networks = rpcUrls.map(([chainId, rpcUrl]) => describeNetwork(chainId, rpcUrl))
  const fixtures = networks.find((network) => network.fixtures)?.fixtures
  return {
    networks: Object.fromEntries(networks.map((network) => [network.chainId, network])),
    accounts: listTestAccounts(),
    solver: getTestAccount(solverIndex),
    ...(fixtures ? { fixtures } : {}),
  }
}
