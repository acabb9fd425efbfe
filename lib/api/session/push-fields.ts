import { z } from 'zod'

const key = (bytes: number, name: string) =>
  z
    .string('must be base64url')
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `must have ${bytes} bytes`)
    .describe(name)

/** Authentication secret shared by browser and service (RFC 8291). */
export const pushAuth = key(16, 'Its authentication secret')

/** Keys of a push subscription. */
export const pushKeys = z
  .object({
    p256dh: key(65, 'Public key of the browser'),
    auth: pushAuth,
  })
  .describe('web_push: keys of the push manager’s subscription')
