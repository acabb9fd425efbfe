import type { Address } from './address'
import { keccak } from './keccak'

// What EIP-712 encodes and hashes, for the server: hexadecimal text without 0x all through.

/** keccak-256 of the bytes that `hex` stands for. */
export function hashHex(hex: string): string {
  return Buffer.from(keccak(Buffer.from(hex, 'hex'))).toString('hex')
}

/** keccak-256 of text as UTF-8: how EIP-712 encodes types and members of the type `string`. */
export function hashText(text: string): string {
  return Buffer.from(keccak(Buffer.from(text))).toString('hex')
}

/** An address as a word of 32 bytes. */
export function addressWord(address: Address): string {
  return address.slice(2).padStart(64, '0')
}

/**
 * A number as a word of 32 bytes.
 *
 * @throws {RangeError} when it is negative or exceeds uint256.
 */
export function numberWord(value: bigint | number): string {
  const hex = value.toString(16)
  if (value < 0 || hex.length > 64) throw new RangeError('the number does not fit uint256')
  return hex.padStart(64, '0')
}

/** The digest of an encoded struct in the domain of a separator (EIP-712). */
export function digestStruct(separator: string, encodedStruct: string): `0x${string}` {
  return `0x${hashHex(`1901${separator}${hashHex(encodedStruct)}`)}`
}
