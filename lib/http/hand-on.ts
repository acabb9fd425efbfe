import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { isSessionPath } from './api-path'
import { cleanPageHeaders } from './clean-headers'
import { describeCause } from './log-request'
import { clientOf, type Incoming, writeAnswer } from './node-exchange'
import { pageHeaders } from './page-headers'
import { asServiceError, errorResponse } from './render-error'

/** Answers what is no API: pages, their assets and the sign-in. */
export type RestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

type PageCall = Incoming & {
  readonly path: string
  readonly rest: RestHandler
  readonly mode: 'production' | 'development'
}

/** Bytes of body that the sign-in may be sent. */
const restBodyLimit = 32 * 1024

/** Hands a request for a page or the sign-in on, cleaned, and with the page's security headers. */
export async function handOn(ctx: Context, call: PageCall): Promise<void> {
  const { request, response, rest, mode } = call
  const { trustedProxies } = ctx.config
  const error = refuseRest(call)
  if (error) {
    const headers: Record<string, string> =
      error.code === 'MethodNotAllowed' ? { Allow: 'GET, HEAD' } : {}
    writeAnswer(call, errorResponse('message', error, headers))
    return
  }
  cleanPageHeaders(request.headers, { clientAddress: clientOf(ctx, request), trustedProxies })
  const { nonce, policy, headers } = pageHeaders(ctx.config, mode)
  // Next reads the nonce for its own scripts from the policy on the request.
  request.headers['content-security-policy'] = policy
  request.headers['x-nonce'] = nonce
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  try {
    await rest(request, response)
  } catch (thrown) {
    ctx.log.error({ cause: describeCause(thrown) }, 'page failed')
    writeAnswer(call, errorResponse('message', asServiceError(thrown)))
  }
}

/** Pages are only read; the sign-in also takes small bodies of declared length. */
function refuseRest({ request, path, mode }: PageCall): ServiceError | undefined {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return undefined
  // The development overlay posts to Next.
  if (mode === 'development' && path.startsWith('/__nextjs')) return undefined
  if (!isSessionPath(path)) return new ServiceError('MethodNotAllowed', 'pages take GET and HEAD')
  const length = Number(headers['content-length'] ?? 0)
  if (length > restBodyLimit || headers['transfer-encoding']) {
    return new ServiceError('PayloadTooLarge', `the body is larger than ${restBodyLimit} bytes`)
  }
  return undefined
}
