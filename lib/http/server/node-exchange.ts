import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '@/lib/context'
import type { ApiRequest, ApiResponse } from '@/lib/http/pipeline/exchange'
import { maxUnsentBytes } from '@/lib/http/sse/event-stream'
import { isPushed, type PushedBody } from '@/lib/http/sse/pushed-body'
import { clientAddressOf } from './client-address'

/** A request of Node's server with its response. */
export type Incoming = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

type Target = {
  /** Path as sent, without query. */
  readonly path: string
  readonly search: string
}

/** Converts a request of Node's server. */
export function toApiRequest(ctx: Context, incoming: Incoming & Target): ApiRequest {
  const { request, response, path, search } = incoming
  const gone = new AbortController()
  response.once('close', () => {
    // After a complete response nothing listens, and aborting takes a tenth of a small request's time.
    if (!response.writableFinished) gone.abort()
  })
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

/** Returns the address of the client that sent `request`. */
export function clientOf(ctx: Context, request: IncomingMessage): string {
  return clientAddressOf({
    socketAddress: request.socket.remoteAddress ?? '',
    forwardedFor: request.headers['x-forwarded-for']?.toString(),
    trustedProxies: ctx.config.trustedProxies,
  })
}

/** Writes a response, unless the connection is closed or a response has been sent. */
export function writeAnswer({ request, response }: Incoming, answer: ApiResponse): void {
  if (response.headersSent || response.destroyed) return
  const { status, headers, body } = answer
  if (typeof body !== 'string') {
    response.writeHead(status, headers)
    response.flushHeaders()
    request.resume()
    if (isPushed(body)) pushStream(response, body)
    else void writeStream(response, body)
    return
  }
  const length =
    status === 204 || status === 304 || 'Content-Length' in headers
      ? {}
      : { 'Content-Length': Buffer.byteLength(body) }
  // The body of a timed-out request is incomplete, so the connection cannot carry another request.
  const ending = status === 408 ? { Connection: 'close' } : {}
  response.writeHead(status, { ...headers, ...length, ...ending })
  response.end(body)
  // Discards the unread body, so that the client can read the response.
  request.resume()
}

/** Writes text as it arrives, and drops a client with more than {@link maxUnsentBytes} unread. */
async function writeStream(response: ServerResponse, body: AsyncIterable<string>): Promise<void> {
  for await (const text of body) {
    if (response.destroyed) return
    response.write(text)
    if (response.writableLength > maxUnsentBytes) {
      response.destroy()
      return
    }
  }
  response.end()
}

const chunks = new WeakMap<Buffer, Buffer>()

/**
 * Encodes bytes as one HTTP chunk, once for all its recipients. Node would build the three parts of the chunk
 * per response, which takes longer than everything else.
 */
function toChunk(bytes: Buffer): Buffer {
  const known = chunks.get(bytes)
  if (known) return known
  const head = Buffer.from(`${bytes.length.toString(16)}\r\n`)
  const chunk = Buffer.concat([head, bytes, Buffer.from('\r\n')])
  chunks.set(bytes, chunk)
  return chunk
}

/**
 * Starts a pushed body. Drops a client with more than {@link maxUnsentBytes} of earlier bytes unread; the new
 * bytes do not count, so a single large event drops no client.
 */
function pushStream(response: ServerResponse, body: PushedBody): void {
  const stop = body.start({
    write: (bytes) => {
      if (response.destroyed) return
      if (response.writableLength > maxUnsentBytes) response.destroy()
      else if (response.chunkedEncoding && response.socket) response.socket.write(toChunk(bytes))
      else response.write(bytes)
    },
    end: () => {
      if (!response.destroyed) response.end()
    },
  })
  response.once('close', stop)
}
