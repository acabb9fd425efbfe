import type { AnswerCache } from '@/lib/api/declare/endpoint'
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
