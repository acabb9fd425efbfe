import type { Channel, Targets } from '@/lib/channels/channel'
import { makeUnsubscribeSecret } from '@/lib/channels/email/unsubscribe-token'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import type { NotificationType } from '@/lib/notifications/notification'
import type { Subscription } from './subscription'
import {
  findSubscription,
  forgetFailures,
  insertSubscription,
  type Kept,
  updateSubscription,
  widenSubscription,
} from './subscription-store'
import { targetKeys } from './target-key'

/** A receiver as an account names it. */
export type NewReceiver<C extends Channel> = Identity & {
  readonly channel: C
  readonly target: Targets[C]
  readonly label: string
  readonly types: readonly NotificationType[]
  /** Whether the receiver has agreed. */
  readonly isConfirmed: boolean
  /** Of webhooks; mailboxes are given one of their own. */
  readonly secret?: string
}

/**
 * Keeps a receiver with its target sealed, unless the account has it already or has ten.
 *
 * @throws {ServiceError} ServiceUnavailable when there is no ENCRYPTION_KEY.
 */
export function keepReceiver<C extends Channel>(
  tx: Transaction,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { target, isConfirmed, ...facts }: NewReceiver<C>,
): Promise<Kept> {
  const secret = facts.channel === 'email' ? makeUnsubscribeSecret() : facts.secret
  return insertSubscription(tx, {
    ...facts,
    confirmed: isConfirmed,
    target: encrypt(config, 'target', JSON.stringify(target)),
    targetKeys: targetKeys(config, facts.channel, target),
    secret: secret === undefined ? undefined : encrypt(config, 'secret', secret),
    at: new Date(now()),
  })
}

/**
 * As {@link keepReceiver}, for what has just shown that it is there and willing: one that the account has already is
 * switched on again, with the target as it is now, for the networks that are reached now.
 */
export async function renewReceiver<C extends Channel>(
  tx: Transaction,
  ctx: Pick<Context, 'config' | 'now'>,
  receiver: NewReceiver<C>,
): Promise<Kept> {
  const kept = await keepReceiver(tx, ctx, receiver)
  if (kept.kind !== 'known') return kept
  const key = { ...receiver, id: kept.subscription.id }
  await widenSubscription(tx, key)
  const { label, types, isConfirmed: confirmed } = receiver
  const target = encrypt(ctx.config, 'target', JSON.stringify(receiver.target))
  const agreedAt = new Date(ctx.now())
  const change = { label, types, target, confirmed, agreedAt, enabled: true }
  await updateSubscription(tx, key, change)
  await forgetFailures(tx, key)
  const subscription = (await findSubscription(tx, key)) as Subscription
  return { kind: 'known', subscription }
}
