import { hash } from 'node:crypto'

const tag = /(?:W\/)?("[^"]*")/g

/** Returns the strong entity tag of a body (RFC 9110 8.8.3), which is the same in every process. */
export function etagOf(body: string): string {
  return `"${hash('sha1', body, 'base64url')}"`
}

/** Whether `If-None-Match` matches the tag: alone, in a list, as a weak tag, or by `*`. RFC 9110 13.1.2. */
export function isNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  for (const [, given] of header.matchAll(tag)) if (given === etag) return true
  return false
}
