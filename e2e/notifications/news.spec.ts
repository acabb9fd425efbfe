import { expect, type Page, test } from '@playwright/test'
import { trade } from '@/e2e/support/channels'
import { signIn } from '@/e2e/support/connect-wallet'
import { testAccount } from '@/e2e/support/service-api'

/** Records the title of every toast from now on, on this page and later ones. */
async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  const record = () => {
    const recorded = window as unknown as { toasts: string[] }
    recorded.toasts ??= []
    const known = new WeakSet<Element>()
    const scan = () => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
        if (!known.has(toast)) recorded.toasts.push(toast.textContent ?? '')
        known.add(toast)
      }
    }
    scan()
    new MutationObserver(scan).observe(document, { childList: true, subtree: true })
  }
  await page.addInitScript(record)
  await page.evaluate(record)
  return () => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts)
}

/** Opens an event stream of the account; returns a function that waits for the next notification of an order. */
async function listenFor(page: Page, uid: string): Promise<() => Promise<void>> {
  const stream = await page.evaluateHandle(
    ({ account, order }) =>
      new Promise<{ readonly received: Promise<void> }>((resolve) => {
        const source = new EventSource(`/mainnet/accounts/${account}/events`)
        const received = new Promise<void>((resolveReceived) => {
          source.addEventListener('notification', ({ data }) => {
            if (!String(data).includes(order)) return
            source.close()
            resolveReceived()
          })
        })
        source.addEventListener('open', () => resolve({ received }))
      }),
    { account: testAccount(3).address, order: uid },
  )
  return () => stream.evaluate(({ received }) => received)
}

test('shows one toast per event, not again when marked unread or after a reload', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await signIn(page, 'Demo account 4')
  // With its rows out of view, the inbox marks none of them as read by itself.
  await page.setViewportSize({ width: 1280, height: 240 })
  const toasts = await recordToasts(page)
  const uid = await trade(baseURL ?? '', 3)
  const titles = async () => (await toasts()).map((text) => /Filled|Surplus/.exec(text)?.[0])
  await expect.poll(titles).toEqual(expect.arrayContaining(['Filled', 'Surplus']))
  await expect(page.locator(`[data-row] a[href^="/orders/${uid}"]`)).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  const again = await listenFor(page, uid)
  await page.getByRole('button', { name: 'Undo' }).click()
  await again()
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeVisible()
  expect((await titles()).sort()).toEqual(['Filled', 'Surplus'])

  await page.reload()
  await expect(page.locator(`[data-row] a[href^="/orders/${uid}"]`)).toHaveCount(2)
  expect(await toasts()).toEqual([])
  await trade(baseURL ?? '', 3)
  await expect.poll(titles).toEqual(expect.arrayContaining(['Filled', 'Surplus']))
  expect(await titles()).toHaveLength(2)
})

test('opening the inbox page requests the inbox once', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'Demo account 4')
  const inbox = page.url()
  // Exclude requests still in flight from the sign-in page.
  await page.goto('about:blank')
  const read: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/account/inbox?')) read.push(request.url())
  })
  const streaming = page.waitForResponse((response) => response.url().endsWith('/events'))
  await page.goto(inbox)
  await streaming
  await expect(page.getByRole('tab', { name: 'Inbox' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter' })).toBeVisible()
  await page.waitForLoadState('load')
  await expect(page.getByRole('status', { name: 'Loading notifications' })).toBeHidden()
  // Any further request would have started by now: the badge's on load, the stream's on its first event.
  await page.waitForTimeout(1_500)
  expect(read).toHaveLength(1)
})
