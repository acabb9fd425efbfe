import type { ChannelEndpoint, Targets } from '@/lib/channels/channel'
import type { Context } from '@/lib/context'
import type { EncryptedEndpoint } from '@/lib/outbox/endpoint-store'
import type { Channel } from '@/lib/outbox/subscription'
import { open } from './encrypt'

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
