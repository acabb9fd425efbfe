import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { offlinePath } from '@/lib/core/page-paths'
import { asServiceError, errorFormatOf, errorResponse } from '@/lib/http/pipeline/render-error'
import { delayScripts } from './late-scripts'
import { describeCause } from './log-request'
import { clientOf, type Incoming, writeAnswer } from './node-exchange'
import { cleanPageHeaders, embedHeaders, openFileHeaders, pageHeaders } from './page-headers'

/** Serves pages and their assets. */
export type RestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

type PageCall = Incoming & {
  readonly path: string
  /** The query, without its question mark. */
  readonly search: string
  readonly rest: RestHandler
  readonly mode: 'production' | 'development'
}

/** Forwards a page request to Next with cleaned headers, and sets the page's security headers. */
export async function forwardToNext(ctx: Context, call: PageCall): Promise<void> {
  const { request, response, path, search, rest, mode } = call
  const { trustedProxies } = ctx.config
  const error = refuseRest(call)
  if (error) {
    writeAnswer(call, errorResponse('message', error, { Allow: 'GET, HEAD' }))
    return
  }
  cleanPageHeaders(request.headers, { clientAddress: clientOf(ctx, request), trustedProxies })
  const { nonce, policy, headers } = pageHeaders(ctx.config, { path, mode })
  // Next reads the nonce for its own scripts from the policy on the request.
  request.headers['content-security-policy'] = policy
  request.headers['x-nonce'] = nonce
  Object.assign(request.headers, embedHeaders(path, search))
  const sent = { ...headers, ...openFileHeaders(path) }
  for (const [name, value] of Object.entries(sent)) response.setHeader(name, value)
  compress(request, response)
  if (mode === 'production' && path !== offlinePath) delayScripts(response, nonce)
  answerNotFoundAsJson(call, path)
  try {
    await rest(request, response)
  } catch (thrown) {
    ctx.log.error({ cause: describeCause(thrown) }, 'page failed')
    writeAnswer(call, errorResponse('message', asServiceError(thrown)))
  }
}

// Scripts are 6% smaller than at the library's quality 4; more would hardly help.
const compressor = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } })
/** It needs nothing that Express adds. */
type Parts = Parameters<typeof compressor>

/** Compresses what is written from now on, if the client accepts that and the type profits. */
function compress(request: IncomingMessage, response: ServerResponse): void {
  compressor(request as Parts[0], response as Parts[1], () => {})
}

/** Rejects methods other than GET and HEAD. */
function refuseRest({ request, path, mode }: PageCall): ServiceError | undefined {
  const { method } = request
  if (method === 'GET' || method === 'HEAD') return undefined
  // The development overlay posts to Next.
  if (mode === 'development' && path.startsWith('/__nextjs')) return undefined
  return new ServiceError('MethodNotAllowed', 'pages take GET and HEAD')
}

/**
 * Wraps the response so that a 404 page becomes JSON with CORS headers, unless the client accepts `text/html`. Call
 * before forwarding the request: only Next knows which pages exist.
 */
function answerNotFoundAsJson({ request, response }: Incoming, path: string): void {
  if (namesHtml(request.headers.accept) || request.headers.rsc !== undefined) return
  const { write, end } = response
  const isReplaced = (): boolean => {
    const type = String(response.getHeader('content-type') ?? '')
    return response.statusCode === 404 && !response.headersSent && type.startsWith('text/html')
  }
  const replace = (): void => {
    Object.assign(response, { write, end })
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    const error = new ServiceError('NotFound', 'unknown path')
    writeAnswer({ request, response }, errorResponse(errorFormatOf(path), error))
    // Discards the rest of the page.
    Object.assign(response, { write: () => true, end: () => response })
  }
  const wrap =
    (method: 'write' | 'end') =>
    (...args: readonly unknown[]) => {
      if (isReplaced()) {
        replace()
        return method === 'write' ? true : response
      }
      return Reflect.apply(method === 'write' ? write : end, response, args)
    }
  Object.assign(response, { write: wrap('write'), end: wrap('end') })
}

/** Whether an Accept header names `text/html`; `*\/*` does not count. RFC 9110 12.5.1. */
function namesHtml(accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept)
}
