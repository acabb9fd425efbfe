import type { RateLimit } from '@/lib/api/declare/endpoint'

/** A request received by either the front server or Next. */
export type ApiRequest = {
  readonly method: string
  /** Path as sent, still percent-encoded, without query. */
  readonly path: string
  /** Query as sent, without `?`. */
  readonly search: string
  readonly header: (name: string) => string | undefined
  readonly body: AsyncIterable<Uint8Array> | undefined
  readonly clientAddress: string
  readonly signal: AbortSignal
}

/** A response ready to be written. A response to HEAD has an empty body and an explicit `Content-Length`. */
export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The whole text, or chunks of a stream. */
  readonly body: string | AsyncIterable<string>
  /** Set if the same request may be answered from the cache. */
  readonly kept?: KeptAt
}

/** The cache key of a response, and the rate limit that a request for it counts against. */
export type KeptAt = {
  readonly key: string
  readonly limit: RateLimit
  /** Undefined for endpoints that have no network. */
  readonly chainId: number | undefined
}

/** A response that is not streamed. */
export type WholeResponse = ApiResponse & { readonly body: string }

/** CORS headers that let scripts of any origin read the response. Spec: Authentication, CORS. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'Cache-Control, Content-Type, Accept, Authorization, If-None-Match, Last-Event-ID, X-API-Key, X-AppId, X-Request-Id',
  'Access-Control-Expose-Headers': 'Age, ETag, Last-Modified, Retry-After, X-Request-Id',
} as const

/** Headers of every API response. */
export const apiHeaders = {
  ...corsHeaders,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

/** Headers of every JSON response. */
export const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  ...apiHeaders,
} as const

type JsonParts = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Builds a JSON response; bigints become decimal strings and Dates ISO 8601. */
export function jsonResponse({ status, body, headers }: JsonParts): WholeResponse {
  return {
    status,
    headers: { ...jsonHeaders, ...headers },
    body: toJson(body),
  }
}

/** Answers a CORS preflight with the path's methods. */
export function preflightResponse(methods: readonly string[]): ApiResponse {
  const allowed = methods.join(', ')
  return {
    status: 204,
    headers: {
      ...apiHeaders,
      Allow: allowed,
      'Access-Control-Allow-Methods': allowed,
      'Access-Control-Max-Age': '86400',
    },
    body: '',
  }
}

/** Restricts a response to scripts of our own origin. */
export function forOwnPages(response: ApiResponse): ApiResponse {
  const headers = Object.entries(response.headers).filter(
    ([name]) => !/^access-control-/i.test(name),
  )
  const own = { 'Cross-Origin-Resource-Policy': 'same-origin' }
  return { ...response, headers: { ...Object.fromEntries(headers), ...own } }
}

/** Returns the response to HEAD: that of GET without its body. */
export function withoutBody(response: ApiResponse): ApiResponse {
  if (typeof response.body !== 'string') return { ...response, body: '' }
  const length = String(Buffer.byteLength(response.body))
  return { ...response, headers: { ...response.headers, 'Content-Length': length }, body: '' }
}

/** Serializes a value as JSON, with bigints as decimal strings. */
export function toJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? part.toString() : part,
  )
  return text ?? 'null'
}
