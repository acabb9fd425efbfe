import { findNetwork } from '@/lib/core/networks'

const apiPrefix = /^\/(?:(?:api|accounts|ref-codes)(?:\/|$)|affiliate\/.|[^/]+\/api(?:\/|$))/

/** Paths of the sign-in, which Next answers itself, for pages of the same origin only. */
const sessionPrefix = /^\/api\/auth(?:\/|$)/

/** Whether a path belongs to the API, so that also what no endpoint answers there is JSON with CORS. */
export function isApiPath(path: string): boolean {
  if (isSessionPath(path)) return false
  const segment = path.split('/')[1] ?? ''
  return apiPrefix.test(path) || /^[0-9]+$/.test(segment) || findNetwork(segment) !== undefined
}

/** Whether a path belongs to the sign-in. */
export function isSessionPath(path: string): boolean {
  return sessionPrefix.test(path)
}
