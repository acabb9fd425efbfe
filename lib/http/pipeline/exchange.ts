import type { RateLimit } from '@/lib/api/declare/endpoint'

/** A request as the shell sees it, whether the front server or Next received it. */
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

/** An answer ready to be written; an empty body with a `Content-Length` of its own answers HEAD. */
export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** All of it, or text as it happens. */
  readonly body: string | AsyncIterable<string>
  /** Where the answer is kept, when the same request is answered from there. */
  readonly kept?: KeptAt
}

/** Where an answer is kept, and which budget a request for it is taken from. */
export type KeptAt = {
  readonly key: string
  readonly limit: RateLimit
  /** Undefined for endpoints that have no network. */
  readonly chainId: number | undefined
}

/** An answer whose body is known at once. */
export type WholeResponse = ApiResponse & { readonly body: string }

/** Headers that let any site's scripts read the answers. Spec: Authentication, CORS. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'Cache-Control, Content-Type, Accept, Authorization, If-None-Match, Last-Event-ID, X-API-Key, X-AppId, X-Request-Id',
  'Access-Control-Expose-Headers': 'Age, ETag, Last-Modified, Retry-After, X-Request-Id',
} as const

/** Headers of every API answer. */
export const apiHeaders = {
  ...corsHeaders,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

/** Headers of every JSON answer. */
export const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  ...apiHeaders,
} as const

type JsonParts = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** A JSON answer; bigints become decimal text and Dates ISO 8601. */
export function jsonResponse({ status, body, headers }: JsonParts): WholeResponse {
  return {
    status,
    headers: { ...jsonHeaders, ...headers },
    body: toJson(body),
  }
}

/** Answers a preflight for the methods that the path takes. */
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

/** An answer that scripts of our own pages alone can read. */
export function forOwnPages(response: ApiResponse): ApiResponse {
  const headers = Object.entries(response.headers).filter(
    ([name]) => !/^access-control-/i.test(name),
  )
  const own = { 'Cross-Origin-Resource-Policy': 'same-origin' }
  return { ...response, headers: { ...Object.fromEntries(headers), ...own } }
}

/** The answer to HEAD: what GET would answer, without its body. */
export function withoutBody(response: ApiResponse): ApiResponse {
  if (typeof response.body !== 'string') return { ...response, body: '' }
  const length = String(Buffer.byteLength(response.body))
  return { ...response, headers: { ...response.headers, 'Content-Length': length }, body: '' }
}

/** JSON text of a value that may hold bigints. */
export function toJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? part.toString() : part,
  )
  return text ?? 'null'
}
