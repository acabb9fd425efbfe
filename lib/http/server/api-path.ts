import { findNetwork } from '@/lib/core/networks'

const apiPrefix = /^\/(?:(?:api|accounts|ref-codes)(?:\/|$)|affiliate\/.|[^/]+\/api(?:\/|$))/

const ownPrefix = /^\/api\/(?:auth|account)(?:\/|$)/

/** Whether a path belongs to the API, so that also what no endpoint answers there is JSON. */
export function isApiPath(path: string): boolean {
  const segment = path.split('/')[1] ?? ''
  return apiPrefix.test(path) || /^[0-9]+$/.test(segment) || findNetwork(segment) !== undefined
}

/** Whether a path belongs to accounts that have signed in, whose answers no other site's scripts may read. */
export function isOwnPath(path: string): boolean {
  return ownPrefix.test(path)
}
