import { expect, type Page, test } from '@playwright/test'
import { trade } from './channels'
import { testAccount } from './place-order'
import { signIn } from './sign-in'

/** Notes the title of every toast that is shown from now on, on this page and those after it. */
async function noteToasts(page: Page): Promise<() => Promise<string[]>> {
  const note = () => {
    const noted = window as unknown as { toasts: string[] }
    noted.toasts ??= []
    const seen = new WeakSet<Element>()
    const look = () => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
        if (!seen.has(toast)) noted.toasts.push(toast.textContent ?? '')
        seen.add(toast)
      }
    }
    look()
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  }
  await page.addInitScript(note)
  await page.evaluate(note)
  return () => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts)
}

/** Opens a stream of the account's own; gives how to wait for what it tells of an order from then on. */
async function listenFor(page: Page, uid: string): Promise<() => Promise<void>> {
  const stream = await page.evaluateHandle(
    ({ account, order }) =>
      new Promise<{ readonly told: Promise<void> }>((resolve) => {
        const source = new EventSource(`/mainnet/accounts/${account}/events`)
        const told = new Promise<void>((tell) => {
          source.addEventListener('notification', ({ data }) => {
            if (!String(data).includes(order)) return
            source.close()
            tell()
          })
        })
        source.addEventListener('open', () => resolve({ told }))
      }),
    { account: testAccount(3).address, order: uid },
  )
  return () => stream.evaluate(({ told }) => told)
}

test('a trade is told by one toast: not again once it is unread again, or the page is loaded anew', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'Demo account 4')
  const toasts = await noteToasts(page)
  const uid = await trade(baseURL ?? '', 3)
  const told = async () => (await toasts()).map((text) => /Filled|Better price/.exec(text)?.[0])
  await expect.poll(told).toEqual(expect.arrayContaining(['Filled', 'Better price']))
  await expect(page.locator(`[data-row][href^="/orders/${uid}"]`)).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  const again = await listenFor(page, uid)
  await page.getByRole('button', { name: 'Undo' }).click()
  await again()
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeVisible()
  expect((await told()).sort()).toEqual(['Better price', 'Filled'])

  await page.reload()
  await expect(page.locator(`[data-row][href^="/orders/${uid}"]`)).toHaveCount(2)
  expect(await toasts()).toEqual([])
  await trade(baseURL ?? '', 3)
  await expect.poll(told).toEqual(expect.arrayContaining(['Filled', 'Better price']))
  expect(await told()).toHaveLength(2)
})

test('the inbox is read once when its page is opened', async ({ page }) => {
  await signIn(page, 'Demo account 4')
  const inbox = page.url()
  // What the page of the sign-in still asks for is not counted.
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
  // What else would ask has begun by now: the badge with the page, the stream with its first event.
  await page.waitForTimeout(1_500)
  expect(read).toHaveLength(1)
})
