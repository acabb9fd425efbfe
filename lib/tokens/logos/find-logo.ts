import { type Context, defineSlot } from '@/lib/context'
import { type Address, parseAddress } from '@/lib/core/address'
import { logoVersion } from '@/lib/core/logo-path'
import { safeGet } from '@/lib/safe-get'
import { type ImageType, sniffImage } from './sniff-image'
import { findLogoUris, logoKey } from './token-lists'

/** A logo that may be served. */
export type Logo = { readonly type: ImageType; readonly body: Buffer }

/** `absent`: the lists name no such logo, or it is none; `busy`: too many logos are being fetched. */
export type LogoAnswer = Logo | 'absent' | 'busy'

/** A request for a logo, as its path names it. */
export type LogoQuery = {
  readonly chainId: string
  readonly address: string
  readonly version: string
}

/** Limits of a logo. Common ones have 256 pixels and 20 kB; larger pictures cost a phone its memory. */
const maxBytes = 256 * 1024
const maxPixels = 2_048
const timeoutMs = 5_000

/** Maximum logos fetched at once. */
const maxFetched = 16
/** Maximum bytes of the logos in memory. */
const maxHeldBytes = 32 * 1024 * 1024
/** Maximum failures in memory, and the milliseconds for which one is not tried again. */
const maxFailures = 10_000
const failureMs = 600_000

type Logos = {
  /** The least recently used first. */
  readonly held: Map<string, Logo>
  heldBytes: number
  /** When each address may be tried again, in Unix milliseconds. */
  readonly failures: Map<string, number>
  readonly fetched: Map<string, Promise<Logo | undefined>>
}

const logosOf = defineSlot('tokens/logos', (): Logos => {
  return { held: new Map(), heldBytes: 0, failures: new Map(), fetched: new Map() }
})

/**
 * Finds the logo of a token that a configured token list names. Only addresses of these lists are fetched: the request
 * names a token and the version of its address, never an address. Fetched once for all concurrent requests; a failure is
 * remembered for ten minutes.
 */
export async function findLogo(ctx: Context, query: LogoQuery): Promise<LogoAnswer> {
  const address = parseAddress(query.address)
  if (!address || !/^[1-9][0-9]{0,9}$/.test(query.chainId)) return 'absent'
  const uri = await findLogoUri(ctx, { chainId: Number(query.chainId), address })
  if (uri === undefined || logoVersion(uri) !== query.version) return 'absent'
  const logos = logosOf(ctx)
  const held = logos.held.get(uri)
  if (held) {
    logos.held.delete(uri)
    logos.held.set(uri, held)
    return held
  }
  if ((logos.failures.get(uri) ?? 0) > ctx.now()) return 'absent'
  const fetching = logos.fetched.get(uri)
  if (!fetching && logos.fetched.size >= maxFetched) return 'busy'
  return (await (fetching ?? begin(ctx, logos, uri))) ?? 'absent'
}

/** Returns where the configured token lists say that a token's logo is; undefined if they do not. */
export async function findLogoUri(
  ctx: Context,
  token: { readonly chainId: number; readonly address: Address },
): Promise<string | undefined> {
  return (await findLogoUris(ctx)).get(logoKey(token))
}

function begin(ctx: Context, logos: Logos, uri: string): Promise<Logo | undefined> {
  const fetching = fetchLogo(ctx, uri)
    .then((logo) => {
      if (logo) hold(logos, uri, logo)
      else remember(ctx, logos, uri)
      return logo
    })
    .finally(() => logos.fetched.delete(uri))
  logos.fetched.set(uri, fetching)
  return fetching
}

function hold(logos: Logos, uri: string, logo: Logo): void {
  logos.failures.delete(uri)
  logos.held.set(uri, logo)
  logos.heldBytes += logo.body.length
  for (const [other, { body }] of logos.held) {
    if (logos.heldBytes <= maxHeldBytes) return
    logos.held.delete(other)
    logos.heldBytes -= body.length
  }
}

function remember(ctx: Context, { failures }: Logos, uri: string): void {
  failures.delete(uri)
  failures.set(uri, ctx.now() + failureMs)
  if (failures.size > maxFailures) failures.delete(failures.keys().next().value ?? uri)
}

async function fetchLogo(ctx: Context, uri: string): Promise<Logo | undefined> {
  const { ipfsGateway, privateHosts } = ctx.config.logos
  const url = resolveUri(uri, ipfsGateway)
  if (!url) return undefined
  const answer = await safeGet(ctx, { url, privateHosts, maxBytes, timeoutMs })
  if (answer.kind === 'failed') {
    ctx.log.debug({ host: url.host, cause: answer.cause }, 'token logo unavailable')
    return undefined
  }
  const image = sniffImage(answer.body)
  if (!image || Math.min(image.width, image.height) < 1) return undefined
  if (Math.max(image.width, image.height) > maxPixels) return undefined
  return { type: image.type, body: answer.body }
}

/** Returns the address to fetch: an `ipfs:` address by the gateway. Undefined if it cannot be fetched. */
export function resolveUri(uri: string, gateway: URL | undefined): URL | undefined {
  const ipfs = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{20,100})((?:\/[\w.~%-]+)*)\/?$/i.exec(uri)
  if (ipfs) {
    const [, cid = '', path = ''] = ipfs
    // Such a path would lead out of the file's directory, to anything that the gateway serves.
    if (!gateway || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return undefined
    return new URL(`${gateway.href.replace(/\/+$/, '')}/ipfs/${cid}${path}`)
  }
  return /^https?:\/\//i.test(uri) && URL.canParse(uri) ? new URL(uri) : undefined
}
