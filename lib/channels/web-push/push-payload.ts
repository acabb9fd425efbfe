import {
  accountText,
  messageLine,
  messageTitle,
  subjectPath,
  texts,
} from '@/lib/channels/message-text'
import type { Notification } from '@/lib/core/notification'

/** The payload for the service worker of our pages, which shows title and body as text. */
export type PushPayload = {
  readonly title: string
  readonly body: string
  /** Path of our pages that a click opens. */
  readonly path: string
  /** Browsers show only the newest notification of a tag. */
  readonly tag: string
  /** Unix milliseconds. */
  readonly at: number
}

const inboxPath = '/notifications'
const maxLines = 5
/** A push service accepts 4,096 bytes, of which encryption takes 103 (RFC 8291). */
const maxBytes = 3_900

/** Combines notifications of one account into one browser notification. */
export function pushPayload(notifications: readonly Notification[]): PushPayload {
  const [first] = notifications
  const last = notifications.at(-1)
  const account = accountText(first?.account ?? '')
  const facts = { tag: first?.id ?? '', at: last?.createdAt.getTime() ?? 0 }
  if (!first || notifications.length > 1) {
    const lines = notifications.slice(-maxLines).map(messageLine)
    const hidden = notifications.length - lines.length
    const more = hidden > 0 ? [texts('push.more', { count: String(hidden) })] : []
    const title = texts('push.digestTitle', { title: messageTitle(notifications), account })
    return { ...facts, title, body: [...lines, ...more].join('\n'), path: inboxPath }
  }
  const title = texts('push.title', { title: messageTitle(notifications), account })
  return { ...facts, title, body: messageLine(first), path: subjectPath(first) ?? inboxPath }
}

/** Encodes a payload, truncating its body to fit. */
export function encodePayload(payload: PushPayload, max: number = maxBytes): string {
  const whole = [...payload.body]
  for (let length = whole.length; ; ) {
    const body = length === whole.length ? payload.body : `${whole.slice(0, length).join('')}…`
    const text = JSON.stringify({ ...payload, body })
    const excess = Buffer.byteLength(text) - max
    if (excess <= 0 || length === 0) return text
    // No character takes more than six bytes.
    length = Math.max(0, length - Math.ceil(excess / 6) - 1)
  }
}
