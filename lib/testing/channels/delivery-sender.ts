import type { Send } from '@/lib/channels/channel'

/** Longer than a test needs to detect a hung send, even on a busy machine. */
const patienceMs = 45_000

/** Posts the ids of notifications; the sender in tests of the delivery scheduler. */
export const sendIds: Send<'webhook'> = async (_ctx, { target }, notifications) => {
  try {
    const { status, headers } = await fetch(target.url, {
      method: 'POST',
      body: JSON.stringify(notifications.map(({ id }) => id)),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (status < 300) return { kind: 'sent', status }
    const error = { code: 'answered', status } as const
    if (status === 410) return { kind: 'gone', error, status }
    if (status === 422) return { kind: 'refused', error, status }
    const afterMs = Number(headers.get('retry-after') ?? 0) * 1_000
    return { kind: 'failed', error, status, afterMs }
  } catch {
    return { kind: 'failed', error: { code: 'noAnswer' } }
  }
}
