import { findNetwork } from '@/lib/core/networks'

const apiPrefix = /^\/(?:(?:api|accounts|ref-codes)(?:\/|$)|affiliate\/.|[^/]+\/api(?:\/|$))/

const ownPrefix = /^\/api\/(?:auth|account)(?:\/|$)/

/** Whether a path belongs to the API, where unknown paths are answered as JSON too. */
export function isApiPath(path: string): boolean {
  const segment = path.split('/')[1] ?? ''
  return apiPrefix.test(path) || /^[0-9]+$/.test(segment) || findNetwork(segment) !== undefined
}

/** Whether a path serves sign-in or accounts, whose responses scripts of other origins must not read. */
export function isOwnPath(path: string): boolean {
  return ownPrefix.test(path)
}
