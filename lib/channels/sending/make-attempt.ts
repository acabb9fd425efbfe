import type { ChannelEndpoint, Outcome } from '@/lib/channels/channel'
import { decryptEndpoint } from '@/lib/channels/encryption/decrypt-endpoint'
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
