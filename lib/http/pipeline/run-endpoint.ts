import { type Answer, answer, isAnswer } from '@/lib/api/declare/answer'
import {
  type AnswerCache,
  type Endpoint,
  networkParameter,
  type RequestMeta,
} from '@/lib/api/declare/endpoint'
import { type EventStream, isStream } from '@/lib/api/declare/stream'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { findNetwork, getNetwork } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'
import { findAnswer, findFreshAnswer } from '@/lib/http/cache/answer-cache'
import { answerAt, answerKey } from '@/lib/http/cache/cached-answer'
import { logStreamError } from '@/lib/http/server/log-request'
import { streamHead, streamResponse } from '@/lib/http/sse/event-stream'
import { openStream } from '@/lib/http/sse/open-streams'
import { ownOrigin } from '@/lib/sessions/browser'
import { anyone, type Caller, checkAccess } from './check-access'
import { type ApiRequest, type ApiResponse, jsonResponse, toJson } from './exchange'
import { addReads, takeRequest } from './rate-limit'
import { readInput, readQuery } from './read-input'
import { readJsonBody } from './request-body'

/**
 * Milliseconds for a body: the largest, 128 KiB, at 128 kbit/s. Less than the 15 s that Node gives to a whole request, whose
 * error has no body of ours.
 */
const bodyTimeoutMs = 10_000

/** Options of the request pipeline. Tests shorten the timeout and check responses. */
export type RunOptions = {
  /** Milliseconds within which the body must arrive; default 10,000. */
  readonly bodyTimeoutMs?: number
  /** Whether to validate responses against the declared schema; a violation is a 500. */
  readonly checkResponses?: boolean
}

/** A request for an endpoint; `values` are the decoded path parameters. */
export type EndpointCall = RunOptions & {
  readonly request: ApiRequest
  readonly endpoint: Endpoint
  readonly values: Readonly<Record<string, string>>
}

/**
 * Runs an endpoint for a request after checking network, feature switch, rate limit, access and input, in order.
 *
 * @throws {ServiceError} the error of a check or of the endpoint's action. Any other error is a bug.
 */
export async function runEndpoint(ctx: Context, call: EndpointCall): Promise<ApiResponse> {
  const { request, endpoint, values } = call
  const network = networkOf(ctx, endpoint, values)
  if (!endpoint.enabled(ctx)) throw new ServiceError('ServiceUnavailable', 'service unavailable')
  const client = {
    clientAddress: request.clientAddress,
    chainId: endpoint.networkSegment === 'none' ? undefined : network.chainId,
  }
  await takeRequest(ctx, { limit: endpoint.limit, ...client })
  const caller = await checkAccess(ctx, endpoint, request)
  const params = readInput(endpoint, endpoint.params, values)
  const query = readInput(endpoint, endpoint.query, readQuery(request.search))
  const body = await readBody(call)
  await takeUse(ctx, call, { body, client })
  const input = { params, query, body, network, meta: metaOf(ctx, request, caller) }
  if (endpoint.answers === 'events') return runStream(ctx, call, { input, client })
  if (endpoint.cache) return runCached(ctx, call, { input, client, cache: endpoint.cache })
  return render(call, asAnswer(await endpoint.run(ctx, input)))
}

/** Counts what the body asks for beyond the one request that is counted already. */
async function takeUse(
  ctx: Context,
  { endpoint }: EndpointCall,
  { body, client }: { readonly body: unknown; readonly client: Client },
): Promise<void> {
  if (!endpoint.uses) return
  const { reads, writes } = endpoint.uses(body)
  await takeRequest(ctx, { limit: 'reads', count: reads - 1, ...client })
  await takeRequest(ctx, { limit: 'writes', count: writes, ...client })
}

function metaOf({ config }: Context, request: ApiRequest, caller: Caller): RequestMeta {
  const { clientAddress, signal, header } = request
  const [origin, host] = [header('origin'), header('host')]
  const isOwnPage =
    origin !== undefined && (origin === ownOrigin(config, host) || isOnHost(origin, host))
  return { clientAddress, signal, lastEventId: header('last-event-id'), isOwnPage, ...caller }
}

/** Without a configured origin, a proxy that ends TLS still changes the scheme, so hosts are compared. */
function isOnHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

type Client = Parameters<typeof addReads>[1]

type CachedStart = {
  readonly input: Parameters<Endpoint['run']>[1]
  readonly client: Client
  readonly cache: AnswerCache
}

/** Runs a cached endpoint. Callers share the result, so the action sees no client and no client's abort. */
async function runCached(
  ctx: Context,
  { endpoint, checkResponses }: EndpointCall,
  { input, client, cache }: CachedStart,
): Promise<ApiResponse> {
  const { name, cacheControl, limit } = endpoint
  const { chainId } = client
  const key = answerKey(endpoint, { ...input, chainId })
  if (cache.reads && !findFreshAnswer(ctx, key)) addReads(ctx, client, cache.reads - 1)
  const compute = async () => {
    const { signal } = new AbortController()
    const meta = { clientAddress: '', signal, lastEventId: undefined, isOwnPage: false, ...anyone }
    const { status, body, headers } = asAnswer(await endpoint.run(ctx, { ...input, meta }))
    if (status !== 200) throw new Error(`${name} is cached and may not answer ${status}`)
    const text = toJson(body)
    if (checkResponses) endpoint.response.parse(JSON.parse(text))
    return { text, headers }
  }
  const found = await findAnswer(ctx, { key, name, cache, cacheControl, compute })
  return { ...answerAt(found, ctx.now()), kept: { key, limit, chainId } }
}

function asAnswer(result: Awaited<ReturnType<Endpoint['run']>>): Answer<unknown> {
  return isAnswer(result) ? result : answer({ status: 200, body: result })
}

type StreamStart = {
  readonly input: Parameters<Endpoint['run']>[1]
  readonly client: Omit<Parameters<typeof openStream>[1], 'end'>
}

async function runStream(
  ctx: Context,
  { endpoint, request, checkResponses }: EndpointCall,
  { input, client }: StreamStart,
): Promise<ApiResponse> {
  if (request.method === 'HEAD') return streamHead()
  if (request.signal.aborted) throw new ServiceError('RequestTimeout', 'the client disconnected')
  const over = new AbortController()
  const close = openStream(ctx, { ...client, end: () => over.abort() })
  // A client may disconnect before anything is written; then the stream's own clean-up never runs.
  const leave = () => {
    close()
    over.abort()
  }
  request.signal.addEventListener('abort', leave, { once: true })
  const { signal } = over
  const { requestId } = ctx.traces.ids()
  try {
    const meta = { ...input.meta, signal }
    const stream = (await endpoint.run(ctx, { ...input, meta })) as EventStream<unknown>
    if (!isStream(stream)) throw new Error(`${endpoint.name} returned no stream`)
    return streamResponse({
      stream,
      format: endpoint.errors,
      signal,
      check: checkResponses ? (data) => endpoint.response.parse(data) : undefined,
      onEnd: (error) => {
        close()
        if (error) logStreamError(ctx, { endpoint: endpoint.name, requestId }, error)
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
