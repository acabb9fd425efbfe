import { findBotName } from '@/lib/channels/telegram/telegram-api'
import type { Context } from '@/lib/context'
import { withTimeLimit } from '@/lib/core/deadline'
import { type Channel, channels } from '@/lib/outbox/subscription'

/** Maximum milliseconds that a page waits for the bot's name. */
const maxNameMs = 2_000

/** A channel, with the data a browser needs to add it. */
export type OfferedChannel = {
  readonly channel: Channel
  readonly isOffered: boolean
  /** Name of the Telegram bot; also undefined while Telegram does not answer. */
  readonly bot?: string | undefined
  /** VAPID public key for web push, base64url. */
  readonly publicKey?: string | undefined
}

/** Returns all channels and whether this service offers them. */
export function listChannels(ctx: Context): Promise<readonly OfferedChannel[]> {
  return Promise.all(channels.map((channel) => describeChannel(ctx, channel)))
}

async function describeChannel(ctx: Context, channel: Channel): Promise<OfferedChannel> {
  const { channels: settings, encryptionKeys } = ctx.config
  if (encryptionKeys.length === 0) return { channel, isOffered: false }
  if (channel === 'webhook') return { channel, isOffered: true }
  // Mails contain links to our pages.
  const isMailed = settings.mail !== undefined && ctx.config.signInOrigin !== undefined
  if (channel === 'email') return { channel, isOffered: isMailed }
  if (channel === 'web_push') {
    const { webPush } = settings
    return { channel, isOffered: webPush !== undefined, publicKey: webPush?.publicKey }
  }
  if (!settings.telegram) return { channel, isOffered: false }
  return { channel, isOffered: true, bot: await botNameInTime(ctx) }
}

async function botNameInTime(ctx: Context): Promise<string | undefined> {
  const unknown = () => undefined
  return withTimeLimit(maxNameMs, findBotName(ctx).catch(unknown), unknown)
}
