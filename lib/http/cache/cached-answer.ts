import { createHash } from 'node:crypto'
import type { AnswerCache, Endpoint } from '@/lib/api/declare/endpoint'
import { etagOf } from '@/lib/http/pipeline/etag'
import { jsonHeaders, type WholeResponse } from '@/lib/http/pipeline/exchange'

/** The computed part of a response, which web processes share. */
export type AnswerText = {
  /** JSON text. */
  readonly text: string
  /** Headers set by the action. */
  readonly headers: Readonly<Record<string, string>>
}

/** A cached response. Times are Unix milliseconds. */
export type CachedAnswer = AnswerText & {
  /** The complete response except `Age`. */
  readonly response: WholeResponse
  readonly etag: string
  /** The same response, prepared for Node's fastest write. */
  readonly wire: Wire
  readonly computedAtMs: number
  /** When it turns stale. */
  readonly staleAtMs: number
  /** When it expires and may not be served even on errors. */
  readonly expiresAtMs: number
}

type Wire = {
  /** Alternating header names and values, without `Age` and `Content-Length`. */
  readonly head: readonly string[]
  /** `Content-Length`. */
  readonly length: string
  /** Short ASCII as text, which Node writes together with the head; anything else as bytes. */
  readonly payload: string | Buffer
}

/** Maximum bytes of a body that is written together with the head. */
const shortText = 8_192

type Kept = {
  readonly cache: AnswerCache
  readonly cacheControl: string
  readonly computedAtMs: number
}

/** Prepares a computed response for repeated serving. */
export function toCachedAnswer(
  { text, headers }: AnswerText,
  { cache, cacheControl, computedAtMs }: Kept,
): CachedAnswer {
  const etag = etagOf(text)
  const staleAtMs = computedAtMs + cache.freshSeconds * 1_000
  const all = { ...jsonHeaders, 'Cache-Control': cacheControl, ...headers, ETag: etag }
  return {
    text,
    headers,
    response: { status: 200, headers: all, body: text },
    etag,
    wire: toWire(all, text),
    computedAtMs,
    staleAtMs,
    expiresAtMs: staleAtMs + cache.staleSeconds * 1_000,
  }
}

function toWire(headers: Readonly<Record<string, string>>, text: string): Wire {
  const bytes = Buffer.from(text)
  const isShortAscii = bytes.length === text.length && bytes.length <= shortText
  return {
    head: Object.entries(headers).flat(),
    length: String(bytes.length),
    payload: isShortAscii ? text : bytes,
  }
}

/** Returns the same response as fresh until `ms` (Unix milliseconds), but not past its expiry. */
export function postpone(answer: CachedAnswer, ms: number): CachedAnswer {
  return { ...answer, staleAtMs: Math.min(ms, answer.expiresAtMs) }
}

/** Value of `Age`: whole seconds since an answer was computed. RFC 9111 5.1. */
export function ageOf({ computedAtMs }: CachedAnswer, nowMs: number): string {
  return String(Math.max(0, Math.floor((nowMs - computedAtMs) / 1_000)))
}

/** Returns the response with its `Age` at `nowMs`. */
export function answerAt(answer: CachedAnswer, nowMs: number): WholeResponse {
  const { response } = answer
  return { ...response, headers: { ...response.headers, Age: ageOf(answer, nowMs) } }
}

/** Characters of canonical input above which the key holds a digest instead. */
const maxInputLength = 400

type KeyInput = {
  /** Undefined for endpoints that have no network. */
  readonly chainId: number | undefined
  /** Path parameters and query as parsed by the endpoint's schemas. */
  readonly params: unknown
  readonly query: unknown
}

/**
 * Builds a cache key from method, network, endpoint and parsed input. Differences that the schemas remove
 * (unknown parameters, parameter order, the case of an address, an explicit default, an alias of the
 * network) do not change the key.
 */
export function answerKey(endpoint: Endpoint, { chainId, params, query }: KeyInput): string {
  const input = canonical([params, query])
  const short =
    input.length > maxInputLength ? createHash('sha256').update(input).digest('hex') : input
  return `${endpoint.method} ${chainId ?? '-'} ${endpoint.name} ${short}`
}

/** Canonical JSON: sorted keys, no undefined members. The suffix `n` sets a bigint apart from its text. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if (value instanceof Date) return `@${value.toISOString()}`
  const fields = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)
  return `{${fields.join()}}`
}
