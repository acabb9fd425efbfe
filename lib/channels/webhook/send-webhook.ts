import type { ChannelEndpoint, Outcome, Send } from '@/lib/channels/channel'
import type { Context } from '@/lib/context'
import type { Notification } from '@/lib/core/notification'
import { viewOwnNotification } from '@/lib/notifications/notification-view'
import { type PostAnswer, ssrfSafePost } from './ssrf-safe-post'
import { signatureHeaders } from './webhook-signature'

/**
 * Posts each notification as `{type, timestamp, data}`, signed by the Standard Webhooks specification. The message id
 * is the notification's id at every attempt, so that receivers can deduplicate.
 */
export const sendWebhook: Send<'webhook'> = async (ctx, receiver, notifications) => {
  let outcome: Outcome = { kind: 'sent' }
  for (const notification of notifications) {
    outcome = await post(ctx, receiver, notification)
    if (outcome.kind !== 'sent') break
  }
  return outcome
}

async function post(
  ctx: Context,
  { target, secrets }: ChannelEndpoint<'webhook'>,
  notification: Notification,
): Promise<Outcome> {
  const { id, type, createdAt } = notification
  const data = viewOwnNotification(notification)
  const body = JSON.stringify({ type, timestamp: createdAt, data })
  const timestamp = Math.floor(ctx.now() / 1_000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Coincide-Webhooks/1',
    ...signatureHeaders(secrets, { id, timestamp, body }),
  }
  return outcomeOf(await ssrfSafePost(ctx, { url: new URL(target.url), headers, body }))
}

/** Maps a response to an outcome: only 2xx is success, 410 is permanent. Standard Webhooks, "Response". */
function outcomeOf(answer: PostAnswer): Outcome {
  if (answer.kind === 'unreachable') {
    return { kind: 'failed', error: { code: 'noAnswer' }, cause: answer.cause }
  }
  const { status, afterMs } = answer
  if (status >= 200 && status < 300) return { kind: 'sent', status }
  const isRedirect = status >= 300 && status < 400
  const error = { code: isRedirect ? 'redirected' : 'answered', status } as const
  if (status === 410) return { kind: 'gone', error, status }
  const asks = (status === 429 || status === 503) && afterMs !== undefined
  return { kind: 'failed', error, status, ...(asks ? { afterMs } : {}) }
}
