import { createHash, randomBytes } from 'node:crypto'
import { channelError } from '@/lib/channels/channel-error'
import { cleanLabel } from '@/lib/channels/subscriptions/label'
import { renewEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Identity } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { plainText } from '@/lib/notifications/plain-text'
import { listAccountsOfChat } from '@/lib/outbox/endpoint-store'
import { findBotName } from './telegram-api'
import { consumeTelegramLink, findTelegramLink, insertTelegramLink } from './telegram-link-store'

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

/** A chat with our bot, and the display name of its person. */
export type Chat = { readonly chatId: string; readonly name: string }

/** A link token and the chat that opened it. */
export type OpenedLink = { readonly token: string; readonly chat: Chat }

/** Result of opening a link in a chat; it may be expired or used, or the account may have ten channels. */
export type LinkResult =
  | { readonly kind: 'linked'; readonly account: Address }
  | { readonly kind: 'full'; readonly account: Address }
  /** Includes the accounts already linked to the chat, as when a link is opened twice. */
  | { readonly kind: 'unknown'; readonly accounts: readonly Address[] }

/** Returns the account of a valid link, for confirmation by the person who opened it. */
export async function findLinkOffer(
  ctx: Context,
  { token, chat: { chatId } }: OpenedLink,
): Promise<LinkResult | { readonly kind: 'offered'; readonly account: Address }> {
  const at = new Date(ctx.now())
  const account = await findTelegramLink(ctx.db, { tokenHash: hashLinkToken(token), at })
  if (account) return { kind: 'offered', account }
  const keys = targetKeys(ctx.config, 'telegram', { chatId })
  return { kind: 'unknown', accounts: await listAccountsOfChat(ctx.db, keys) }
}

/** Consumes a link and subscribes the confirming chat to its account's notifications. */
export function linkTelegramChat(
  ctx: Context,
  { token, chat: { chatId, name } }: OpenedLink,
): Promise<LinkResult> {
  const at = new Date(ctx.now())
  return inTransaction(ctx.db, async (tx): Promise<LinkResult> => {
    const link = await consumeTelegramLink(tx, { tokenHash: hashLinkToken(token), at })
    if (!link) {
      const keys = targetKeys(ctx.config, 'telegram', { chatId })
      return { kind: 'unknown', accounts: await listAccountsOfChat(tx, keys) }
    }
    const { account, networks, types } = link
    const label = cleanLabel(plainText(name)) ?? 'Telegram'
    const facts = { account, networks, types, label, isConfirmed: true } as const
    const receiver = { ...facts, channel: 'telegram', target: { chatId } } as const
    const { kind } = await renewEndpoint(tx, ctx, receiver)
    return { kind: kind === 'full' ? 'full' : 'linked', account }
  })
}
