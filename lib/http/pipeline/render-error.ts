import type { ErrorFormat } from '@/lib/api/declare/endpoint'
import { type ErrorCode, isServiceError, ServiceError, statusByCode } from '@/lib/core/errors'
import { type ApiResponse, jsonResponse } from './exchange'

/** The error format of a path that no endpoint answers, or that none has been found for yet. */
export function errorFormatOf(path: string): ErrorFormat {
  return /^(?:\/[^/]+)?\/api\/v[0-9]+(?:\/|$)/.test(path) ? 'orderbook' : 'message'
}

/** Whatever was thrown, as the service's own error; what is not ours becomes InternalServerError. */
export function asServiceError(error: unknown): ServiceError {
  if (isServiceError(error)) return error
  return new ServiceError('InternalServerError', 'internal error, try again later', {
    cause: error,
  })
}

/** The answer to an error, in the path's format; `headers` come on top. Spec: Errors, Formats. */
export function errorResponse(
  format: ErrorFormat,
  error: ServiceError,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  const status = statusByCode[error.code]
  return jsonResponse({
    status,
    body: errorBody(format, error),
    headers: { 'Cache-Control': 'no-store', ...retryAfter(status, error), ...headers },
  })
}

/** The body of an error in the format of its path. */
export function errorBody(format: ErrorFormat, { code, message, data }: ServiceError): object {
  if (format === 'message') return { message, ...data }
  // The order book's name for a malformed request.
  const errorType: ErrorCode = code === 'BadRequest' ? 'InvalidParameter' : code
  return data ? { errorType, description: message, data } : { errorType, description: message }
}

/** Clients of the spec retry 429 and 500 and obey Retry-After, so both always carry it. */
function retryAfter(status: number, error: ServiceError): Record<string, string> {
  const fallback = status === 429 ? 1 : status === 500 ? 2 : undefined
  const seconds = error.retryAfterSeconds ?? fallback
  return seconds === undefined ? {} : { 'Retry-After': String(Math.ceil(seconds)) }
}
