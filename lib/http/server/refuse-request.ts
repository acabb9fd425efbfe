import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@/lib/core/errors'

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
