/** Shortens an address or hash to its first 6 and last 4 characters: "0x1234…abcd". */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
