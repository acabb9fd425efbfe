import { type BrowserContext, type CDPSession, expect, type Page, test } from '@playwright/test'
import { openChannels, sendTest, trade } from '@/e2e/support/channels'
import { channelPorts } from '@/e2e/support/service-environment'
import { type PushService, startPushService } from '@/lib/testing/channels/push-service'

test.use({ serviceWorkers: 'allow' })

let push: PushService
test.beforeAll(async () => {
  push = await startPushService(channelPorts.push)
})
test.afterAll(() => push.close())

/**
 * Stubs `PushManager.subscribe` with the endpoint and keys of the test's push service, because Chromium cannot reach a
 * real one here. `deliver` passes the decrypted messages to the browser. Everything else is real.
 */
async function stubPushManager(page: Page): Promise<void> {
  await page.addInitScript((subscription) => {
    const counted = window as unknown as { prompts: number }
    counted.prompts = 0
    const request = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = () => {
      counted.prompts += 1
      return request()
    }
    PushManager.prototype.subscribe = async (options) => {
      const key = new Uint8Array(options?.applicationServerKey as ArrayBuffer)
      if (!options?.userVisibleOnly || key.length !== 65) throw new Error('no such options')
      return { ...subscription, toJSON: () => subscription } as unknown as PushSubscription
    }
  }, push.subscription)
}

const countPrompts = (page: Page) =>
  page.evaluate(() => (window as unknown as { prompts: number }).prompts)

/** Tracks the page's service worker; returns a function that delivers a push message to it. */
async function openDevtools(context: BrowserContext, page: Page) {
  const devtools: CDPSession = await context.newCDPSession(page)
  let registrationId = ''
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    registrationId =
      versions.find(({ status }) => status === 'activated')?.registrationId ?? registrationId
  })
  await devtools.send('ServiceWorker.enable')
  return async (data: string) => {
    const origin = new URL(page.url()).origin
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, url: String(data.url) }))
  })

test('requests permission only after a click, shows a trade’s notification, and is removed', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['notifications'])
  await stubPushManager(page)
  const deliver = await openDevtools(context, page)
  await openChannels(page, 'Demo account 8')
  await page.getByRole('button', { name: 'Add Browser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to this browser' })
  await expect(dialog.getByRole('button', { name: 'Ask for permission' })).toBeVisible()
  expect(await countPrompts(page)).toBe(0)
  await dialog.getByRole('button', { name: 'Ask for permission' }).click()
  await expect(dialog).toBeHidden()
  expect(await countPrompts(page)).toBe(1)

  const card = page.getByRole('listitem', { name: /^Browser .+ on / })
  await expect(card.getByText('On', { exact: true })).toBeVisible()
  await sendTest(card)
  const uid = await trade(baseURL ?? '', 7)
  await expect.poll(() => push.messages.map(({ text }) => text).join()).toContain(uid)
  const message = push.messages.find(({ text }) => text.includes(uid))
  expect(message?.claims).toMatchObject({ aud: `http://${push.host}` })
  const shown = { title: expect.any(String), url: expect.stringContaining(`/orders/${uid}`) }
  // Push services redeliver unacknowledged messages; the notification is shown once.
  await expect(async () => {
    await deliver(message?.text ?? '')
    await expect.poll(() => shownIn(page), { timeout: 5_000 }).toMatchObject([shown])
  }).toPass()
  await expect(card.getByText(/Last sent/)).toBeVisible()

  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No channels yet.')).toBeVisible()
})

test('reports a push service that does not respond', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError'))
  })
  await openChannels(page, 'Demo account 8')
  await page.getByRole('button', { name: 'Add Browser' }).click()
  await page.getByRole('button', { name: 'Ask for permission' }).click()
  await expect(page.getByText('Your browser’s push service did not respond.')).toBeVisible()
})
