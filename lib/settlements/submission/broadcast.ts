import { BaseError, RpcRequestError } from 'viem'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'

/**
 * Broadcasts signed bytes; a repetition is no error. Returns the node's reason if it rejects the transaction and does
 * not know it either.
 * @throws {ServiceError} InternalServerError if the node does not answer: it may or may not have accepted the
 * transaction.
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

/** Returns the node's reason for rejecting a request; undefined if it was unreachable. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined
  const answer = error.walk((cause) => cause instanceof RpcRequestError)
  return answer instanceof RpcRequestError ? answer.details : undefined
}
