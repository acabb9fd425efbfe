/** Whether a wallet's error says that its owner declined (EIP-1193 code 4001), however deep it is wrapped. */
export function isDeclined(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === 4001) return true
  }
  return false
}
