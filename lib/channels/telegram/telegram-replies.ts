import { accountText, inboxLink } from '@/lib/channels/message-text'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
import { toUnixSeconds } from '@/lib/core/time'
import { summary } from '@/lib/notifications/order-text'
import { plainText } from '@/lib/notifications/plain-text'
import { deleteChat, listIdentitiesOfChat } from '@/lib/outbox/endpoint-store'
import { findKnownTokens } from '@/lib/tokens/token-store'
import { listOpenOrders } from './open-order-query'
import {
  type Chat,
  findLinkOffer,
  type LinkResult,
  linkTelegramChat,
  type OpenedLink,
} from './telegram-link'
import { telegramLine } from './telegram-text'

const maxOrders = 10
const tokenForm = /^[A-Za-z0-9_-]{22}$/

/** A reply in Telegram's HTML; with a token, its button confirms that link. */
export type Reply = { readonly html: string; readonly token?: string }

/**
 * Replies to `/start <token>` with the full account that created the link, and asks for confirmation: a link may come
 * from anyone, and opening it takes one tap.
 */
export async function replyToStart(ctx: Context, opened: OpenedLink): Promise<Reply> {
  const { token } = opened
  if (!tokenForm.test(token)) return { html: howToLink(ctx) }
  const offer = await findLinkOffer(ctx, opened)
  if (offer.kind !== 'offered') return { html: describeLinking(ctx, offer) }
  const question = `Is this your account?\n<code>${offer.account}</code>`
  return { html: `${question}\nIf it is not, ignore this: somebody else made the link.`, token }
}

/** Replies to the button of {@link replyToStart}: links the chat to the account of the token. */
export async function replyToConfirmation(ctx: Context, opened: OpenedLink): Promise<Reply> {
  if (!tokenForm.test(opened.token)) return { html: howToLink(ctx) }
  return { html: describeLinking(ctx, await linkTelegramChat(ctx, opened)) }
}

/** Replies to `/stop`: deletes everything stored of the chat. */
export async function replyToStop(ctx: Context, chat: Chat): Promise<Reply> {
  return { html: await stop(ctx, chat) }
}

async function stop(ctx: Context, { chatId }: Chat): Promise<string> {
  const count = await deleteChat(ctx.db, targetKeys(ctx.config, 'telegram', { chatId }))
  if (count === 0) return 'This chat gets no notifications, and nothing is kept of it.'
  return 'Done: no more notifications are sent here, and nothing is kept of this chat.'
}

/** Replies to `/orders` with the newest open orders of the linked accounts. */
export async function replyToOrders(ctx: Context, chat: Chat): Promise<Reply> {
  return { html: await listOrders(ctx, chat) }
}

async function listOrders(ctx: Context, { chatId }: Chat): Promise<string> {
  const keys = targetKeys(ctx.config, 'telegram', { chatId })
  const identities = await listIdentitiesOfChat(ctx.db, keys)
  if (identities.length === 0) return howToLink(ctx)
  const { chainIds } = ctx.config
  const now = toUnixSeconds(ctx.now())
  const orders = await listOpenOrders(ctx.db, { identities, chainIds, now, limit: maxOrders + 1 })
  if (orders.length === 0) return 'No open orders.'
  const lines: string[] = []
  for (const order of orders.slice(0, maxOrders)) {
    const tokens = await findKnownTokens(ctx.db, order.chainId, [order])
    const owner = accountText(order.onchainSender ?? order.owner)
    lines.push(`• ${telegramLine(plainText(`${owner}: ${summary(order, tokens)}`))}`)
  }
  const more = orders.length > maxOrders ? ['… and more on the site'] : []
  return ['<b>Open orders</b>', ...lines, ...more].join('\n')
}

/** Replies to anything else with instructions for linking a chat. */
export function replyToAny(ctx: Context): Reply {
  return { html: howToLink(ctx) }
}

function howToLink({ config }: Context): string {
  const url = inboxLink(config)
  const page =
    url === undefined ? 'the Notifications page' : `the <a href="${url}">Notifications page</a>`
  return (
    `To get your notifications here, open ${page}, sign in with your wallet, choose Telegram and follow its link.\n` +
    '/orders lists your open orders, /stop ends everything.'
  )
}

function describeLinking(ctx: Context, result: LinkResult): string {
  if (result.kind === 'linked') {
    const account = accountText(result.account)
    return `Done: notifications of ${account} are sent here. /orders lists its open orders, /stop ends everything.`
  }
  if (result.kind === 'full') {
    const account = accountText(result.account)
    return `${account} has ten channels already. Remove one on the Notifications page and make a new link.`
  }
  if (result.accounts.length === 0) {
    return `This link is too old or was used already; each works once within ten minutes.\n${howToLink(ctx)}`
  }
  return `This chat gets the notifications of ${result.accounts.map(accountText).join(', ')}.`
}
