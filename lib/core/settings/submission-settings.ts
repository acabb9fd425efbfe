import { networks } from '@/lib/core/networks'

type Environment = Readonly<Record<string, string | undefined>>

const prefix = 'SUBMIT_URL_'

/**
 * Parses `SUBMIT_URL_<chainId>`: `private,` and one or several JSON-RPC endpoints (`private,https://host/key`) that keep
 * transactions secret until they are mined. Networks without it submit through their public node.
 *
 * @throws {Error} naming the variable. Never quotes an address, since it may contain a key.
 */
export function parsePrivateEndpoints(
  environment: Environment,
): ReadonlyMap<number, readonly URL[]> {
  const served = new Map<number, readonly URL[]>()
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || !value?.trim()) continue
    const segment = name.slice(prefix.length)
    const network = networks.find(({ chainId }) => String(chainId) === segment)
    if (!network) throw new Error(`${name}: ${segment} is the chain id of no network`)
    const { chainId } = network
    const publicUrl = environment[`RPC_URL_${chainId}`]
    served.set(chainId, parseEndpoints(value, { name, publicUrl }))
  }
  return served
}

function parseEndpoints(
  text: string,
  { name, publicUrl }: { readonly name: string; readonly publicUrl: string | undefined },
): readonly URL[] {
  const [kind, ...addresses] = text.split(',').map((part) => part.trim())
  if (kind !== 'private' || addresses.length === 0) {
    throw new Error(`${name}: must be private,https://…, with one address or several`)
  }
  const shared = new Set((publicUrl ?? '').split(',').map((url) => hrefOf(url.trim())))
  const endpoints = addresses.map((address, index) => {
    const wrong = (fault: string) => new Error(`${name}: address ${index + 1} ${fault}`)
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (!url) throw wrong('is no URL')
    // On this machine nobody else reads along.
    const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
    if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) {
      throw wrong('must begin with https://')
    }
    if (url.username || url.password) throw wrong('must not contain a user name or password')
    if (shared.has(url.href)) throw wrong('is that of the public node')
    return url
  })
  if (new Set(endpoints.map(({ href }) => href)).size < endpoints.length) {
    throw new Error(`${name}: names an address twice`)
  }
  return endpoints
}

const hrefOf = (text: string) => (URL.canParse(text) ? new URL(text).href : '')
