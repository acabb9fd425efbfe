import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from '@/lib/testing/local-server'

/** A span as a collector received it. */
export type CollectedSpan = {
  readonly service: string
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string
  readonly startNs: bigint
  readonly endNs: bigint
  readonly attributes: Readonly<Record<string, string | number>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isError: boolean
}

/** A collector of traces (OTLP over HTTP), on a local port. */
export type TraceCollector = {
  readonly url: string
  readonly spans: CollectedSpan[]
  readonly requests: IncomingMessage[]
  /** The answer from now on; at first every batch is accepted. */
  answer: (response: ServerResponse) => void
  readonly close: () => Promise<void>
}

/** Starts a collector, by default on a free port. */
export async function startTraceCollector(port?: number): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const requests: IncomingMessage[] = []
  const { url, close } = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push(request)
    spans.push(...readBatch(Buffer.concat(chunks)))
    collector.answer(response)
  }, port)
  const collector: TraceCollector = {
    ...{ url, spans, requests, close },
    answer: (response) =>
      response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end(),
  }
  return collector
}

/** The fields of a message of Protocol Buffers, by number; a field may repeat. */
type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>

function readFields(bytes: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = Number(varint())
    const wire = key & 7
    const value =
      wire === 0
        ? varint()
        : wire === 1
          ? take(8).readBigUInt64LE()
          : wire === 5
            ? BigInt(take(4).readUInt32LE())
            : take(Number(varint()))
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value])
  }
  return fields
}

const messages = (fields: Fields, number: number): readonly Fields[] =>
  (fields.get(number) ?? []).map((value) => readFields(value as Buffer))
const bytesOf = (fields: Fields, number: number) =>
  (fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)
const numberOf = (fields: Fields, number: number) => (fields.get(number)?.[0] as bigint) ?? 0n

function readBatch(body: Buffer): CollectedSpan[] {
  return messages(readFields(body), 1).flatMap((one) => {
    const service = String(
      messages(one, 1).map((resource) => pairsOf(resource, 1))[0]?.['service.name'],
    )
    return messages(one, 2).flatMap((scope) =>
      messages(scope, 2).map((span) => ({ service, ...readSpan(span) })),
    )
  })
}

function readSpan(span: Fields): Omit<CollectedSpan, 'service'> {
  const hex = (fields: Fields, number: number) => bytesOf(fields, number).toString('hex')
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentId: hex(span, 4),
    name: bytesOf(span, 5).toString(),
    kind: Number(numberOf(span, 6)),
    startNs: numberOf(span, 7),
    endNs: numberOf(span, 8),
    attributes: pairsOf(span, 9),
    links: messages(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
    isError: messages(span, 15).some((status) => numberOf(status, 3) === 2n),
  }
}

function pairsOf(fields: Fields, number: number): Record<string, string | number> {
  const pairs = messages(fields, number).map((pair): [string, string | number] => {
    const [value] = messages(pair, 2)
    const text = value?.get(1)?.[0]
    const integer = value?.get(3)?.[0]
    return [
      bytesOf(pair, 1).toString(),
      text === undefined ? Number(integer) : (text as Buffer).toString(),
    ]
  })
  return Object.fromEntries(pairs)
}
