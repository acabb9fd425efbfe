import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** An address of a host. */
export type HostAddress = { readonly address: string; readonly family: 4 | 6 }

/** Resolves the addresses of a public host; empty when it has none. */
export type ResolveHost = (name: string) => Promise<readonly HostAddress[]>

/**
 * Creates a resolver that queries `servers`, or the system's name servers. IP literals resolve to themselves.
 *
 * It avoids `dns.lookup`, which blocks one of the process's four threads for as long as a foreign name server stalls.
 *
 * @throws {Error} when no name server answers.
 */
export function createResolveHost(servers?: readonly string[]): ResolveHost {
  return async (name) => {
    const literal = name.replace(/^\[|\]$/g, '')
    const family = isIP(literal)
    if (family === 4 || family === 6) return [{ address: literal, family }]
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer, index): HostAddress[] => {
      if (answer.status === 'rejected') return []
      return answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
    })
    if (found.length > 0 || answers.every(isDefinite)) return found
    throw new Error('no name server answers', { cause: answers.find((one) => !isDefinite(one)) })
  }
}

function isDefinite(answer: PromiseSettledResult<unknown>): boolean {
  if (answer.status === 'fulfilled') return true
  const { code } = answer.reason as { code?: unknown }
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME'
}
