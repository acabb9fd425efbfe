import type { Endpoint } from '@/lib/api/declare/endpoint'
import { getContext } from '@/lib/context'
import { clientAddressOf } from '@/lib/http/server/client-address'
import { maxUnsentBytes } from '@/lib/http/sse/event-stream'
import type { ApiRequest, ApiResponse } from './exchange'
import { respond } from './respond'
import { routeTable } from './route-table'

type Handler = (request: Request) => Promise<Response>

type Handlers = Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>

/**
 * Returns Next route handlers for the endpoints of one path; with none, every request is an unknown path.
 * A route file is `export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getOrder)`.
 */
export function mount(...endpoints: readonly Endpoint[]): Handlers {
  const findRoute = routeTable(endpoints)
  const handle: Handler = async (request) => {
    const ctx = getContext()
    const apiRequest = fromNext(request, ctx.config.trustedProxies)
    const response = await respond(ctx, {
      request: apiRequest,
      match: findRoute(apiRequest.path),
    })
    return toNext(response)
  }
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  }
}

function fromNext(request: Request, trustedProxies: number): ApiRequest {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: url.pathname,
    search: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    body: request.body ?? undefined,
    // Next exposes no socket, but sets this header where the client sent none.
    clientAddress: clientAddressOf({
      socketAddress: undefined,
      forwardedFor: request.headers.get('x-forwarded-for') ?? undefined,
      trustedProxies,
    }),
    signal: request.signal,
  }
}

function toNext({ status, headers, body }: ApiResponse): Response {
  if (typeof body !== 'string') return new Response(toReadable(body), { status, headers })
  return new Response(body === '' ? null : body, { status, headers })
}

/** Streams text as fast as the client reads, and drops a client with {@link maxUnsentBytes} unread. */
function toReadable(body: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const text = body[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      start: async (controller) => {
        for (;;) {
          const { done, value } = await text.next()
          if (done) break
          controller.enqueue(encoder.encode(value))
          if ((controller.desiredSize ?? 0) > 0) continue
          await text.return?.()
          throw new Error('the client reads its events too slowly')
        }
        controller.close()
      },
      cancel: async () => {
        await text.return?.()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxUnsentBytes }),
  )
}
