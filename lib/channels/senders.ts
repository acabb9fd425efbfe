import type { Channel, Send } from './channel'
import { sendWebhook } from './send-webhook'

/** How each channel sends; one that is left out is not offered. */
export type Senders = { readonly [C in Channel]?: Send<C> }

/** How each channel of this service sends. */
export const senders: Senders = { webhook: sendWebhook }
