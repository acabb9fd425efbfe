import type { Address } from './address'
import { keccak } from './keccak'

// EIP-712 encoding and hashing for the server, on hexadecimal text without 0x.

/** keccak-256 of the bytes of `hex`. */
export function hashHex(hex: string): string {
  return Buffer.from(keccak(Buffer.from(hex, 'hex'))).toString('hex')
}

/** keccak-256 of UTF-8 text, as EIP-712 encodes types and `string` members. */
export function hashText(text: string): string {
  return Buffer.from(keccak(Buffer.from(text))).toString('hex')
}

/** Encodes an address as a 32-byte word. */
export function addressWord(address: Address): string {
  return address.slice(2).padStart(64, '0')
}

/**
 * Encodes a number as a 32-byte word.
 *
 * @throws {RangeError} when it is negative or exceeds uint256.
 */
export function numberWord(value: bigint | number): string {
  const hex = value.toString(16)
  if (value < 0 || hex.length > 64) throw new RangeError('the number does not fit uint256')
  return hex.padStart(64, '0')
}

/** The digest of an encoded struct under a domain separator (EIP-712). */
export function digestStruct(separator: string, encodedStruct: string): `0x${string}` {
  return `0x${hashHex(`1901${separator}${hashHex(encodedStruct)}`)}`
}
