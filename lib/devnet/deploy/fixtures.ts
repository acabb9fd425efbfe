import type { Address } from '@/lib/core/address'

/** The Safe-style ERC-1271 wallet of the embedded mainnet; its one owner is the test account `safeOwnerIndex`. */
export const safeWallet: Address = '0x0000000000000000000000000000000000d15003'

/** Wallets of the embedded mainnet whose ERC-1271 answers misbehave (contracts/wallets.sol). */
export const misbehavingWallets = {
  gasHogWallet: '0x0000000000000000000000000000000000d15004',
  returnBombWallet: '0x0000000000000000000000000000000000d15005',
  shortMagicWallet: '0x0000000000000000000000000000000000d15006',
  dirtyMagicWallet: '0x0000000000000000000000000000000000d15007',
} as const satisfies Record<string, Address>

/** Canonical addresses of Safe 1.4.1. */
export const safeContracts = {
  deployer: '0x914d7fec6aac8cd542e72bca78b30650d45643d7',
  singleton: '0x41675c099f32341bf84bfc5382af534df5c7461a',
  proxyFactory: '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67',
  fallbackHandler: '0xfd0732dc9e303f09fcef3a7388ad10a83459ec99',
} as const satisfies Record<string, Address>
