import type { Channel, Send } from './channel'
import { sendEmail } from './send-email'
import { sendTelegram } from './send-telegram'
import { sendWebPush } from './send-web-push'
import { sendWebhook } from './send-webhook'

/** How each channel sends; one that is left out is not offered. */
export type Senders = { readonly [C in Channel]?: Send<C> }

/** How each channel of this service sends. */
export const senders: Senders = {
  telegram: sendTelegram,
  web_push: sendWebPush,
  email: sendEmail,
  webhook: sendWebhook,
}
