import { createHash, timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@/lib/api/endpoint'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'

/**
 * Lets a request pass that may call the endpoint; `authorization` is its header of that name.
 *
 * @throws {ServiceError} Unauthorized when the key of the content API is asked for, and missing or wrong.
 */
export function checkAccess(
  { config }: Context,
  { access }: Endpoint,
  authorization: string | undefined,
): void {
  if (access === 'public') return
  const [, given] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
  const { cmsApiKey } = config
  if (given !== undefined && cmsApiKey !== undefined && isSameText(given.trim(), cmsApiKey)) return
  throw new ServiceError(
    'Unauthorized',
    'send the key of the content API as Authorization: Bearer <key>',
  )
}

/** What a refusal for want of the key has to say of how it is sent (RFC 9110, 11.6.1); nothing for any other. */
export function challengeOf({ access }: Endpoint, { code }: ServiceError): Record<string, string> {
  const isAsked = access === 'content' && code === 'Unauthorized'
  return isAsked ? { 'WWW-Authenticate': 'Bearer realm="content API"' } : {}
}

/** Takes as long whatever the texts have in common, and however long they are. */
function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
