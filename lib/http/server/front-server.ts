import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Endpoint } from '@/lib/api/declare/endpoint'
import type { Context } from '@/lib/context'
import type { ServiceError } from '@/lib/core/errors'
import { createFastPath } from '@/lib/http/cache/cached-fast-path'
import { forOwnPages } from '@/lib/http/pipeline/exchange'
import { errorFormatOf, errorResponse } from '@/lib/http/pipeline/render-error'
import { respond } from '@/lib/http/pipeline/respond'
import { routeTable } from '@/lib/http/pipeline/route-table'
import type { RunOptions } from '@/lib/http/pipeline/run-endpoint'
import { isApiPath, isOwnPath } from './api-path'
import { forwardToNext, type RestHandler } from './forward-to-next'
import { countRequest } from './log-request'
import { type Incoming, toApiRequest, writeAnswer } from './node-exchange'
import { endWithError, refuseRequest, statusOfClientError } from './refuse-request'
/** Options of the front server; times in milliseconds. */
export type FrontServerOptions = RunOptions & {
  readonly endpoints: readonly Endpoint[]
  readonly rest: RestHandler
  /** `development` relaxes the content security policy for hot reloading. */
  readonly mode?: 'production' | 'development'
  readonly headersTimeoutMs?: number
  readonly requestTimeoutMs?: number
  /** Maximum connections per client address; not applied behind trusted proxies. */
  readonly socketsPerClient?: number
}

/**
 * Creates the HTTP server of the web process, which serves every endpoint and forwards other requests to
 * `rest`. Call `listen` to start it.
 */
export function createFrontServer(ctx: Context, options: FrontServerOptions): Server {
  const headersTimeout = options.headersTimeoutMs ?? 10_000
  const listener = createListener(ctx, options)
  const server = createServer(
    {
      headersTimeout,
      requestTimeout: options.requestTimeoutMs ?? 15_000,
      connectionsCheckingInterval: Math.min(1_000, headersTimeout / 2),
      // Longer than load balancers keep idle connections, so that they never send on a closing one.
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
      // Node's own response to a missing Host has no body.
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
  const fastPath = createFastPath(ctx)
  const runPipeline = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refuseRequest(request)
    const [path = '', search = ''] = splitTarget(request.url ?? '')
    if (refusal) return refuse(request, response, refusal)
    const match = findRoute(path)
    if (match || isApiPath(path)) {
      const apiRequest = toApiRequest(ctx, { request, response, path, search })
      const answer = await respond(ctx, { ...options, request: apiRequest, match })
      writeAnswer({ request, response }, answer)
      const route = match?.route.pattern ?? 'unknown'
      if (answer.kept) fastPath.remember(request.url ?? '', { ...answer.kept, route })
      return
    }
    countPage(ctx, { request, response, path })
    await forwardToNext(ctx, {
      request,
      response,
      path,
      search,
      rest: options.rest,
      mode: options.mode ?? 'production',
    })
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!fastPath.answer({ request, response })) void runPipeline(request, response)
  }
}

/** Pages share one route, as do the files of the build: paths would make as many labels as visitors invent. */
function countPage(
  ctx: Context,
  { request, response, path }: Incoming & { readonly path: string },
): void {
  const startMs = performance.now()
  response.once('close', () => {
    countRequest(ctx, {
      route: path.startsWith('/_next/') ? 'asset' : 'page',
      method: request.method ?? '',
      status: response.statusCode,
      ms: performance.now() - startMs,
    })
  })
}

function splitTarget(target: string): [string, string] {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

function refuse(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  const [path] = splitTarget(request.url ?? '')
  const headers: Record<string, string> =
    error.code === 'MethodNotAllowed' ? { Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' } : {}
  const answer = errorResponse(errorFormatOf(path), error, headers)
  writeAnswer({ request, response }, isOwnPath(path) ? forOwnPages(answer) : answer)
}
