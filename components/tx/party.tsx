import { AddressText } from '@/components/tokens/address-text'
import type { Address } from '@/lib/core/address'

/** Display names by lower-case address. */
export type Names = ReadonlyMap<Address, string>

type Props = { readonly address: Address; readonly names: Names; readonly what: string }

/** An address with its name, if known. */
export const Party = ({ address, names, what }: Props) => {
  const name = names.get(address)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {name === undefined ? null : <span>{name}</span>}
      <AddressText address={address} what={what} />
    </span>
  )
}
