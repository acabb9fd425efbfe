import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import { hostileTexts } from '@/lib/testing/hostile-texts'

const origin = 'https://trade.example'
const source = readFileSync('public/service-worker.js', 'utf8')

type Shown = { readonly title: string; readonly options: Record<string, unknown> }
type Tab = { readonly url: string; readonly focus: () => string }
type Fetched = { readonly path: string; readonly init: RequestInit }

let listeners: Map<string, (event: unknown) => void>
let shown: Shown[]
let opened: string[]
let tabs: Tab[]
let fetched: Fetched[]

/** The service worker globals that our worker uses. */
beforeEach(() => {
  listeners = new Map()
  shown = []
  opened = []
  tabs = []
  fetched = []
  const self = {
    location: { origin },
    addEventListener: (name: string, listener: (event: unknown) => void) =>
      listeners.set(name, listener),
    skipWaiting: () => {},
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(tabs),
      openWindow: (url: string) => Promise.resolve(opened.push(url)),
    },
    registration: {
      showNotification: (title: string, options: Shown['options']) =>
        Promise.resolve(shown.push({ title, options })),
      pushManager: {
        subscribe: (options: unknown) => Promise.resolve(subscription('new', options)),
      },
    },
  }
  const fetch = (path: string, init: RequestInit) => Promise.resolve(fetched.push({ path, init }))
  runInContext(source, createContext({ self, URL, fetch }))
})

const subscription = (name: string, options: unknown = {}) => ({
  endpoint: `https://push.example/${name}`,
  options,
  toJSON: () => ({
    endpoint: `https://push.example/${name}`,
    keys: { p256dh: 'p', auth: 'a', more: 'x' },
    expirationTime: null,
  }),
})

async function fire(name: string, event: object): Promise<void> {
  const waits: Promise<unknown>[] = []
  const waitUntil = (wait: Promise<unknown>) => waits.push(wait)
  listeners.get(name)?.({ ...event, waitUntil })
  await Promise.all(waits)
}
const push = (data: unknown) => fire('push', { data: { json: () => data } })
const click = (url: unknown) =>
  fire('notificationclick', { notification: { close: () => {}, data: { url } } })

describe('a push message', () => {
  test('is shown with a link to its order', async () => {
    const facts = { title: 'Order filled', body: 'Sold 1 WETH', tag: 'a', at: 5 }
    await push({ ...facts, path: '/orders/0xab?chain=1' })
    expect(shown).toEqual([
      {
        title: 'Order filled',
        options: {
          body: 'Sold 1 WETH',
          tag: 'a',
          timestamp: 5,
          icon: '/icon.svg',
          data: { url: `${origin}/orders/0xab?chain=1` },
        },
      },
    ])
  })

  test.each([null, 'text', 7, [], {}, { title: 1, body: {}, tag: null, path: 3, at: 'x' }])(
    'of another shape (%j) shows a generic notification, since browsers penalise silent pushes',
    async (data) => {
      await push(data)
      expect(shown).toHaveLength(1)
      expect(shown[0]).toMatchObject({ title: 'Coincide', options: { tag: 'news' } })
    },
  )

  test('that is empty or not JSON shows a generic notification', async () => {
    const json = () => {
      throw new SyntaxError('no JSON')
    }
    await fire('push', { data: { json } })
    await fire('push', { data: null })
    expect(shown.map(({ title }) => title)).toEqual(['Coincide', 'Coincide'])
  })

  test('never links to another site', async () => {
    const others = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/.//evil.example',
    ]
    for (const path of [...others, ...hostileTexts]) {
      await push({ title: 't', path })
      await click(path)
    }
    for (const { options } of shown) {
      expect(new URL((options.data as { url: string }).url).origin).toBe(origin)
    }
    for (const url of opened) expect(new URL(url).origin).toBe(origin)
    expect(opened).toHaveLength(others.length + hostileTexts.length)
  })
})

describe('a click on a notification', () => {
  test('focuses the tab that shows the page', async () => {
    const focused: string[] = []
    const tab = (url: string) => ({ url, focus: () => String(focused.push(url)) })
    tabs = [tab(`${origin}/`), tab(`${origin}/orders/0xab?chain=1`)]
    await click('/orders/0xab?chain=1')
    expect(focused).toEqual([`${origin}/orders/0xab?chain=1`])
    expect(opened).toEqual([])
  })

  test('opens the page if no tab shows it', async () => {
    await click('/orders/0xab?chain=1')
    expect(opened).toEqual([`${origin}/orders/0xab?chain=1`])
  })
})

describe('a changed push subscription', () => {
  const sent = () => fetched.map(({ path, init }) => [path, JSON.parse(String(init.body))])
  const renewal = (name: string) => [
    '/api/account/push-renewal',
    {
      oldEndpoint: 'https://push.example/old',
      oldAuth: 'a',
      target: { endpoint: `https://push.example/${name}`, keys: { p256dh: 'p', auth: 'a' } },
    },
  ]

  test('is reported if the browser provides the new one', async () => {
    const newSubscription = subscription('given')
    await fire('pushsubscriptionchange', { oldSubscription: subscription('old'), newSubscription })
    expect(sent()).toEqual([renewal('given')])
  })

  test('is renewed and reported if the browser does not provide it', async () => {
    await fire('pushsubscriptionchange', { oldSubscription: subscription('old') })
    expect(sent()).toEqual([renewal('new')])
  })

  test('is not reported without the old one', async () => {
    await fire('pushsubscriptionchange', { oldSubscription: null })
    expect(sent()).toEqual([])
  })
})
