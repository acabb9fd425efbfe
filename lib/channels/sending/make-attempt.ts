import type { ChannelEndpoint, Outcome, Targets } from '@/lib/channels/channel'
import { open } from '@/lib/channels/encryption/encrypt'
import type { Context } from '@/lib/context'
import type { Notification } from '@/lib/core/notification'
import type { Delivery } from '@/lib/outbox/due-delivery-store'
import type { EncryptedEndpoint } from '@/lib/outbox/endpoint-store'
import type { Channel } from '@/lib/outbox/subscription'
import type { Senders } from './senders'

/** Exceeds every channel's own timeout; a sender that never settles must not block its endpoint forever. */
const maxAttemptMs = 60_000

/**
 * Creates the function that attempts to send to one endpoint, decrypted once. An endpoint that cannot be decrypted and
 * a sender that throws count as failures, so that they are recorded and the endpoint is disabled eventually.
 */
export function createAttempt(
  ctx: Context,
  { receiver: sealed, senders }: { receiver: EncryptedEndpoint; senders: Senders },
): (deliveries: readonly Delivery[]) => Promise<Outcome> {
  const { channel, subscriptionId } = sealed
  let receiver: ChannelEndpoint<Channel> | undefined
  return async (deliveries) => {
    try {
      receiver ??= decryptEndpoint(ctx, sealed)
      const notifications = deliveries.map(({ notification }) => notification)
      return await inTime(send(ctx, { senders, channel, receiver, notifications }))
    } catch (error) {
      const { name, stack } = error instanceof Error ? error : new Error(String(error))
      ctx.log.error({ channel, subscriptionId, error: name, where: stack }, 'delivery threw')
      return { kind: 'failed', error: { code: 'notSent' } }
    }
  }
}

type Message<C extends Channel> = {
  readonly senders: Senders
  readonly channel: C
  readonly receiver: ChannelEndpoint<C>
  readonly notifications: readonly Notification[]
}

async function send<C extends Channel>(
  ctx: Context,
  { senders, channel, receiver, notifications }: Message<C>,
): Promise<Outcome> {
  const sender = senders[channel]
  if (sender) return sender(ctx, receiver, notifications)
  return { kind: 'failed', error: { code: 'thisChannelOff' } }
}

function inTime(outcome: Promise<Outcome>): Promise<Outcome> {
  const late: Outcome = { kind: 'failed', error: { code: 'timedOut' } }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), maxAttemptMs)
    const end = () => clearTimeout(timer)
    outcome.then(resolve, reject).then(end, end)
  })
}

/**
 * Decrypts the target and secrets of an endpoint.
 *
 * @throws {Error} when they were encrypted with a key that is no longer configured.
 */
export function decryptEndpoint(ctx: Context, sealed: EncryptedEndpoint): ChannelEndpoint<Channel> {
  const { subscriptionId, account, secret, oldSecret, oldSecretUntilMs = 0 } = sealed
  const isOldGood = ctx.now() < oldSecretUntilMs
  const secrets = [secret, isOldGood ? oldSecret : undefined].filter((text) => text !== undefined)
  return {
    subscriptionId,
    account,
    target: JSON.parse(open(ctx.config, 'target', sealed.target)) as Targets[Channel],
    secrets: secrets.map((text) => open(ctx.config, 'secret', text)),
  }
}
