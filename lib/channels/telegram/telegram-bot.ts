import { Bot, type Context as ChatContext } from 'grammy'
import { texts } from '@/lib/channels/message-text'
import type { Context } from '@/lib/context'
import { telegramOutcome } from './telegram-api'
import { acquireReplySlot, applyHold } from './telegram-limits'
import type { Chat } from './telegram-link'
import {
  type Reply,
  replyToAny,
  replyToConfirmation,
  replyToOrders,
  replyToStart,
  replyToStop,
} from './telegram-replies'

/** Client timeout in seconds, in addition to the long poll. */
const timeoutSeconds = 10
/** Seconds that Telegram holds a long poll open without updates. */
export const pollSeconds = 25

/**
 * Creates the bot that answers commands in private chats only; undefined when none is configured. It fetches its name
 * on first use.
 */
export function createTelegramBot(ctx: Context): Bot | undefined {
  const settings = ctx.config.channels.telegram
  if (!settings || ctx.config.encryptionKeys.length === 0) return undefined
  const client = { apiRoot: settings.url, timeoutSeconds: pollSeconds + timeoutSeconds }
  const bot = new Bot(settings.token, { client })
  const people = bot.chatType('private')
  people.command('start', (message) =>
    reply(ctx, message, replyToStart(ctx, { chat: chatOf(message), token: message.match.trim() })),
  )
  people.command('stop', (message) => reply(ctx, message, replyToStop(ctx, chatOf(message))))
  people.command('orders', (message) => reply(ctx, message, replyToOrders(ctx, chatOf(message))))
  people.callbackQuery(/^link:(.*)$/, async (press) => {
    // Stops the button's spinner; the query may be too old for that.
    await press.answerCallbackQuery().catch(() => {})
    const token = press.match[1] ?? ''
    await reply(ctx, press, replyToConfirmation(ctx, { chat: chatOf(press), token }))
  })
  people.on('message', (message) => reply(ctx, message, Promise.resolve(replyToAny(ctx))))
  return bot
}

function chatOf({ chat }: Pick<ChatContext, 'chat'>): Chat {
  if (chat?.type !== 'private') throw new Error('not a private chat')
  const { id, username, first_name: name } = chat
  return { chatId: String(id), name: username === undefined ? name : `@${username}` }
}

/** A reply that cannot be sent is not retried: the command has been executed, and the person can ask again. */
async function reply(ctx: Context, message: ChatContext, answer: Promise<Reply>): Promise<void> {
  const { html, token } = await answer
  const { chatId } = chatOf(message)
  if (!(await acquireReplySlot(ctx, chatId))) return
  const button = { text: texts('linkChat'), callback_data: `link:${token}` }
  const options = {
    ...(token === undefined ? {} : { reply_markup: { inline_keyboard: [[button]] } }),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  } as const
  await message.reply(html, options).catch(async (error: unknown) => {
    const outcome = telegramOutcome(error)
    ctx.log.info({ ...outcome }, 'Telegram reply failed')
    await applyHold(ctx, chatId, outcome)
  })
}
