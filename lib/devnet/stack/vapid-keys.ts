import { createECDH } from 'node:crypto'

/** Makes the keys by which push services know who pushes (RFC 8292), as base64url. */
export function makeVapidKeys() {
  const pair = createECDH('prime256v1')
  const vapidPublicKey = pair.generateKeys('base64url')
  // Node leaves zeros out at the begin of a number.
  const number = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex')
  return { vapidPublicKey, vapidPrivateKey: number.toString('base64url') }
}
