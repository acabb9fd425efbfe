import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Context } from './context'
import { abortable, findPublicHost, isHostOf, pinnedTo } from './public-host'

/** A GET of a URL that somebody else has chosen. */
export type Get = {
  readonly url: URL
  /** Hosts (`name:port`) that may be reached although they are private. */
  readonly privateHosts: readonly string[]
  /** Maximum bytes of the body. */
  readonly maxBytes: number
  /** Total milliseconds, redirects included. */
  readonly timeoutMs: number
}

/** The body of a response of status 200, or why there is none. The cause is for the operator only. */
export type GetAnswer =
  | { readonly kind: 'answered'; readonly body: Buffer }
  | { readonly kind: 'failed'; readonly cause: string }

/** Gateways and file hosts redirect once or twice. */
const maxRedirects = 3

/**
 * Gets a URL with SSRF protection: http or https on its default port, of a host with only public addresses, which are
 * resolved once and pinned for the connection, or a host in `privateHosts`. Each redirect is checked in the same way. Sends
 * no cookies, no referrer and no credentials. Never throws.
 */
export async function safeGet(ctx: Pick<Context, 'resolveHost'>, get: Get): Promise<GetAnswer> {
  const signal = AbortSignal.timeout(get.timeoutMs)
  try {
    let { url } = get
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const found = await findConnection(ctx, { ...get, url }, signal)
      if ('cause' in found) return failed(found.cause)
      const answer = await send(url, { ...found, signal, maxBytes: get.maxBytes })
      if (answer.kind !== 'moved') return answer
      if (!URL.canParse(answer.location, url)) return failed('it redirects to no address')
      url = new URL(answer.location, url)
    }
    return failed('it redirects too often')
  } catch {
    return failed(signal.aborted ? 'no answer in time' : 'no connection')
  }
}

const failed = (cause: string) => ({ kind: 'failed', cause }) as const

type Connection = { readonly lookup?: LookupFunction }

async function findConnection(
  ctx: Pick<Context, 'resolveHost'>,
  { url, privateHosts }: Get,
  signal: AbortSignal,
): Promise<Connection | { readonly cause: string }> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { cause: 'it is no web address' }
  if (url.username || url.password) return { cause: 'its address has a password' }
  if (isHostOf(privateHosts, url)) return {}
  if (url.port !== '') return { cause: 'its address has a port' }
  const host = await abortable(findPublicHost(ctx, url), signal)
  return 'fault' in host ? { cause: host.fault } : { lookup: pinnedTo(host.addresses) }
}

type Sent = Connection & { readonly signal: AbortSignal; readonly maxBytes: number }

type Answer = GetAnswer | { readonly kind: 'moved'; readonly location: string }

function send(url: URL, { maxBytes, ...connection }: Sent): Promise<Answer> {
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // Compressed bodies are refused: a few bytes may unpack to gigabytes.
    const headers = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'coincide' }
    const request = ask(url, { agent: false, headers, ...connection }, (response) => {
      const end = (answer: Answer) => {
        request.destroy()
        resolve(answer)
      }
      const { statusCode: status = 0, headers } = response
      const { location } = headers
      if (status >= 300 && status < 400 && location !== undefined) {
        return end({ kind: 'moved', location })
      }
      if (status !== 200) return end(failed(`status ${status}`))
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
        return end(failed('its body is compressed'))
      }
      if (Number(headers['content-length'] ?? 0) > maxBytes) return end(failed(tooLarge))
      read(response, maxBytes).then(end, reject)
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve(failed('it answers by another protocol'))
    })
    request.on('error', reject)
    request.end()
  })
}

const tooLarge = 'its body is too large'

async function read(response: IncomingMessage, maxBytes: number): Promise<GetAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return failed(tooLarge)
    chunks.push(chunk)
  }
  return { kind: 'answered', body: Buffer.concat(chunks) }
}
