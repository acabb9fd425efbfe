import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '@/lib/context'
import type { ApiRequest, ApiResponse } from '@/lib/http/pipeline/exchange'
import { maxUnsentBytes } from '@/lib/http/sse/event-stream'
import { isPushed, type PushedBody } from '@/lib/http/sse/pushed-body'
import { clientAddressOf } from './client-address'

/** A request of Node's server with the response to write to. */
export type Incoming = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

type Target = {
  /** Path as sent, without query. */
  readonly path: string
  readonly search: string
}

/** A request of Node's server as the shell takes it. */
export function toApiRequest(ctx: Context, incoming: Incoming & Target): ApiRequest {
  const { request, response, path, search } = incoming
  const gone = new AbortController()
  response.once('close', () => {
    // After the answer nobody listens, and aborting would cost a tenth of a small request.
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

/** The address of the client that sent `request`. */
export function clientOf(ctx: Context, request: IncomingMessage): string {
  return clientAddressOf({
    socketAddress: request.socket.remoteAddress ?? '',
    forwardedFor: request.headers['x-forwarded-for']?.toString(),
    trustedProxies: ctx.config.trustedProxies,
  })
}

/** Writes an answer, unless the connection has ended or something else has answered. */
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
  // A client that stopped sending would leave the connection unusable for the next request.
  const ending = status === 408 ? { Connection: 'close' } : {}
  response.writeHead(status, { ...headers, ...length, ...ending })
  response.end(body)
  // What was not read of the body is dropped, so that the client can read the answer.
  request.resume()
}

/** Writes text as it comes; a client that does not read what it is sent is dropped. */
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
 * Bytes as one chunk of a chunked answer, made once for all who get them. Node would make each of its three
 * parts again for each answer, which takes longer than all the rest.
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
 * Lets bytes be pushed; a client that leaves too much of what came before unread is dropped, so that one
 * large event drops nobody.
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
