import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ServiceError } from '@/lib/core/errors'
import { corsHeaders, toJson } from '@/lib/http/pipeline/exchange'

/** Maximum characters of a path; the longest that an endpoint takes has some 300. */
const maxPathLength = 2048

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Validates a request's head. Returns the error to answer with, or undefined if it is valid. */
export function refuseRequest({ method = '', url = '', headers }: Head): ServiceError | undefined {
  const bad = (description: string) => new ServiceError('BadRequest', description)
  if (!knownMethods.has(method)) return new ServiceError('MethodNotAllowed', 'unknown method')
  if (!url.startsWith('/')) return bad('the request target must be a path')
  if (headers.host === undefined) return bad('the Host header is missing')
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    return new ServiceError('UnsupportedMediaType', 'send the body without Content-Encoding')
  }
  const [path = ''] = url.split('?', 1)
  if (path.length > maxPathLength) return bad(`the path is longer than ${maxPathLength} characters`)
  if (path.includes('//')) return bad('the path has an empty segment')
  if (path.includes('\\') || /%5c/i.test(path)) return bad('the path holds a backslash')
  if (/%00/.test(url)) return bad('the request target holds NUL')
  if (!isPercentEncoded(url)) return bad('the request target is not percent-encoded UTF-8')
  return undefined
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Statuses of responses that are sent before a request could be parsed. */
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
 * Writes an error to a connection without a parsable request, and closes it. The path is unknown, so the body
 * has the fields of both error formats.
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

/** Maps an error code of Node's HTTP parser or timers to a status. */
export function statusOfClientError(code: string | undefined): RawStatus {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
