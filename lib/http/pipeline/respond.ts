import type { Context } from '@/lib/context'
import { type ErrorCode, ServiceError } from '@/lib/core/errors'
import { parseTraceparent } from '@/lib/core/trace-context'
import { isOwnPath } from '@/lib/http/server/api-path'
import { logRequest, methodLabel, requestIdOf } from '@/lib/http/server/log-request'
import { challengeOf } from './check-access'
import { etagOf, isNoneMatch } from './etag'
import {
  type ApiRequest,
  type ApiResponse,
  forOwnPages,
  jsonHeaders,
  preflightResponse,
  withoutBody,
} from './exchange'
import { asServiceError, errorFormatOf, errorResponse } from './render-error'
import { checkText } from './request-body'
import type { RouteMatch } from './route-table'
import { type RunOptions, runEndpoint } from './run-endpoint'

type Call = RunOptions & {
  readonly request: ApiRequest
  readonly match: RouteMatch | undefined
}

/** Answers one API request. The single entry point for the front server and Next. Never throws. */
export async function respond(ctx: Context, call: Call): Promise<ApiResponse> {
  const { request, match } = call
  const startedMs = performance.now()
  const requestId = requestIdOf(request.header('x-request-id'))
  const method = methodLabel(request.method)
  const route = match?.route.pattern ?? 'unknown'
  const attributes = {
    ...{ 'http.request.method': method, 'http.route': route },
    'coincide.request_id': requestId,
  }
  const caller = parseTraceparent(request.header('traceparent'))
  const traced = { requestId, name: `${method} ${route}`, attributes, caller }
  const answerTraced = async () => {
    const { response: answered, error } = await answerCall(ctx, call)
    const finished = finish(request, answered)
    const response = isOwnPath(request.path) ? forOwnPages(finished) : finished
    const ms = performance.now() - startedMs
    logRequest(ctx, {
      requestId,
      method: request.method,
      route,
      status: response.status,
      ms,
      error,
    })
    return { response, error }
  }
  const { response } = await ctx.traces.runRequest(traced, answerTraced, ({ response, error }) => ({
    isError: response.status >= 500,
    attributes: { 'http.response.status_code': response.status, 'error.type': error?.code },
  }))
  return { ...response, headers: { ...response.headers, 'X-Request-Id': requestId } }
}

/** Adds an entity tag to JSON responses to GET, and answers 304 if the client has that body. */
function finish(request: ApiRequest, response: ApiResponse): ApiResponse {
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') return response
  const tagged = withTag(response)
  const { ETag } = tagged.headers
  if (ETag !== undefined && isNoneMatch(request.header('if-none-match'), ETag)) {
    return { ...tagged, status: 304, body: '' }
  }
  return method === 'HEAD' ? withoutBody(tagged) : tagged
}

function withTag(response: ApiResponse): ApiResponse {
  const { status, headers, body } = response
  const isWhole =
    typeof body === 'string' && headers['Content-Type'] === jsonHeaders['Content-Type']
  if (status !== 200 || !isWhole || headers.ETag !== undefined) return response
  return { ...response, headers: { ...headers, ETag: etagOf(body) } }
}

type Outcome = { readonly response: ApiResponse; readonly error?: ServiceError }

async function answerCall(ctx: Context, call: Call): Promise<Outcome> {
  const { request, match } = call
  if (request.method === 'OPTIONS') {
    return { response: preflightResponse(match?.route.methods ?? allMethods) }
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const routed = match?.route.endpoints.get(method)
  const format = routed?.endpoint.errors ?? errorFormatOf(request.path)
  const refuse = (code: ErrorCode, text: string, headers?: Record<string, string>): Outcome => {
    const error = new ServiceError(code, text)
    return { error, response: errorResponse(format, error, headers) }
  }
  if (!match) return refuse('NotFound', 'unknown path')
  if (!routed) {
    const allowed = match.route.methods.join(', ')
    return refuse('MethodNotAllowed', `this path takes ${allowed}`, { Allow: allowed })
  }
  try {
    const values = namedValues(routed.names, match.values)
    return { response: await runEndpoint(ctx, { ...call, endpoint: routed.endpoint, values }) }
  } catch (thrown) {
    const error = asServiceError(thrown)
    const headers = challengeOf(routed.endpoint, error)
    return { error, response: errorResponse(format, error, headers) }
  }
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function namedValues(names: readonly string[], values: readonly string[]): Record<string, string> {
  const named: Record<string, string> = Object.create(null)
  for (const [index, name] of names.entries()) named[name] = decodeSegment(values[index] ?? '')
  return named
}

function decodeSegment(segment: string): string {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch {
    throw new ServiceError('BadRequest', 'the path is not percent-encoded UTF-8')
  }
  checkText(text)
  return text
}
