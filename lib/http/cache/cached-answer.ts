import type { AnswerCache } from '@/lib/api/declare/endpoint'
import { etagOf } from '@/lib/http/pipeline/etag'
import { jsonHeaders, type WholeResponse } from '@/lib/http/pipeline/exchange'

/** What is computed of an answer, and what web processes share of it. */
export type AnswerText = {
  /** JSON text. */
  readonly text: string
  /** Headers that the action has set. */
  readonly headers: Readonly<Record<string, string>>
}

/** An answer that is given again. Times are Unix milliseconds. */
export type CachedAnswer = AnswerText & {
  /** All of it but `Age`. */
  readonly response: WholeResponse
  readonly etag: string
  /** The same as Node's server takes it fastest. */
  readonly wire: Wire
  readonly computedAtMs: number
  /** Until when it is given without asking for a newer one. */
  readonly askAgainAtMs: number
  /** From when on it is of no use, not even while its sources are down. */
  readonly uselessAtMs: number
}

type Wire = {
  /** Names and values in turn, without `Age` and `Content-Length`. */
  readonly head: readonly string[]
  /** `Content-Length`. */
  readonly length: string
  /** ASCII text, which goes out together with the head; else or where that is long, bytes. */
  readonly payload: string | Buffer
}

/** Characters of text that go out together with the head. */
const shortText = 8_192

type Kept = {
  readonly cache: AnswerCache
  readonly cacheControl: string
  readonly computedAtMs: number
}

/** Makes an answer ready to be given again and again. */
export function toCachedAnswer(
  { text, headers }: AnswerText,
  { cache, cacheControl, computedAtMs }: Kept,
): CachedAnswer {
  const etag = etagOf(text)
  const askAgainAtMs = computedAtMs + cache.freshSeconds * 1_000
  const all = { ...jsonHeaders, 'Cache-Control': cacheControl, ...headers, ETag: etag }
  return {
    text,
    headers,
    response: { status: 200, headers: all, body: text },
    etag,
    wire: toWire(all, text),
    computedAtMs,
    askAgainAtMs,
    uselessAtMs: askAgainAtMs + cache.staleSeconds * 1_000,
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

/** The same answer, not asked for again until `ms`, or as long as it is of use. */
export function postpone(answer: CachedAnswer, ms: number): CachedAnswer {
  return { ...answer, askAgainAtMs: Math.min(ms, answer.uselessAtMs) }
}

/** Value of `Age`: whole seconds since an answer was computed. RFC 9111 5.1. */
export function ageOf({ computedAtMs }: CachedAnswer, nowMs: number): string {
  return String(Math.max(0, Math.floor((nowMs - computedAtMs) / 1_000)))
}

/** An answer with its age. */
export function answerAt(answer: CachedAnswer, nowMs: number): WholeResponse {
  const { response } = answer
  return { ...response, headers: { ...response.headers, Age: ageOf(answer, nowMs) } }
}
