import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPushChannel, rememberPushChannel } from './push-channels'

let ended: number

/** The browser's push subscription. */
beforeEach(() => {
  ended = 0
  const kept = new Map<string, string>()
  const unsubscribe = () => Promise.resolve(ended++)
  const getSubscription = () => Promise.resolve({ unsubscribe })
  const serviceWorker = {
    getRegistration: () => Promise.resolve({ pushManager: { getSubscription } }),
  }
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a browser is pushed to until its last channel is removed', async () => {
  for (const id of ['a', 'b', 'a']) rememberPushChannel(id)
  await forgetPushChannel('of another browser')
  await forgetPushChannel('a')
  expect(ended).toBe(0)
  await forgetPushChannel('b')
  await forgetPushChannel('b')
  expect(ended).toBe(1)
})

test('a page whose storage is closed remembers for as long as it lasts', async () => {
  const closed = () => {
    throw new DOMException('closed')
  }
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed })
  await forgetPushChannel('a')
  expect(ended).toBe(0)
  rememberPushChannel('a')
  await forgetPushChannel('a')
  expect(ended).toBe(1)
})
