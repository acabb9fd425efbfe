import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

const origin = 'https://trade.example'
const source = readFileSync('public/service-worker.js', 'utf8')
const files = ['/offline', '/offline.css', '/offline.js', '/icon.svg']

type Answer = {
  readonly status?: number
  readonly text?: string
  readonly policy?: string
  readonly redirected?: boolean
}

let listeners: Map<string, (event: unknown) => void>
let kept: Map<string, Map<string, Fake>>
let answers: Record<string, Answer>
let fetched: string[]
let isOnline: boolean
let nowMs: number
let preload: boolean

type Fake = ReturnType<typeof fakeResponse>

function fakeResponse(
  path: string,
  { status = 200, text = path, policy = "script-src 'self'", redirected = false }: Answer,
) {
  const headers = new Map([
    ['content-security-policy', policy],
    ['date', new Date(nowMs).toUTCString()],
  ])
  const response = {
    ...{ status, redirected, url: `${origin}${path}`, ok: status < 400 },
    headers: { get: (name: string) => headers.get(name) ?? null },
    text: async () => text,
    clone: () => response,
  }
  return response
}

/** The service worker globals that the offline part uses. */
beforeEach(() => {
  listeners = new Map()
  kept = new Map()
  answers = {}
  fetched = []
  isOnline = true
  nowMs = Date.UTC(2026, 10, 27, 9)
  preload = false
  const open = async (name: string) => {
    const cache = kept.get(name) ?? new Map<string, Fake>()
    kept.set(name, cache)
    return {
      match: async (path: string) => cache.get(path),
      put: async (path: string, response: Fake) => void cache.set(path, response),
    }
  }
  const globals = {
    ...{ URL, Promise },
    Date: { now: () => nowMs, parse: Date.parse },
    Response: { error: () => 'network error' },
    caches: {
      open,
      keys: async () => [...kept.keys()],
      delete: async (name: string) => kept.delete(name),
    },
    fetch: async (request: string | { readonly url: string }) => {
      const path = typeof request === 'string' ? request : request.url.slice(origin.length)
      fetched.push(path)
      if (!isOnline) throw new TypeError('Failed to fetch')
      return fakeResponse(path, answers[path] ?? {})
    },
    self: {
      location: { origin },
      addEventListener: (name: string, listener: (event: unknown) => void) =>
        listeners.set(name, listener),
      skipWaiting: () => {},
      clients: { claim: async () => {} },
      registration: {
        navigationPreload: {
          enable: async () => {
            preload = true
          },
        },
      },
    },
  }
  runInContext(source, createContext(globals))
})

async function fire(name: string, more: object = {}): Promise<unknown> {
  const waits: Promise<unknown>[] = []
  let response: Promise<unknown> | undefined
  listeners.get(name)?.({
    ...more,
    waitUntil: (wait: Promise<unknown>) => waits.push(wait),
    respondWith: (answer: Promise<unknown>) => {
      response = answer
    },
  })
  const answer = await response
  await Promise.all(waits)
  return answer
}

const get = (path: string, mode = 'navigate', more: object = {}) =>
  fire('fetch', { request: { method: 'GET', url: `${origin}${path}`, mode }, ...more })
const keptPaths = () => [...kept.values()].flatMap((cache) => [...cache.keys()])
const textOf = (answer: unknown) => (answer as Fake).text()

test('keeps the offline page and its files, and nothing else', async () => {
  await fire('install')
  expect(keptPaths()).toEqual(files)
  await get('/orders')
  await get('/api/account/sessions', 'cors')
  await get('/accounts/0x1/notifications', 'cors')
  expect(keptPaths()).toEqual(files)
})

test('takes the navigations and its own files only, where browsers can be told so', async () => {
  const routes: { condition: { urlPattern?: string }; source: string }[] = []
  const addRoutes = async (rules: typeof routes) => void routes.push(...rules)
  await fire('install', { addRoutes })
  expect(routes.map(({ condition, source }) => [source, condition.urlPattern])).toEqual([
    ...files.map((file) => ['fetch-event', file]),
    ['network', undefined],
  ])
})

test('answers a navigation by the network, and by the kept page without one', async () => {
  await fire('install')
  expect(await textOf(await get('/orders'))).toBe('/orders')
  isOnline = false
  expect(await textOf(await get('/orders?tab=all'))).toBe('/offline')
  expect(await textOf(await get('/offline.css', 'no-cors'))).toBe('/offline.css')
})

test('passes on errors of the service, and leaves requests of pages to the browser', async () => {
  await fire('install')
  answers = { '/orders': { status: 503 } }
  expect(await get('/orders')).toMatchObject({ status: 503 })
  const before = fetched.length
  expect(await get('/mainnet/api/v1/orders', 'cors')).toBeUndefined()
  expect(
    await fire('fetch', { request: { method: 'POST', url: `${origin}/`, mode: 'navigate' } }),
  ).toBeUndefined()
  expect(fetched).toHaveLength(before)
})

test('uses the answer that the browser requested while the worker started', async () => {
  await fire('activate')
  expect(preload).toBe(true)
  const preloadResponse = Promise.resolve(fakeResponse('/orders', { text: 'preloaded' }))
  expect(await textOf(await get('/orders', 'navigate', { preloadResponse }))).toBe('preloaded')
})

test('without anything kept, the browser shows its own error', async () => {
  isOnline = false
  await fire('install')
  expect(await get('/')).toBe('network error')
})

test.each([
  ['a nonce in its policy', { policy: "script-src 'nonce-abc'" }],
  ['a nonce in its text', { text: '<script nonce="abc">' }],
  ['more than 256 KB', { text: 'x'.repeat(300_000) }],
  ['the status 404', { status: 404 }],
  ['a redirect behind it', { redirected: true }],
])('keeps no page with %s, and drops the one it had', async (_, answer) => {
  await fire('install')
  answers = { '/offline': answer }
  nowMs += 11 * 60_000
  await get('/')
  expect(keptPaths()).toEqual([])
})

test('a navigation renews a page that is older than ten minutes', async () => {
  await fire('install')
  answers = { '/offline': { text: 'newer' } }
  nowMs += 9 * 60_000
  await get('/')
  isOnline = false
  expect(await textOf(await get('/'))).toBe('/offline')
  isOnline = true
  nowMs += 2 * 60_000
  await get('/')
  isOnline = false
  expect(await textOf(await get('/'))).toBe('newer')
})

test('a changed setting renews the page at once, unless there is no connection', async () => {
  await fire('install')
  answers = { '/offline': { text: 'dark' } }
  await fire('message', { data: 'something else' })
  await fire('message', { data: 'renew' })
  isOnline = false
  await fire('message', { data: 'renew' })
  expect(await textOf(await get('/'))).toBe('dark')
})

test('a service that is down for a moment, or a lost connection, leaves the page as it was', async () => {
  await fire('install')
  nowMs += 11 * 60_000
  for (const status of [429, 500, 503]) {
    answers = { '/offline': { status } }
    await get('/')
    expect(keptPaths()).toEqual(files)
  }
  isOnline = false
  await get('/')
  expect(keptPaths()).toEqual(files)
})

test('a newer worker drops what older ones kept', async () => {
  kept.set('offline-0', new Map([['/offline', fakeResponse('/offline', {})]]))
  await fire('install')
  await fire('activate')
  expect([...kept.keys()]).toEqual(['offline-1'])
  expect(keptPaths()).toEqual(files)
})
