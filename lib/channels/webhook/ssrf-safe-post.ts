import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { readRetryAfter } from '@/lib/channels/sending/retry-after'
import type { Context } from '@/lib/context'
import type { HostAddress } from '@/lib/resolve-host'
import { isPublicAddress } from './public-address'
import { findUrlFault, isPrivateReceiver } from './receiver-url'

/** Milliseconds that finding the host, connecting, sending and the answer may take together. */
const timeoutMs = 10_000
/** Bytes of an answer that are read, and milliseconds for them: nothing in it matters. */
const maxBytes = 64 * 1024
const maxDrainMs = 1_000
/** Milliseconds for finding a host whose owner waits. */
const maxLookupMs = 5_000

/** A message to an address that a stranger chose. */
export type Post = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Milliseconds for all of it; 10 s unless told. */
  readonly timeoutMs?: number
}

/** What came back: a status, or why there is none, which is the operator's to know: it tells of networks. */
export type PostAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly afterMs: number | undefined }
  | { readonly kind: 'unreachable'; readonly cause: string }

/**
 * Why a host is not sent to, in words that may be shown; undefined: it is public, or an operator has allowed it. They are
 * the same whether a name is not known, not now, or that of a machine inside.
 */
export async function findHostFault(ctx: Context, url: URL): Promise<string | undefined> {
  if (isPrivateReceiver(ctx.config.channels, url)) return undefined
  const late = AbortSignal.timeout(maxLookupMs)
  const found = await abortable(findAddresses(ctx, url), late).catch(() => unknownHost)
  return 'fault' in found ? 'its host was not found on the public Internet' : undefined
}

/**
 * Posts to an address that a stranger chose. It must be https at port 443 of a host all of whose addresses are public,
 * which are looked up once and connected to as they were found, or one of WEBHOOK_ALLOWED_HOSTS. Redirects are not
 * followed, and of the answer only the status is kept.
 */
export async function ssrfSafePost(ctx: Context, post: Post): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(post.timeoutMs ?? timeoutMs)
  try {
    const { url } = post
    const fault = findUrlFault(ctx.config.channels, url)
    if (fault !== undefined) return { kind: 'unreachable', cause: `its address ${fault}` }
    if (isPrivateReceiver(ctx.config.channels, url)) return await send(ctx, post, { signal })
    const found = await abortable(findAddresses(ctx, url), signal)
    if ('fault' in found) return { kind: 'unreachable', cause: found.fault }
    return await send(ctx, post, { signal, lookup: pinnedTo(found.addresses) })
  } catch (error) {
    return { kind: 'unreachable', cause: signal.aborted ? 'no answer in time' : inWords(error) }
  }
}

type Found = { readonly addresses: readonly HostAddress[] } | { readonly fault: string }

const unknownHost: Found = { fault: 'no name server knows its host now' }

async function findAddresses(ctx: Context, { hostname }: URL): Promise<Found> {
  try {
    const addresses = await ctx.resolveHost(hostname)
    if (addresses.length === 0) return { fault: 'its host has no address' }
    const arePublic = addresses.every(({ address }) => isPublicAddress(address))
    return arePublic ? { addresses } : { fault: 'its host is not on the public Internet' }
  } catch {
    return unknownHost
  }
}

/** Gives the addresses that were checked, whatever the name servers say by now. */
export function pinnedTo(addresses: readonly HostAddress[]): LookupFunction {
  return (_name, { all }, done) => {
    const [first] = addresses
    if (all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

type Connection = { readonly signal: AbortSignal; readonly lookup?: LookupFunction }

function send(ctx: Context, { url, headers, body }: Post, connection: Connection) {
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = String(Buffer.byteLength(body))
  // A connection of its own: none is shared by those who receive.
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
    // Nobody asked for another protocol, and nothing of it is read.
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

/** Lets a receiver finish what it says, within bounds; what goes wrong with it is of no interest. */
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

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
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

function inWords(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (words[code]) return words[code]
  if (/CERT|SIGNATURE|ALTNAME|ISSUER/.test(code)) return 'its certificate does not hold'
  if (code.startsWith('HPE_')) return 'its answer is not HTTP'
  return 'no connection'
}
