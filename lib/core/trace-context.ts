import { type Hex, parseHex } from './bytes'

/** A span of a distributed trace, by its ids in hex (W3C Trace Context), and whether its trace is recorded. */
export type SpanRef = {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

/**
 * The ids of an order's trace and of its root span: the first 16 and the next 8 bytes of the order's digest, with which its
 * uid begins. Every process derives them, so no context is stored or passed on. Undefined without an uid.
 */
export function orderTrace(uid: Hex): Pick<SpanRef, 'traceId' | 'spanId'> | undefined {
  const hex = parseHex(uid, 56)
  return hex && { traceId: hex.slice(2, 34), spanId: hex.slice(34, 50) }
}

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Parses a `traceparent` header; undefined if it is malformed. Later versions may add fields at its end. */
export function parseTraceparent(header: string | undefined): SpanRef | undefined {
  const [, version = '', traceId = '', spanId = '', flags = '', rest] =
    traceparent.exec(header ?? '') ?? []
  if (traceId === '' || version === 'ff' || (version === '00' && rest !== undefined))
    return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
