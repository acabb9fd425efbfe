import { type Hex, parseHex } from './bytes'

/** A 20-byte address, lower-case, 0x-prefixed. Every address inside the service has this form. */
export type Address = Hex

/** Marker of the native token in place of a token address (ERC-7528). */
export const nativeToken: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** The zero address; as an order's receiver it means "the owner". */
export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

/** Parses an address in any case, without checking its checksum; undefined when malformed. Spec: Limits. */
export function parseAddress(text: string): Address | undefined {
  return parseHex(text, 20)
}

/** Converts an address from viem or a chain to lower case. */
export function toAddress(address: string): Address {
  return address.toLowerCase() as Address
}

/** The ERC-20 used for a token in pools and transfers: the wrapped token for the native one, else the token itself. */
export function asErc20(
  token: Address,
  { wrappedNative }: { readonly wrappedNative: Address },
): Address {
  return token === nativeToken ? wrappedNative : token
}
