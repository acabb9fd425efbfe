import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Context } from '@/lib/context'
import { abortable, findPublicHost, pinnedTo, unknownHost } from '@/lib/public-host'
import { findUrlFault, isPrivateEndpoint, type UrlFault } from './endpoint-url'

/** Total milliseconds for resolving, connecting, sending and the response. */
const timeoutMs = 10_000
/** Maximum bytes and milliseconds for reading a response body, whose content is ignored. */
const maxBytes = 64 * 1024
const maxDrainMs = 1_000
/** Maximum milliseconds of a lookup while the owner waits. */
const maxLookupMs = 5_000

/** A POST to a URL supplied by a user. */
export type Post = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Total milliseconds; 10 s by default. */
  readonly timeoutMs?: number
}

/** A status, or why there is none. The cause is for the operator only: it reveals network details. */
export type PostAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly afterMs: number | undefined }
  | { readonly kind: 'unreachable'; readonly cause: string }

/**
 * Whether messages may be sent to a host: it is public or allowed by the operator. False alike for an unknown name, a
 * failed lookup and a private address.
 */
export async function isReachableHost(ctx: Context, url: URL): Promise<boolean> {
  if (isPrivateEndpoint(ctx.config.channels, url)) return true
  const late = AbortSignal.timeout(maxLookupMs)
  const found = await abortable(findPublicHost(ctx, url), late).catch(() => unknownHost)
  return !('fault' in found)
}

/**
 * Posts to a URL supplied by a user, with SSRF protection. The URL must be https on port 443 of a host with only public
 * addresses, which are resolved once and pinned for the connection, or a host in WEBHOOK_ALLOWED_HOSTS. Redirects are
 * not followed, and only the status of the response is used.
 */
export async function ssrfSafePost(ctx: Context, post: Post): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(post.timeoutMs ?? timeoutMs)
  try {
    const { url } = post
    const fault = findUrlFault(ctx.config.channels, url)
    if (fault !== undefined) return { kind: 'unreachable', cause: urlFaults[fault] }
    if (isPrivateEndpoint(ctx.config.channels, url)) return await send(ctx, post, { signal })
    const found = await abortable(findPublicHost(ctx, url), signal)
    if ('fault' in found) return { kind: 'unreachable', cause: found.fault }
    return await send(ctx, post, { signal, lookup: pinnedTo(found.addresses) })
  } catch (error) {
    return {
      kind: 'unreachable',
      cause: signal.aborted ? 'no answer in time' : explain(error),
    }
  }
}

const urlFaults: Readonly<Record<UrlFault, string>> = {
  notHttps: 'its address must be an https address',
  notHttpsNorAllowed: 'its address must be an https address',
  otherPort: 'its address must have no port but 443',
}

type Connection = { readonly signal: AbortSignal; readonly lookup?: LookupFunction }

function send(ctx: Context, { url, headers, body }: Post, connection: Connection) {
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = String(Buffer.byteLength(body))
  // No keep-alive: endpoints must not share connections.
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'Content-Length': length },
    ...connection,
  }
  return new Promise<PostAnswer>((resolve, reject) => {
    let answer: PostAnswer | undefined
    const request = ask(url, options, (response) => {
      const { statusCode: status = 0 } = response
      if (status < 200) {
        request.destroy()
        return resolve(otherProtocol)
      }
      const afterMs = readRetryAfter(response.headers['retry-after'], ctx.now())
      const answered = { kind: 'answered', status, afterMs } as const
      answer = answered
      drain(response).then(() => {
        request.destroy()
        resolve(answered)
      })
    })
    // No upgrade was requested, and nothing of it is read.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve(otherProtocol)
    })
    const end = (error: Error) => (answer ? resolve(answer) : reject(error))
    request.on('error', end)
    request.on('close', () => end(new Error('closed without an answer')))
    request.end(body)
  })
}

const otherProtocol = { kind: 'unreachable', cause: 'it answers by another protocol' } as const

/** Reads a response to its end within limits; errors are ignored. */
function drain(response: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxDrainMs)
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) resolve()
    })
    response.on('error', () => {})
    response.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'its host has no address',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  ETIMEDOUT: 'its host cannot be reached',
}

function explain(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (words[code]) return words[code]
  if (/CERT|SIGNATURE|ALTNAME|ISSUER/.test(code)) return 'its certificate does not hold'
  if (code.startsWith('HPE_')) return 'its answer is not HTTP'
  return 'no connection'
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3) into milliseconds from now; undefined when absent or past. */
function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]{1,9}$/.test(text.trim())) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) || at <= nowMs ? undefined : at - nowMs
}
