import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import type { HostAddress, ResolveHost } from './resolve-host'

/** IPv4 ranges that are not public Internet hosts (IANA special-purpose registry, RFC 6890). */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // 169.254.169.254 serves cloud instance credentials.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Looks public, but is Azure's WireServer on the host of the virtual machine.
  '168.63.129.16/32',
]

/** Ranges within 2000::/3, the public part of IPv6, that are special or tunnel to IPv4. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const notPublic4 = listOf(special4, 'ipv4')
const notPublic6 = listOf(special6, 'ipv6')
const global6 = listOf(['2000::/3'], 'ipv6')
/** NAT64: the last 32 bits are an IPv4 address (RFC 6052). */
const nat64 = listOf(['64:ff9b::/96'], 'ipv6')

/**
 * Whether an address literal belongs to a public Internet host: not to this machine, its network, a cloud's metadata
 * services, a multicast group, or an address that embeds one of these. False for names.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic4.check(address, 'ipv4')
  // A zone (fe80::1%eth0) is local to this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  if (nat64.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address))
  return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

function lastFourBytes(address: string): string {
  // The WHATWG URL serializer writes every IPv6 address in hex groups.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  const bytes = [high, low].flatMap((group = 0) => [group >> 8, group & 255])
  return bytes.join('.')
}

/** The public addresses of a host, or why it may not be reached; for the operator only, since it reveals network details. */
export type PublicHost = { readonly addresses: readonly HostAddress[] } | { readonly fault: string }

/** The host of a name that no server resolves. */
export const unknownHost: PublicHost = { fault: 'no name server knows its host now' }

/** Resolves the host of a URL; it counts as public only if all of its addresses are. Never throws. */
export async function findPublicHost(
  { resolveHost }: { readonly resolveHost: ResolveHost },
  { hostname }: URL,
): Promise<PublicHost> {
  try {
    const addresses = await resolveHost(hostname)
    if (addresses.length === 0) return { fault: 'its host has no address' }
    const arePublic = addresses.every(({ address }) => isPublicAddress(address))
    return arePublic ? { addresses } : { fault: 'its host is not on the public Internet' }
  } catch {
    return unknownHost
  }
}

/** Returns a lookup function that always yields the checked addresses (prevents DNS rebinding). */
export function pinnedTo(addresses: readonly HostAddress[]): LookupFunction {
  return (_name, { all }, done) => {
    const [first] = addresses
    if (all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

/** Whether `hosts` (`name:port`) has the host and port of a URL. */
export function isHostOf(hosts: readonly string[], url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return hosts.includes(`${url.hostname}:${port}`)
}

/** Rejects as soon as `signal` aborts, whatever becomes of `work`. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
