import { readHead } from '@/lib/chain/read-headers'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'

/** Milliseconds for which a head is cached: no longer than a stream of balances may lag. */
const recentMs = 500

type Heads = Map<number, { readonly head: Promise<Hex>; readonly requestedAt: number }>

const headsOf = defineSlot('accounts/heads', (): Heads => new Map())

/**
 * Returns the hash of a network's newest block, at most half a second old; concurrent callers share the query.
 *
 * @throws {ServiceError} InternalServerError when the node does not answer; ServiceUnavailable without one.
 */
export function readRecentHead(ctx: Context, chainId: number): Promise<Hex> {
  const heads = headsOf(ctx)
  const known = heads.get(chainId)
  if (known && performance.now() - known.requestedAt < recentMs) return known.head
  const head = fetchHead(ctx, chainId)
  heads.set(chainId, { head, requestedAt: performance.now() })
  head.catch(() => heads.delete(chainId))
  return head
}

async function fetchHead(ctx: Context, chainId: number): Promise<Hex> {
  const head = await readHead(ctx, chainId)
  if (head) return head
  throw dependencyDown(`the RPC of ${ctx.chain(chainId).network.title}`, 'it returned no block')
}
