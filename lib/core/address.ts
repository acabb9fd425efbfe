import { type Hex, parseHex } from './bytes'

/** A 20-byte address, lower-case, 0x-prefixed. Every address inside the service has this form. */
export type Address = Hex

/** Marker of the native token where a token address is asked for (ERC-7528). */
export const nativeToken: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** The zero address; as an order's receiver it means "the owner". */
export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

/** Reads an address in any case (the checksum is not judged), or undefined when it is none. Spec: Limits. */
export function parseAddress(text: string): Address | undefined {
  return parseHex(text, 20)
}

/** Brings an address that viem or a chain gave into the service's lower-case form. */
export function toAddress(address: string): Address {
  return address.toLowerCase() as Address
}

/** The ERC-20 that stands for a token in pools and payments: the wrapped one for the native token, else itself. */
export function asErc20(
  token: Address,
  { wrappedNative }: { readonly wrappedNative: Address },
): Address {
  return token === nativeToken ? wrappedNative : token
}
