import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeVapidKeys } from './vapid-keys'

// Of so many pairs some have a number that begins with zeros.
test('the keys of a pair belong together, and have 32 and 65 bytes', () => {
  for (let index = 0; index < 3_000; index++) {
    const { vapidPublicKey, vapidPrivateKey } = makeVapidKeys()
    const number = Buffer.from(vapidPrivateKey, 'base64url')
    expect(number).toHaveLength(32)
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(number)
    expect(pair.getPublicKey('base64url')).toBe(vapidPublicKey)
  }
})
