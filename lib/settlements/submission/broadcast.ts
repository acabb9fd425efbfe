import { BaseError, RpcRequestError } from 'viem'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'

/**
 * Broadcasts signed bytes; sending the same bytes again is no error. Gives the node's reason when it
 * refuses the transaction and does not know it either.
 *
 * @throws {ServiceError} InternalServerError when the node does not answer: whether it took the
 * transaction is then unknown.
 */
export async function broadcast(
  ctx: Context,
  { chainId, raw, hash }: { readonly chainId: number; readonly raw: Hex; readonly hash: Hex },
): Promise<string | undefined> {
  const { client, network } = ctx.chain(chainId)
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
    return undefined
  } catch (cause) {
    const refusal = refusalOf(cause)
    if (refusal === undefined) throw dependencyDown(network.title, cause)
    const isKnown = await client.getTransaction({ hash }).then(
      () => true,
      () => false,
    )
    return isKnown ? undefined : refusal
  }
}

/** What a node said to refuse a request; undefined: it could not be asked. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined
  const answer = error.walk((cause) => cause instanceof RpcRequestError)
  return answer instanceof RpcRequestError ? answer.details : undefined
}
