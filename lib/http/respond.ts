import { randomUUID } from 'node:crypto'
import { type Answer, answer, type Endpoint, isAnswer, networkParameter } from '@/lib/api/endpoint'
import { type EventStream, isStream } from '@/lib/api/stream'
import type { Context } from '@/lib/context'
import { type ErrorCode, ServiceError } from '@/lib/core/errors'
import { findNetwork, getNetwork, type Network } from '@/lib/core/networks'
import { streamHead, streamResponse } from './event-stream'
import {
  type ApiRequest,
  type ApiResponse,
  jsonResponse,
  preflightResponse,
  withoutBody,
} from './exchange'
import { logRequest, logStreamError } from './log-request'
import { openStream } from './open-streams'
import { takeRequest } from './rate-limit'
import { readInput, readQuery } from './read-input'
import { asServiceError, errorFormatOf, errorResponse } from './render-error'
import { checkText, readJsonBody } from './request-body'
import type { RouteMatch } from './route-table'

const bodyTimeoutMs = 10_000

/** What {@link respond} may be told besides the request; tests shorten and check. */
export type RespondOptions = {
  /** Milliseconds that a body may take to arrive; 10 s unless told. */
  readonly bodyTimeoutMs?: number
  /** Whether answers are checked against the declared response, and a wrong one is a 500. */
  readonly checkResponses?: boolean
}

type Call = RespondOptions & {
  readonly request: ApiRequest
  readonly match: RouteMatch | undefined
}

/** Answers one API request: the only way in, for the front server and for Next alike. Never throws. */
export async function respond(ctx: Context, call: Call): Promise<ApiResponse> {
  const { request, match } = call
  const startedMs = performance.now()
  const requestId = requestIdOf(request)
  const { response, error } = await answerCall(ctx, call)
  logRequest(ctx, {
    requestId,
    method: request.method,
    route: match?.route.pattern ?? 'unknown',
    status: response.status,
    ms: performance.now() - startedMs,
    error,
  })
  const stamped = { ...response, headers: { ...response.headers, 'X-Request-Id': requestId } }
  return request.method === 'HEAD' ? withoutBody(stamped) : stamped
}

function requestIdOf(request: ApiRequest): string {
  const given = request.header('x-request-id')
  return given && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID()
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
    return { error, response: errorResponse(format, error) }
  }
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

type EndpointCall = RespondOptions & {
  readonly request: ApiRequest
  readonly endpoint: Endpoint
  readonly values: Readonly<Record<string, string>>
}

async function runEndpoint(ctx: Context, call: EndpointCall): Promise<ApiResponse> {
  const { request, endpoint, values } = call
  const network = networkOf(ctx, endpoint, values)
  if (!endpoint.enabled(ctx)) throw new ServiceError('ServiceUnavailable', 'service unavailable')
  const client = {
    clientAddress: request.clientAddress,
    chainId: endpoint.networkSegment === 'none' ? undefined : network.chainId,
  }
  await takeRequest(ctx, { limit: endpoint.limit, ...client })
  const params = readInput(endpoint, endpoint.params, values)
  const query = readInput(endpoint, endpoint.query, readQuery(request.search))
  const body = await readBody(call)
  const { clientAddress, signal } = request
  const input = { params, query, body, network, meta: { clientAddress, signal } }
  if (endpoint.answers === 'events') return runStream(ctx, call, { input, client })
  const result = await endpoint.run(ctx, input)
  return render(call, isAnswer(result) ? result : answer({ status: 200, body: result }))
}

type StreamStart = {
  readonly input: Parameters<Endpoint['run']>[1]
  readonly client: Parameters<typeof openStream>[1]
}

async function runStream(
  ctx: Context,
  { endpoint, request, checkResponses }: EndpointCall,
  { input, client }: StreamStart,
): Promise<ApiResponse> {
  if (request.method === 'HEAD') return streamHead()
  const close = openStream(ctx, client)
  // A client may go before anything is written, and then nothing of the stream ever runs.
  request.signal.addEventListener('abort', close, { once: true })
  try {
    const stream = (await endpoint.run(ctx, input)) as EventStream<unknown>
    if (!isStream(stream)) throw new Error(`${endpoint.name} answered no stream`)
    return streamResponse({
      stream,
      format: endpoint.errors,
      signal: request.signal,
      check: (data) => checkResponses && endpoint.response.parse(data),
      onEnd: (error) => {
        close()
        if (error) logStreamError(ctx, endpoint.name, error)
      },
    })
  } catch (error) {
    close()
    throw error
  }
}

function networkOf(
  ctx: Context,
  endpoint: Endpoint,
  values: Readonly<Record<string, string>>,
): Network {
  const segment = values[networkParameter]
  const byDefault = getNetwork(ctx.config.defaultChainId)
  if (endpoint.networkSegment === 'none') return byDefault
  const network = segment === undefined ? byDefault : findNetwork(segment)
  if (!network) {
    const names = ctx.config.chainIds.map((chainId) => getNetwork(chainId).name).join(', ')
    throw new ServiceError('NotFound', `unknown network; this instance serves ${names || 'none'}`)
  }
  if (!ctx.config.chainIds.includes(network.chainId)) {
    throw new ServiceError(
      'ServiceUnavailable',
      `network ${network.name} is not configured on this instance`,
    )
  }
  return network
}

async function readBody(call: EndpointCall): Promise<unknown> {
  const { endpoint, request } = call
  if (!endpoint.body) return undefined
  const value = await readJsonBody(request, {
    bytes: endpoint.bodyLimit,
    timeoutMs: call.bodyTimeoutMs ?? bodyTimeoutMs,
  })
  return readInput(endpoint, endpoint.body, value)
}

function render({ endpoint, checkResponses }: EndpointCall, result: Answer<unknown>): ApiResponse {
  const { status, body, headers } = result
  const success = status < 400
  const response = jsonResponse({
    status,
    body,
    headers: { 'Cache-Control': success ? endpoint.cacheControl : 'no-store', ...headers },
  })
  if (checkResponses && success) endpoint.response.parse(JSON.parse(response.body))
  return response
}

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
