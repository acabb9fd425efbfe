import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret that webhooks are signed with: 32 random bytes. Standard Webhooks, "Secret". */
export function makeWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** A message as it is signed. */
export type SignedMessage = {
  readonly id: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The headers by which a receiver knows that a message is ours, and new; one signature for each secret, so that it
 * holds for who knows any of them. https://www.standardwebhooks.com, "Webhook headers".
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
