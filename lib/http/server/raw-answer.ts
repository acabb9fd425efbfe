import type { Duplex } from 'node:stream'
import { corsHeaders, toJson } from '@/lib/http/pipeline/exchange'

/** Statuses that are answered before there is a request. */
const reasons = {
  400: ['Bad Request', 'InvalidParameter', 'the request is not well-formed HTTP'],
  405: ['Method Not Allowed', 'MethodNotAllowed', 'unknown method'],
  408: ['Request Timeout', 'RequestTimeout', 'the request did not arrive in time'],
  429: ['Too Many Requests', 'RateLimited', 'too many connections, try again later'],
  431: ['Request Header Fields Too Large', 'InvalidParameter', 'the headers are too large'],
} as const

type RawStatus = keyof typeof reasons

const extraHeaders: Partial<Record<RawStatus, string>> = {
  405: 'Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n',
  429: 'Retry-After: 1\r\n',
}

/**
 * Writes an error onto a connection that carries no readable request, and closes it. The path is not
 * known there, so the body has the fields of both error formats.
 */
export function endWithError(socket: Duplex, status: RawStatus): void {
  const [reason, errorType, description] = reasons[status]
  const body = toJson({ errorType, description, message: description })
  const cors = Object.entries(corsHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      'Cache-Control: no-store\r\n' +
      `${cors.join('')}${extraHeaders[status] ?? ''}Connection: close\r\n\r\n${body}`,
  )
}

/** The status for what Node's HTTP parser or its timers found wrong with a connection. */
export function statusOfClientError(code: string | undefined): RawStatus {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
