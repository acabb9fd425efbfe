import { createECDH } from 'node:crypto'

/** Generates a VAPID key pair (RFC 8292), base64url. */
export function makeVapidKeys() {
  const pair = createECDH('prime256v1')
  const vapidPublicKey = pair.generateKeys('base64url')
  // Node omits leading zeros of the private key.
  const number = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex')
  return { vapidPublicKey, vapidPrivateKey: number.toString('base64url') }
}
