import { createHash, timingSafeEqual } from 'node:crypto'
import type { Endpoint, RequestMeta } from '@/lib/api/declare/endpoint'
import { accountQuery } from '@/lib/api/session/account-endpoint'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { chooseSession, listBrowserSessions, readBrowser } from '@/lib/sessions/browser'
import type { ApiRequest } from './exchange'
import { readInput, readQuery } from './read-input'

/** Who is asking, where an endpoint wants to know. */
export type Caller = Pick<RequestMeta, 'browser' | 'identity'>

/** Who asks what anyone may. */
export const anyone: Caller = { browser: undefined, identity: undefined }

/**
 * Lets a request pass that may call the endpoint, and tells who asks.
 *
 * @throws {ServiceError} Unauthorized when the key of the content API is missing or wrong, or nobody has signed in;
 *   Forbidden when another site asks for an account; ServiceUnavailable where nobody can sign in.
 */
export async function checkAccess(
  ctx: Context,
  endpoint: Endpoint,
  request: ApiRequest,
): Promise<Caller> {
  const { access } = endpoint
  if (access === 'public') return anyone
  if (access === 'content') {
    checkKey(ctx, request.header('authorization'))
    return anyone
  }
  const browser = readBrowser(ctx, request)
  if (access === 'browser') return { browser, identity: undefined }
  const { account: wanted } = readInput(endpoint, accountQuery, readQuery(request.search))
  const { account, networks } = chooseSession(await listBrowserSessions(ctx, browser), wanted)
  return { browser, identity: { account, networks } }
}

function checkKey({ config }: Context, authorization: string | undefined): void {
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
