import type { Send } from '@/lib/channels/channel'
import { sendEmail } from '@/lib/channels/email/send-email'
import { sendTelegram } from '@/lib/channels/telegram/send-telegram'
import { sendWebPush } from '@/lib/channels/web-push/send-web-push'
import { sendWebhook } from '@/lib/channels/webhook/send-webhook'
import type { Channel } from '@/lib/outbox/subscription'

/** The sender of each channel; an absent channel is not offered. */
export type Senders = { readonly [C in Channel]?: Send<C> }

/** The senders of this service. */
export const senders: Senders = {
  telegram: sendTelegram,
  web_push: sendWebPush,
  email: sendEmail,
  webhook: sendWebhook,
}
