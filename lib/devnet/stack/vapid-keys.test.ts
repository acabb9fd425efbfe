import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeVapidKeys } from './data-directory'

// Enough pairs that some private keys begin with zeros.
test('generates matching keys of 32 and 65 bytes', () => {
  for (let index = 0; index < 3_000; index++) {
    const { vapidPublicKey, vapidPrivateKey } = makeVapidKeys()
    const number = Buffer.from(vapidPrivateKey, 'base64url')
    expect(number).toHaveLength(32)
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(number)
    expect(pair.getPublicKey('base64url')).toBe(vapidPublicKey)
  }
})
