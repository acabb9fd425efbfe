import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { Outcome, Send, Targets } from '@/lib/channels/channel'
import { type PostAnswer, ssrfSafePost } from '@/lib/channels/webhook/ssrf-safe-post'
import type { Context } from '@/lib/context'
import { encodePayload, pushPayload } from './push-payload'

const encoding = 'aes128gcm'
/** Seconds that a push service keeps a message for an offline browser. */
const ttlSeconds = 24 * 60 * 60
/** Maximum bytes of the retry after a push service has found a message too large. */
const retryMaxBytes = 1_000

/**
 * Sends notifications through a browser's push service, encrypted for the browser (RFC 8291) and authenticated by VAPID
 * (RFC 8292).
 */
export const sendWebPush: Send<'web_push'> = async (ctx, { target }, notifications) => {
  if (!ctx.config.channels.webPush) {
    return { kind: 'failed', error: { code: 'channelOff', channel: 'web_push' } }
  }
  const payload = pushPayload(notifications)
  const topic = createHash('sha256').update(payload.tag).digest('base64url').slice(0, 32)
  const push = (text: string) => post(ctx, target, { text, topic })
  const answer = await push(encodePayload(payload))
  if (answer.kind !== 'answered' || answer.status !== 413) return outcomeOf(answer)
  return outcomeOf(await push(encodePayload(payload, retryMaxBytes)))
}

type Message = {
  readonly text: string
  /** A resent message replaces the first while that is still queued (RFC 8030, section 5.4). */
  readonly topic: string
}

type PushAnswer = PostAnswer | { readonly kind: 'useless' }

async function post(
  ctx: Context,
  { endpoint, keys }: Targets['web_push'],
  { text, topic }: Message,
): Promise<PushAnswer> {
  const body = encryptFor(keys, text)
  if (!body) return { kind: 'useless' }
  const url = new URL(endpoint)
  const vapid = ctx.config.channels.webPush
  const { Authorization } = webPush.getVapidHeaders(
    url.origin,
    vapid?.subject ?? '',
    vapid?.publicKey ?? '',
    vapid?.privateKey ?? '',
    encoding,
  )
  const headers = {
    Authorization,
    'Content-Encoding': encoding,
    'Content-Type': 'application/octet-stream',
    TTL: String(ttlSeconds),
    Topic: topic,
    Urgency: 'normal',
  }
  return ssrfSafePost(ctx, { url, headers, body })
}

function encryptFor(keys: Targets['web_push']['keys'], text: string): Buffer | undefined {
  try {
    return webPush.encrypt(keys.p256dh, keys.auth, text, encoding).cipherText
  } catch {
    return undefined
  }
}

function outcomeOf(answer: PushAnswer): Outcome {
  if (answer.kind === 'useless') return { kind: 'gone', error: { code: 'pushKeysInvalid' } }
  if (answer.kind === 'unreachable') {
    return { kind: 'failed', error: { code: 'pushUnreachable' }, cause: answer.cause }
  }
  const { status, afterMs } = answer
  if (status >= 200 && status < 300) return { kind: 'sent', status }
  if (status === 404 || status === 410) {
    return { kind: 'gone', error: { code: 'pushGone' }, status }
  }
  if (status === 400 || status === 413) {
    return { kind: 'refused', error: { code: 'pushRefused' }, status }
  }
  const error = { code: 'pushAnswered', status } as const
  return { kind: 'failed', error, status, ...(afterMs === undefined ? {} : { afterMs }) }
}
