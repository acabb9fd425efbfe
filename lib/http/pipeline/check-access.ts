import { createHash, timingSafeEqual } from 'node:crypto'
import type { Endpoint, RequestMeta } from '@/lib/api/declare/endpoint'
import { accountQuery } from '@/lib/api/session/account-endpoint'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { chooseSession, listBrowserSessions, readBrowser } from '@/lib/sessions/browser'
import type { ApiRequest } from './exchange'
import { readInput, readQuery } from './read-input'

/** The caller's browser and identity, for endpoints that require them. */
export type Caller = Pick<RequestMeta, 'browser' | 'identity'>

/** The caller of a public endpoint. */
export const anyone: Caller = { browser: undefined, identity: undefined }

/**
 * Authorizes a request for the endpoint and returns its caller.
 *
 * @throws {ServiceError} Unauthorized without a valid key of the content API or a session; Forbidden for an
 *   account request from another site; ServiceUnavailable where sign-in is not configured.
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
  const { account: requested } = readInput(endpoint, accountQuery, readQuery(request.search))
  const { account, networks } = chooseSession(await listBrowserSessions(ctx, browser), requested)
  return { browser, identity: { account, networks } }
}

function checkKey({ config }: Context, authorization: string | undefined): void {
  const [, given] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
  const { cmsApiKey } = config
  if (given !== undefined && cmsApiKey !== undefined && isSameSecret(given.trim(), cmsApiKey))
    return
  throw new ServiceError(
    'Unauthorized',
    'send the key of the content API as Authorization: Bearer <key>',
  )
}

/** Returns the `WWW-Authenticate` header that a 401 of the content API requires (RFC 9110 11.6.1), else none. */
export function challengeOf({ access }: Endpoint, { code }: ServiceError): Record<string, string> {
  const needsKey = access === 'content' && code === 'Unauthorized'
  return needsKey ? { 'WWW-Authenticate': 'Bearer realm="content API"' } : {}
}

/** Compares digests in constant time, so that timing reveals neither a common prefix nor a length. */
function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
