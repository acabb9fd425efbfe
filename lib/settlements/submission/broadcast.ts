import { BaseError, RpcRequestError } from 'viem'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { type Answer, sendPrivately } from './private-endpoints'

/** Signed bytes. */
type Broadcast = {
  readonly chainId: number
  readonly raw: Hex
  readonly hash: Hex
  /** Whether they go to the private endpoints only; otherwise to the public node. */
  readonly isPrivate: boolean
}

/**
 * Broadcasts signed bytes; a repetition is no error. A refusal by the public node counts only if it does not know the
 * transaction either.
 * @throws {ServiceError} InternalServerError if the public node does not answer: it may or may not have accepted the
 * transaction. An unanswered private submission is a result.
 */
export async function broadcast(
  ctx: Context,
  { chainId, raw, hash, isPrivate }: Broadcast,
): Promise<Answer> {
  if (isPrivate) return sendPrivately(ctx, { chainId, raw })
  const { client, network } = ctx.chain(chainId)
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
    return 'accepted'
  } catch (cause) {
    const refusal = refusalOf(cause)
    if (refusal === undefined) throw dependencyDown(network.title, cause)
    const isKnown = await client.getTransaction({ hash }).then(
      () => true,
      () => false,
    )
    return isKnown ? 'accepted' : { refusal }
  }
}

/** Returns the node's reason for rejecting a request; undefined if it was unreachable. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined
  const answer = error.walk((cause) => cause instanceof RpcRequestError)
  return answer instanceof RpcRequestError ? answer.details : undefined
}
