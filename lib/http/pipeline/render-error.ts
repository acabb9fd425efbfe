import type { ErrorFormat } from '@/lib/api/declare/endpoint'
import { type ErrorCode, isServiceError, ServiceError, statusByCode } from '@/lib/core/errors'
import { type ApiResponse, jsonResponse } from './exchange'

/** Returns the error format of a path without an endpoint, or before routing. */
export function errorFormatOf(path: string): ErrorFormat {
  return /^(?:\/[^/]+)?\/api\/v[0-9]+(?:\/|$)/.test(path) ? 'orderbook' : 'message'
}

/** Converts a thrown value to a ServiceError; any other error becomes InternalServerError. */
export function asServiceError(error: unknown): ServiceError {
  if (isServiceError(error)) return error
  return new ServiceError('InternalServerError', 'internal error, try again later', {
    cause: error,
  })
}

/** Builds an error response in the path's format; `headers` override the defaults. Spec: Errors, Formats. */
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

/** Returns the body of an error response in the path's format. */
export function errorBody(
  format: ErrorFormat,
  { code, message, data, reason }: ServiceError,
): object {
  if (format === 'message') return { message, ...data, ...(reason ? { reason } : {}) }
  // The order book's name for a malformed request.
  const errorType: ErrorCode = code === 'BadRequest' ? 'InvalidParameter' : code
  return data ? { errorType, description: message, data } : { errorType, description: message }
}

/** Clients of the spec retry 429 and 500 after `Retry-After`, so both always carry it. */
function retryAfter(status: number, error: ServiceError): Record<string, string> {
  const fallback = status === 429 ? 1 : status === 500 ? 2 : undefined
  const seconds = error.retryAfterSeconds ?? fallback
  return seconds === undefined ? {} : { 'Retry-After': String(Math.ceil(seconds)) }
}
