import { isIPv4, isIPv6 } from 'node:net'

type Hops = {
  /** Peer address of the connection; undefined where only headers are known. */
  readonly socketAddress: string | undefined
  /** `X-Forwarded-For` as received. */
  readonly forwardedFor: string | undefined
  /** Number of trusted proxies in front of this process. */
  readonly trustedProxies: number
}

/**
 * Returns the client's address: the socket's, or with N trusted proxies the Nth from the right of
 * X-Forwarded-For. Each proxy appends its peer's address, so entries further left can be forged.
 */
export function clientAddressOf({ socketAddress, forwardedFor, trustedProxies }: Hops): string {
  if (socketAddress !== undefined && trustedProxies === 0) return socketAddress
  const forwarded = (forwardedFor ?? '').split(',').map((part) => stripPort(part.trim()))
  const hops = forwarded.filter((part) => isIPv4(part) || isIPv6(part))
  if (socketAddress !== undefined) {
    return hops[Math.max(0, hops.length - trustedProxies)] ?? socketAddress
  }
  return hops[Math.max(0, hops.length - Math.max(1, trustedProxies))] ?? 'unknown'
}

function stripPort(hop: string): string {
  const bracketed = /^\[([0-9a-fA-F:.]+)\](?::[0-9]+)?$/.exec(hop)
  if (bracketed?.[1]) return bracketed[1]
  const withPort = /^([0-9.]+):[0-9]+$/.exec(hop)
  return withPort?.[1] ?? hop
}

/** Returns the key that a client's requests are counted by: an IPv4 address, or the /64 of an IPv6 one. */
export function clientKey(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [text = ''] = address.toLowerCase().split('%')
  const [head = '', tail] = text.split('::')
  const left = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - left.length - hextets(tail)
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => '0')]
  const rest = tail ? tail.split(':') : []
  const network = [...groups, ...rest].slice(0, 4)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/** Counts the 16-bit groups after `::` in an IPv6 address; a dotted IPv4 suffix counts as two. */
function hextets(tail: string): number {
  if (tail === '') return 0
  return tail.split(':').length + (tail.includes('.') ? 1 : 0)
}
