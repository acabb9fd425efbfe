// Shows what the service pushes, and a page without a connection. Everything in a message is shown as text; a click opens a
// page of this site only.

const dataOf = (event) => {
  try {
    return event.data?.json() ?? {}
  } catch {
    return {}
  }
}

/** An address of this site, whatever a message says. */
const ownUrl = (path) => {
  const { origin } = self.location
  const url = typeof path === 'string' && URL.canParse(path, origin) && new URL(path, origin)
  return url && url.origin === origin ? url.href : `${origin}/notifications`
}

const textOf = (value, fallback) => (typeof value === 'string' && value !== '' ? value : fallback)

// ---- Without a connection: one page, which the service renders with public data and without a nonce. Nothing else is kept: no
// other page, and no answer of the API.

/** Another number makes browsers drop what older workers kept. */
const cacheName = 'offline-1'
const page = '/offline'
const files = [page, '/offline.css', '/offline.js', '/icon.svg']
const maxBytes = 256 * 1024
/** Age from which the page is fetched again at a navigation. */
const maxAgeMs = 10 * 60_000

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // Requests other than for pages and the files need not wait for this worker, where the browser can be told so.
  const own = files.map((file) => ({ condition: { urlPattern: file }, source: 'fetch-event' }))
  const others = { condition: { not: { requestMode: 'navigate' } }, source: 'network' }
  const routed = Promise.resolve(event.addRoutes?.([...own, others])).catch(() => {})
  event.waitUntil(Promise.all([routed, keepFiles().catch(() => {})]))
})

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

const takeOver = async () => {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  // The browser requests the page while this worker starts.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(navigate(event))
  else if (origin === self.location.origin && files.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => findKept(pathname)))
  }
})

// A setting that the page shows has changed: the network, the theme or the language.
self.addEventListener('message', (event) => {
  if (event.data === 'renew') event.waitUntil(keepFiles().catch(() => {}))
})

const navigate = async (event) => {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(refresh())
    return response
  } catch {
    return findKept(page)
  }
}

const findKept = async (path) => {
  const cache = await caches.open(cacheName)
  return (await cache.match(path)) ?? Response.error()
}

/** Fetches the page again once it is old, with the files of the same deployment. A service without it ends it here too. */
const refresh = async () => {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(page)
  const age = Date.now() - Date.parse(kept?.headers.get('date') ?? '')
  if (!(age < maxAgeMs)) await keepFiles().catch(() => {})
}

/** Keeps all files or, if one of them is not fit for it, none. Fails without a connection. */
const keepFiles = async () => {
  const fetched = await Promise.all(files.map((file) => fetch(file, { cache: 'no-cache' })))
  const isFit = (await Promise.all(fetched.map(isKeepable))).every(Boolean)
  // What the service answers for a moment only, such as 503 during a deployment, changes nothing.
  if (!isFit && fetched.some(({ status }) => status >= 500 || status === 429)) return
  if (!isFit) {
    await caches.delete(cacheName)
    return
  }
  const cache = await caches.open(cacheName)
  await Promise.all(files.map((file, index) => cache.put(file, fetched[index])))
}

/** A nonce is for one view. A redirected answer is another page's, which browsers refuse for a navigation. */
const isKeepable = async (response) => {
  const policy = response.headers.get('content-security-policy') ?? ''
  const text = await response.clone().text()
  const isPage = response.url.endsWith(page)
  const hasNonce = isPage && /nonce/.test(policy + text)
  return response.ok && !response.redirected && !hasNonce && text.length <= maxBytes
}

// ---- Push

self.addEventListener('push', (event) => {
  const { title, body, path, tag, at } = dataOf(event)
  const shown = self.registration.showNotification(textOf(title, 'Coincide'), {
    body: textOf(body, 'Something has happened to your orders.'),
    tag: textOf(tag, 'news'),
    timestamp: typeof at === 'number' ? at : Date.now(),
    icon: '/icon.svg',
    data: { url: ownUrl(path) },
  })
  event.waitUntil(shown)
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(ownUrl(event.notification.data?.url)))
})

/** Brings a tab of ours to the page; opens one when there is none. */
const openPage = async (url) => {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const same = tabs.find((tab) => tab.url === url)
  if (same) return same.focus()
  return self.clients.openWindow(url)
}

// The browser has new keys or another push service: without this its notifications would end.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event))
})

const renew = async ({ oldSubscription, newSubscription }) => {
  if (!oldSubscription) return
  const renewed =
    newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options))
  const old = targetOf(oldSubscription)
  await fetch('/api/account/push-renewal', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      oldEndpoint: old.endpoint,
      oldAuth: old.keys.auth,
      target: targetOf(renewed),
    }),
  })
}

const targetOf = (subscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}
