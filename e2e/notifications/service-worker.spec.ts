import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { build } from 'esbuild'

// The browser cannot reach a push service here, so `subscribe` is stubbed and the message is delivered through the
// DevTools protocol as a push service would.
const subscribeStub = `PushManager.prototype.subscribe = async function (options) {
  window.requested = { ...options, key: new Uint8Array(options.applicationServerKey).length }
  return { toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }) }
}`

test.use({ serviceWorkers: 'allow' })

test('asks for permission only after a click and shows messages as plain text', async ({
  browser,
}) => {
  const bundled = await build({
    entryPoints: ['lib/client/web-push.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'push',
  })
  const files: Record<string, readonly [string, string]> = {
    '/': ['text/html', `<script>${bundled.outputFiles[0]?.text};${subscribeStub}</script>`],
    '/service-worker.js': ['text/javascript', readFileSync('public/service-worker.js', 'utf8')],
  }
  const server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': type }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const active = versions.find(({ status }) => status === 'activated')
        if (active) resolve(active.registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    await page.goto(origin)
    const state = () => page.evaluate('push.findPushState()')
    expect(await state()).toBe('off')
    expect(await page.evaluate("push.enablePush('AQAB')")).toMatchObject({ kind: /den|dis/ })
    await context.grantPermissions(['notifications'], { origin })
    expect(await page.evaluate("push.enablePush('AQAB')")).toEqual({
      kind: 'on',
      target: { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } },
    })
    expect(await page.evaluate('requested')).toMatchObject({ userVisibleOnly: true, key: 3 })
    const data = JSON.stringify({
      title: '<b>t</b>',
      body: 'b',
      path: '/orders/0xab',
      tag: 'x',
      at: 5,
    })
    const registrationId = await registered
    const shown = async () => {
      // A stopping worker loses the message. However often it is sent, its tag makes it one notification.
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      return page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const notifications = await registration.getNotifications()
        return notifications.map(({ title, body, tag, data: behind }) => ({
          title,
          body,
          tag,
          behind,
        }))
      })
    }
    await expect
      .poll(shown)
      .toEqual([
        { title: '<b>t</b>', body: 'b', tag: 'x', behind: { url: `${origin}/orders/0xab` } },
      ])
  } finally {
    await context.close()
    server.close()
  }
})
