/** A lower-case 0x-prefixed hexadecimal string. */
export type Hex = `0x${string}`

/** Whole bytes after a lower-case `0x`. */
const hexPattern = /^0x(?:[0-9a-fA-F]{2})*$/

/**
 * Parses 0x-prefixed hexadecimal text as lower-case {@link Hex}; undefined when malformed.
 *
 * Stricter than viem's `isHex`: only whole bytes, only a lower-case `0x`.
 */
export function parseHex(text: string, byteLength?: number): Hex | undefined {
  if (byteLength !== undefined && text.length !== 2 + byteLength * 2) return undefined
  return hexPattern.test(text) ? (text.toLowerCase() as Hex) : undefined
}

/** Length of `hex` in bytes. */
export function byteLength(hex: Hex): number {
  return (hex.length - 2) / 2
}
