import { findNodeAnswer } from '@/lib/chain/node-error'
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
 * Broadcasts signed bytes where they belong; a repetition is no error.
 * @throws {ServiceError} as {@link sendPublicly}. An unanswered private submission is a result.
 */
export async function broadcast(
  ctx: Context,
  { isPrivate, ...transaction }: Broadcast,
): Promise<Answer> {
  return isPrivate ? sendPrivately(ctx, transaction) : sendPublicly(ctx, transaction)
}

/**
 * Sends signed bytes to the public node. A refusal counts only if it does not know the transaction either.
 * @throws {ServiceError} InternalServerError if the node does not answer: it may or may not have accepted the
 * transaction.
 */
export async function sendPublicly(
  ctx: Context,
  { chainId, raw, hash }: Omit<Broadcast, 'isPrivate'>,
): Promise<Answer> {
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
    // A proxy may quote the request's URL.
    return isKnown ? 'accepted' : { refusal: ctx.mask(refusal) }
  }
}

/** Returns the node's reason for rejecting a request; undefined if it was unreachable. */
export const refusalOf = (error: unknown): string | undefined => findNodeAnswer(error)?.details
