import { createHash, randomBytes } from 'node:crypto'
import { channelError } from '@/lib/channels/channel-error'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { findBotName } from './telegram-api'
import { insertTelegramLink } from './telegram-link-store'

const lifeMs = 10 * 60_000

/** A link that an account opens in Telegram to receive its notifications in that chat. */
export type OfferedTelegramLink = {
  readonly url: string
  /** Unix milliseconds. */
  readonly expiresAtMs: number
}

/**
 * Creates a link that connects one chat to an account, once and within ten minutes. The subscription is created on
 * confirmation in the chat, with these `types`.
 *
 * @throws {ServiceError} ServiceUnavailable without a bot, InternalServerError when Telegram does not answer.
 */
export async function createTelegramLink(
  ctx: Context,
  { account, networks, types }: Identity & { readonly types: readonly NotificationType[] },
): Promise<OfferedTelegramLink> {
  if (ctx.config.encryptionKeys.length === 0) {
    throw channelError({ code: 'channelsOff' })
  }
  const name = await findBotName(ctx)
  const token = randomBytes(16).toString('base64url')
  const expiresAtMs = ctx.now() + lifeMs
  const tokenHash = hashLinkToken(token)
  const link = { account, networks, types, tokenHash, expiresAt: new Date(expiresAtMs) }
  await inTransaction(ctx.db, (tx) => insertTelegramLink(tx, link))
  return { url: `https://t.me/${name}?start=${token}`, expiresAtMs }
}

/** The stored digest of a token. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
