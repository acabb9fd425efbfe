import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Endpoint } from '@/lib/api/declare/endpoint'
import { isOwnPath } from '@/lib/http/server/api-path'
import type { Draft } from './draft'
import { contentKey } from './fuzz-fixture'
import { ownHeaders } from './own-browser'
import { isRawJson, toJsonText } from './raw-json'
import type { Transport } from './transport'

/** A request as sent; the body as text, for reports. */
export type WireRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly transport: Transport
}

/** The received answer. */
export type WireAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly ms: number
}

/** Maximum encoded length of a path or query text, in bytes; a server accepts 16 KiB of headers. */
const longestText = 3_000

/** Renders a draft for the wire. */
export function renderRequest(endpoint: Endpoint, draft: Draft, transport: Transport): WireRequest {
  const filled = endpoint.path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
    encodeText(name === 'chainId' ? draft.network : draft.params[name]),
  )
  const isPrefixed = endpoint.networkSegment === 'optional' && draft.network !== undefined
  const path = `${isPrefixed ? `/${encodeText(draft.network)}` : ''}${filled}${queryOf(draft)}`
  const body = draft.body === undefined ? undefined : toJsonText(draft.body)
  return {
    method: transport.method ?? endpoint.method,
    path: transport.path ? transport.path(path) : path,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(endpoint.access === 'content' ? { authorization: `Bearer ${contentKey}` } : {}),
      ...(isOwnPath(endpoint.path) ? ownHeaders : {}),
      ...transport.headers,
    },
    body,
    transport,
  }
}

function queryOf({ query }: Draft): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return []
    const values = Array.isArray(value) ? value : [value]
    return values.map((one) => `${encodeText(name)}=${encodeText(one)}`)
  })
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Percent-encodes a text; a lone surrogate, which has no UTF-8 form, becomes the invalid bytes ED A0 80. */
function encodeText(value: unknown): string {
  const text = isRawJson(value) ? value.rawJson : String(value)
  const paired = text.slice(0, longestText).replace(/\p{Surrogate}/gu, '\ufffe')
  const encoded = encodeURIComponent(paired).replaceAll('%EF%BF%BE', '%ED%A0%80')
  return encoded.slice(0, longestText).replace(/%.?$/, '')
}

/** Maximum time to read events, and maximum wait for another one after the first, in milliseconds. */
const longestStreamMs = 1_500
const quietStreamMs = 250

const agent = new Agent({ keepAlive: true })

/** Sends a rendered request and returns the whole answer. */
export function sendRequest(url: string, request: WireRequest): Promise<WireAnswer> {
  const startedMs = performance.now()
  const { method, path, headers, transport } = request
  const plainBody = request.body === undefined ? undefined : Buffer.from(request.body)
  const body = plainBody && transport.body ? transport.body(plainBody) : plainBody
  const { hostname, port } = new URL(url)
  const length: Record<string, string> =
    body && !transport.chunked ? { 'content-length': String(body.length) } : {}
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent, timeout: 15_000 },
      async (incoming) => {
        const text = await readAll(incoming).catch(reject)
        if (text === undefined) return
        const status = incoming.statusCode ?? 0
        resolve({ status, headers: incoming.headers, text, ms: performance.now() - startedMs })
      },
    )
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in 15 s')))
    outgoing.once('error', reject)
    if (body) writeBody(outgoing, body)
    outgoing.end()
  })
}

function writeBody(outgoing: ReturnType<typeof httpRequest>, body: Buffer): void {
  const middle = Math.floor(body.length / 2)
  outgoing.write(body.subarray(0, middle))
  outgoing.write(body.subarray(middle))
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  if (incoming.headers['content-type']?.startsWith('text/event-stream')) return readEvents(incoming)
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Reads to the end, or disconnects from an open stream after its time limits. */
async function readEvents(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  const leave = () => incoming.destroy()
  const leaving = [setTimeout(leave, longestStreamMs)]
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer)
      if (!Buffer.concat(chunks).includes('data:')) continue
      if (leaving.length > 1) clearTimeout(leaving.pop())
      leaving.push(setTimeout(leave, quietStreamMs))
    }
  } catch {
    // Aborted by a time limit.
  }
  for (const timer of leaving) clearTimeout(timer)
  return Buffer.concat(chunks).toString()
}
