import type { Translator } from '@/lib/client/i18n/translator'
import { demoAddresses } from '@/lib/client/wallet/connectors/demo-accounts'
import { type Address, toAddress } from '@/lib/core/address'
import { balancerVault, nativeOrdersContract } from '@/lib/core/networks'

type Contracts = {
  readonly settlementContract: Address
  readonly vaultRelayerContract: Address
}

type About = { readonly token: Address; readonly isEmbedded: boolean }

type Named = readonly [Address, string]

/** Display names of known token holders, the token contract included, by lower-case address. */
export const knownHolders = (
  t: Translator<'tokens'>,
  contracts: Contracts,
  { token, isEmbedded }: About,
): readonly Named[] => [...knownParties(t, contracts, { isEmbedded }), [token, t('known.self')]]

/** Display names of the settlement contracts and, on embedded networks, the demo accounts. */
export const knownParties = (
  t: Translator<'tokens'>,
  { settlementContract, vaultRelayerContract }: Contracts,
  { isEmbedded }: Pick<About, 'isEmbedded'>,
): readonly Named[] => [
  [toAddress(settlementContract), t('known.settlement')],
  [toAddress(vaultRelayerContract), t('known.relayer')],
  [balancerVault, t('known.vault')],
  [nativeOrdersContract, t('known.native')],
  ...(isEmbedded ? demoHolders(t) : []),
]

const demoHolders = (t: Translator<'tokens'>): readonly Named[] =>
  demoAddresses.map((address, index) => [address, t('known.demo', { number: String(index + 1) })])
