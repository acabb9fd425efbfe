import { hash } from 'node:crypto'

const tag = /(?:W\/)?("[^"]*")/g

/** The strong entity tag of a body: the same text has the same tag in every process. RFC 9110 8.8.3. */
export function etagOf(body: string): string {
  return `"${hash('sha1', body, 'base64url')}"`
}

/** Whether `If-None-Match` names the tag: alone, in a list, as a weak one, or by `*`. RFC 9110 13.1.2. */
export function isNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  for (const [, given] of header.matchAll(tag)) if (given === etag) return true
  return false
}
