import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { asServiceError, errorResponse } from '@/lib/http/pipeline/render-error'
import { cleanPageHeaders } from './clean-headers'
import { answerNotFoundAsJson } from './json-not-found'
import { describeCause } from './log-request'
import { clientOf, type Incoming, writeAnswer } from './node-exchange'
import { openFileHeaders, pageHeaders } from './page-headers'

/** Serves pages and their assets. */
export type RestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

type PageCall = Incoming & {
  readonly path: string
  readonly rest: RestHandler
  readonly mode: 'production' | 'development'
}

/** Forwards a page request to Next with cleaned headers, and sets the page's security headers. */
export async function forwardToNext(ctx: Context, call: PageCall): Promise<void> {
  const { request, response, path, rest, mode } = call
  const { trustedProxies } = ctx.config
  const error = refuseRest(call)
  if (error) {
    writeAnswer(call, errorResponse('message', error, { Allow: 'GET, HEAD' }))
    return
  }
  cleanPageHeaders(request.headers, { clientAddress: clientOf(ctx, request), trustedProxies })
  const { nonce, policy, headers } = pageHeaders(ctx.config, mode)
  // Next reads the nonce for its own scripts from the policy on the request.
  request.headers['content-security-policy'] = policy
  request.headers['x-nonce'] = nonce
  const sent = { ...headers, ...openFileHeaders(path) }
  for (const [name, value] of Object.entries(sent)) response.setHeader(name, value)
  answerNotFoundAsJson(call, path)
  try {
    await rest(request, response)
  } catch (thrown) {
    ctx.log.error({ cause: describeCause(thrown) }, 'page failed')
    writeAnswer(call, errorResponse('message', asServiceError(thrown)))
  }
}

/** Rejects methods other than GET and HEAD. */
function refuseRest({ request, path, mode }: PageCall): ServiceError | undefined {
  const { method } = request
  if (method === 'GET' || method === 'HEAD') return undefined
  // The development overlay posts to Next.
  if (mode === 'development' && path.startsWith('/__nextjs')) return undefined
  return new ServiceError('MethodNotAllowed', 'pages take GET and HEAD')
}
