import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserLabel, forgetPushChannel, rememberPushChannel } from './web-push'

// The rest needs a browser: e2e/notifications/service-worker.spec.ts.

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['something else', 'Browser'],
])('%s is named %s', (userAgent, label) => {
  expect(browserLabel(userAgent)).toBe(label)
})

describe('push channels of this browser', () => {
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

  test('the subscription is cancelled with the last channel', async () => {
    for (const id of ['a', 'b', 'a']) rememberPushChannel(id)
    await forgetPushChannel('of another browser')
    await forgetPushChannel('a')
    expect(ended).toBe(0)
    await forgetPushChannel('b')
    await forgetPushChannel('b')
    expect(ended).toBe(1)
  })

  test('without storage, channels are remembered as long as the page', async () => {
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
})
