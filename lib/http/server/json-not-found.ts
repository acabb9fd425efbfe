import { ServiceError } from '@/lib/core/errors'
import { errorFormatOf, errorResponse } from '@/lib/http/pipeline/render-error'
import { type Incoming, writeAnswer } from './node-exchange'

/**
 * Has a page that does not exist answered as JSON with CORS, unless the client names `text/html`. Call it before the
 * response is handed on: only what answers knows which pages there are.
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
    // What is still written of the page goes nowhere.
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

/** Whether an Accept header asks for pages by name; `*\/*` does not. RFC 9110 12.5.1. */
function namesHtml(accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept)
}
