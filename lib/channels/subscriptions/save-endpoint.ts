import type { Targets } from '@/lib/channels/channel'
import { makeUnsubscribeSecret } from '@/lib/channels/email/unsubscribe-mail'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import type { Channel, Subscription } from '@/lib/outbox/subscription'
import {
  findSubscription,
  forgetFailures,
  insertSubscription,
  type SaveResult,
  updateSubscription,
  widenSubscription,
} from '@/lib/outbox/subscription-store'
import { targetKeys } from './target-key'

/** An endpoint to add. */
export type NewEndpoint<C extends Channel> = Identity & {
  readonly channel: C
  readonly target: Targets[C]
  readonly label: string
  readonly types: readonly NotificationType[]
  /** Whether the endpoint's owner has consented. */
  readonly isConfirmed: boolean
  /** Webhooks only; mailboxes get a generated one. */
  readonly secret?: string
}

/**
 * Stores an endpoint with its target encrypted, unless the account has it already or has ten.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function saveEndpoint<C extends Channel>(
  tx: Transaction,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { target, isConfirmed, ...facts }: NewEndpoint<C>,
): Promise<SaveResult> {
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
 * Like {@link saveEndpoint}, for an endpoint that has just proved reachable and willing: an existing one is enabled
 * again with the current target and network scope.
 */
export async function renewEndpoint<C extends Channel>(
  tx: Transaction,
  ctx: Pick<Context, 'config' | 'now'>,
  receiver: NewEndpoint<C>,
): Promise<SaveResult> {
  const saved = await saveEndpoint(tx, ctx, receiver)
  if (saved.kind !== 'known') return saved
  const key = { ...receiver, id: saved.subscription.id }
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
