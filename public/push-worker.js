// Shows what the service pushes. Everything in a message is shown as text; a click opens a page of this site only.

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

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

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
