import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** Generates a webhook signing secret: 32 random bytes. Standard Webhooks, "Secret". */
export function makeWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** The signed parts of a message. */
export type SignedMessage = {
  readonly id: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly body: string
}

/**
 * Builds the headers that authenticate a message and its time, with one signature per secret so that receivers with any
 * of them can verify it. https://www.standardwebhooks.com, "Webhook headers".
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: SignedMessage,
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${mac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
