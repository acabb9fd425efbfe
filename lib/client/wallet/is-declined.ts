/** Returns whether a wallet's error, however deeply wrapped, means that the owner declined (EIP-1193 code 4001). */
export function isDeclined(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === 4001) return true
  }
  return false
}
