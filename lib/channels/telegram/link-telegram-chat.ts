import { renewReceiver } from '@/lib/channels/subscriptions/save-endpoint'
import { cleanLabel } from '@/lib/channels/subscriptions/subscription'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { inTransaction } from '@/lib/db/database'
import { plainText } from '@/lib/notifications/plain-text'
import { listAccountsOfChat } from './telegram-chat-store'
import { hashLinkToken } from './telegram-link'
import { findTelegramLink, takeTelegramLink } from './telegram-link-store'

/** A chat with our bot, and what its person is called there. */
export type Chat = { readonly chatId: string; readonly name: string }

/** A link's token in the chat in which it was opened. */
export type Opened = { readonly token: string; readonly chat: Chat }

/** What came of opening a link in a chat: it may be too old or used, or its account have ten channels already. */
export type Linking =
  | { readonly kind: 'linked'; readonly account: Address }
  | { readonly kind: 'full'; readonly account: Address }
  /** With the accounts that the chat is linked to already, as after a link that was opened twice. */
  | { readonly kind: 'unknown'; readonly accounts: readonly Address[] }

/** The account that made a link, if it can be used still, and is to be confirmed by the person who opened it. */
export async function findLinkOffer(
  ctx: Context,
  { token, chat: { chatId } }: Opened,
): Promise<Linking | { readonly kind: 'offered'; readonly account: Address }> {
  const at = new Date(ctx.now())
  const account = await findTelegramLink(ctx.db, { tokenHash: hashLinkToken(token), at })
  if (account) return { kind: 'offered', account }
  const keys = targetKeys(ctx.config, 'telegram', { chatId })
  return { kind: 'unknown', accounts: await listAccountsOfChat(ctx.db, keys) }
}

/** Has the notifications of the account that made a link sent to the chat in which its person has agreed, once for each link. */
export function linkTelegramChat(
  ctx: Context,
  { token, chat: { chatId, name } }: Opened,
): Promise<Linking> {
  const at = new Date(ctx.now())
  return inTransaction(ctx.db, async (tx): Promise<Linking> => {
    const link = await takeTelegramLink(tx, { tokenHash: hashLinkToken(token), at })
    if (!link) {
      const keys = targetKeys(ctx.config, 'telegram', { chatId })
      return { kind: 'unknown', accounts: await listAccountsOfChat(tx, keys) }
    }
    const { account, networks, types } = link
    const label = cleanLabel(plainText(name)) ?? 'Telegram'
    const facts = { account, networks, types, label, isConfirmed: true } as const
    const receiver = { ...facts, channel: 'telegram', target: { chatId } } as const
    const { kind } = await renewReceiver(tx, ctx, receiver)
    return { kind: kind === 'full' ? 'full' : 'linked', account }
  })
}
