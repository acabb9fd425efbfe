import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { dependencyDown } from '@/lib/core/errors'

/** The next nonce of an account: the highest and the lowest that the current nodes report. */
export type NextNonce = { readonly highest: bigint; readonly lowest: bigint }

/**
 * Reads the next nonce of an account from all current nodes, since a lagging one reports too low a nonce. Nodes other
 * than the pinned one may fail to answer.
 *
 * @throws {ServiceError} InternalServerError if the pinned node does not answer.
 */
export async function readNextNonce(
  ctx: Context,
  chainId: number,
  address: Address,
): Promise<NextNonce> {
  const { client, network } = ctx.chain(chainId)
  const others = ctx.nodes(chainId).witnesses()
  const [own, ...reported] = await Promise.all([
    client.getTransactionCount({ address }).catch((cause) => {
      throw dependencyDown(network.title, cause)
    }),
    ...others.map((other) => other.client.getTransactionCount({ address }).catch(() => undefined)),
  ])
  const counts = [own, ...reported.filter((count) => count !== undefined)]
  return { highest: BigInt(Math.max(...counts)), lowest: BigInt(Math.min(...counts)) }
}
