import type { RpcError } from './bounded-request'

/** Returns whether a node refuses a method as such. Providers that lack it, or not on this plan, word it differently. */
export function isUnsupported({ code, message }: RpcError): boolean {
  if (code === -32601 || code === -32004) return true
  return /not (?:found|supported|available|allowed|enabled|whitelisted)|unsupported|does not exist|unknown method/i.test(
    String(message),
  )
}
