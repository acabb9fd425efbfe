import { AddressText } from '@/components/tokens/address-text'
import { AccountName } from '@/components/wallet/account-name'
import type { Address } from '@/lib/core/address'

/** Display names by lower-case address. */
export type Names = ReadonlyMap<Address, string>

type Props = {
  readonly address: Address
  /** Name of the network in paths; omitted: the address is a contract's. */
  readonly network?: string
  readonly names: Names
  readonly what: string
}

/** An address with its name, if known; else with the name that its account has chosen. */
export const Party = ({ address, network, names, what }: Props) => {
  const name = names.get(address)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {name !== undefined ? (
        <span>{name}</span>
      ) : network !== undefined ? (
        <AccountName network={network} account={address} />
      ) : null}
      <AddressText address={address} what={what} />
    </span>
  )
}
