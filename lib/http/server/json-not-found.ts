import { ServiceError } from '@/lib/core/errors'
import { errorFormatOf, errorResponse } from '@/lib/http/pipeline/render-error'
import { type Incoming, writeAnswer } from './node-exchange'

/**
 * Wraps the response so that a 404 page becomes JSON with CORS headers, unless the client accepts `text/html`. Call
 * before forwarding the request: only Next knows which pages exist.
 */
export function answerNotFoundAsJson({ request, response }: Incoming, path: string): void {
  if (namesHtml(request.headers.accept) || request.headers.rsc !== undefined) return
  const { write, end } = response
  const isReplaced = (): boolean => {
    const type = String(response.getHeader('content-type') ?? '')
    return response.statusCode === 404 && !response.headersSent && type.startsWith('text/html')
  }
  const replace = (): void => {
    Object.assign(response, { write, end })
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    const error = new ServiceError('NotFound', 'unknown path')
    writeAnswer({ request, response }, errorResponse(errorFormatOf(path), error))
    // Discards the rest of the page.
    Object.assign(response, { write: () => true, end: () => response })
  }
  const wrap =
    (method: 'write' | 'end') =>
    (...args: readonly unknown[]) => {
      if (isReplaced()) {
        replace()
        return method === 'write' ? true : response
      }
      return Reflect.apply(method === 'write' ? write : end, response, args)
    }
  Object.assign(response, { write: wrap('write'), end: wrap('end') })
}

/** Whether an Accept header names `text/html`; `*\/*` does not count. RFC 9110 12.5.1. */
function namesHtml(accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept)
}
