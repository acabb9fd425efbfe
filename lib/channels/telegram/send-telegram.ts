import type { Send } from '@/lib/channels/channel'
import { findTelegramApi, telegramOutcome } from './telegram-api'
import { acquireSendSlot, applyHold } from './telegram-limits'
import { telegramText } from './telegram-text'

/** Sends notifications to a Telegram chat as one message of our bot. */
export const sendTelegram: Send<'telegram'> = async (ctx, { target }, notifications) => {
  const api = findTelegramApi(ctx)
  if (!api) return { kind: 'failed', error: { code: 'channelOff', channel: 'telegram' } }
  const { chatId } = target
  const waitMs = await acquireSendSlot(ctx, chatId)
  if (waitMs > 0) {
    return { kind: 'later', error: { code: 'telegramBusy' }, afterMs: waitMs }
  }
  try {
    await api.sendMessage(chatId, telegramText(ctx.config, notifications), {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
    return { kind: 'sent', status: 200 }
  } catch (error) {
    const outcome = telegramOutcome(error)
    await applyHold(ctx, chatId, outcome)
    return outcome
  }
}
