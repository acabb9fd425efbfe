import { demoAddresses } from '@/lib/client/wallet/demo-accounts'
import { type Address, toAddress } from '@/lib/core/address'
import { balancerVault, nativeOrdersContract } from '@/lib/core/networks'

type Contracts = {
  readonly settlementContract: Address
  readonly vaultRelayerContract: Address
}

type About = { readonly token: Address; readonly isEmbedded: boolean }

type Named = readonly [Address, string]

/** Names of addresses that hold tokens and are no stranger's, by lower-case address. */
export function knownHolders(
  { settlementContract, vaultRelayerContract }: Contracts,
  { token, isEmbedded }: About,
): readonly Named[] {
  return [
    [toAddress(settlementContract), 'Settlement contract'],
    [toAddress(vaultRelayerContract), 'Vault relayer'],
    [balancerVault, 'Balancer vault'],
    [nativeOrdersContract, 'Native orders'],
    [token, 'The token itself'],
    ...(isEmbedded ? demoHolders() : []),
  ]
}

const demoHolders = (): readonly Named[] =>
  demoAddresses.map((address, index) => [address, `Demo account ${index + 1}`])
