import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Endpoint } from '@/lib/api/endpoint'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { isApiPath, isSessionPath } from './api-path'
import { cleanPageHeaders } from './clean-headers'
import { clientAddressOf } from './client-address'
import type { ApiRequest, ApiResponse } from './exchange'
import { describeCause } from './log-request'
import { pageHeaders } from './page-headers'
import { endWithError, statusOfClientError } from './raw-answer'
import { refuseRequest } from './refuse-request'
import { asServiceError, errorFormatOf, errorResponse } from './render-error'
import { type RespondOptions, respond } from './respond'
import { routeTable } from './route-table'

/** Answers what is no API: pages, their assets and the sign-in. */
export type RestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** How a front server is set up; times in milliseconds. */
export type FrontServerOptions = RespondOptions & {
  readonly endpoints: readonly Endpoint[]
  readonly rest: RestHandler
  /** `development` loosens the content policy for the reloading scripts. */
  readonly mode?: 'production' | 'development'
  readonly headersTimeoutMs?: number
  readonly requestTimeoutMs?: number
  /** Connections that one client address may hold; not applied behind trusted proxies. */
  readonly socketsPerClient?: number
}

/** Bytes of body that the sign-in may be sent. */
const restBodyLimit = 32 * 1024

/** The HTTP server of the web process: answers every endpoint itself and hands the rest on. Not yet listening. */
export function createFrontServer(ctx: Context, options: FrontServerOptions): Server {
  const headersTimeout = options.headersTimeoutMs ?? 10_000
  const listener = createListener(ctx, options)
  const server = createServer(
    {
      headersTimeout,
      requestTimeout: options.requestTimeoutMs ?? 15_000,
      connectionsCheckingInterval: Math.min(1_000, headersTimeout / 2),
      // Longer than balancers keep idle connections, so that they never send into a closing one.
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
      // Node's own answer to a missing Host has no body.
      requireHostHeader: false,
    },
    listener,
  )
  server.on('checkExpectation', listener)
  server.on('connect', (_request, socket: Duplex) => endWithError(socket, 405))
  server.on('clientError', onClientError)
  if (ctx.config.trustedProxies === 0) capSockets(server, options.socketsPerClient ?? 256)
  return server
}

function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  const isAnswering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy()
  else endWithError(socket, statusOfClientError(error.code))
}

function capSockets(server: Server, cap: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const client = socket.remoteAddress ?? ''
    const count = (open.get(client) ?? 0) + 1
    open.set(client, count)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
    if (count > cap) endWithError(socket, 429)
  })
}

function createListener(ctx: Context, options: FrontServerOptions) {
  const findRoute = routeTable(options.endpoints)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refuseRequest(request)
    const [path = '', search = ''] = splitTarget(request.url ?? '')
    if (refusal) return refuse(request, response, refusal)
    const match = findRoute(path)
    if (match || isApiPath(path)) {
      const apiRequest = toApiRequest(ctx, { request, response, path, search })
      write(request, response, await respond(ctx, { ...options, request: apiRequest, match }))
      return
    }
    await handOn(ctx, { request, response, path, options })
  }
}

function splitTarget(target: string): [string, string] {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

type Incoming = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
}

function toApiRequest(ctx: Context, incoming: Incoming & { search: string }): ApiRequest {
  const { request, response, path, search } = incoming
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return {
    method: request.method ?? 'GET',
    path,
    search,
    header: (name) => request.headers[name]?.toString(),
    body: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) },
    clientAddress: clientOf(ctx, request),
    signal: gone.signal,
  }
}

function clientOf(ctx: Context, request: IncomingMessage): string {
  return clientAddressOf({
    socketAddress: request.socket.remoteAddress ?? '',
    forwardedFor: request.headers['x-forwarded-for']?.toString(),
    trustedProxies: ctx.config.trustedProxies,
  })
}

function write(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void {
  if (response.headersSent || response.destroyed) return
  const { status, headers, body } = answer
  const length =
    status === 204 || 'Content-Length' in headers
      ? {}
      : { 'Content-Length': Buffer.byteLength(body) }
  // A client that stopped sending would leave the connection unusable for the next request.
  const ending = status === 408 ? { Connection: 'close' } : {}
  response.writeHead(status, { ...headers, ...length, ...ending })
  response.end(body)
  // What was not read of the body is dropped, so that the client can read the answer.
  request.resume()
}

function refuse(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  const path = request.url ?? ''
  const headers: Record<string, string> =
    error.code === 'MethodNotAllowed' ? { Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' } : {}
  write(
    request,
    response,
    errorResponse(errorFormatOf(path.split('?', 1)[0] ?? ''), error, headers),
  )
}

async function handOn(
  ctx: Context,
  call: Incoming & { options: FrontServerOptions },
): Promise<void> {
  const { request, response, path, options } = call
  const { trustedProxies } = ctx.config
  const error = refuseRest(request, path)
  if (error) {
    const headers: Record<string, string> =
      error.code === 'MethodNotAllowed' ? { Allow: 'GET, HEAD' } : {}
    write(request, response, errorResponse('message', error, headers))
    return
  }
  cleanPageHeaders(request.headers, { clientAddress: clientOf(ctx, request), trustedProxies })
  const { nonce, policy, headers } = pageHeaders(ctx.config, options.mode ?? 'production')
  // Next reads the nonce for its own scripts from the policy on the request.
  request.headers['content-security-policy'] = policy
  request.headers['x-nonce'] = nonce
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  try {
    await options.rest(request, response)
  } catch (thrown) {
    ctx.log.error({ cause: describeCause(thrown) }, 'page failed')
    write(request, response, errorResponse('message', asServiceError(thrown)))
  }
}

/** Pages are only read; the sign-in also takes small bodies of declared length. */
function refuseRest(request: IncomingMessage, path: string): ServiceError | undefined {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return undefined
  if (!isSessionPath(path)) return new ServiceError('MethodNotAllowed', 'pages take GET and HEAD')
  const length = Number(headers['content-length'] ?? 0)
  if (length > restBodyLimit || headers['transfer-encoding']) {
    return new ServiceError('PayloadTooLarge', `the body is larger than ${restBodyLimit} bytes`)
  }
  return undefined
}
