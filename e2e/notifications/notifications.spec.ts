import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '@/e2e/support/accessibility'
import { deliveriesOf, openChannels, sendTest, trade } from '@/e2e/support/channels'
import { signIn } from '@/e2e/support/connect-wallet'
import { startReceiver, type WebhookReceiver } from '@/e2e/support/webhook-receiver'

let receiver: WebhookReceiver
test.beforeAll(async () => {
  receiver = await startReceiver()
})
test.afterAll(() => receiver.close())

/** Adds a webhook to the test receiver; returns its signing secret. */
async function addWebhook(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  await page.getByLabel('Server URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Add webhook', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Webhook added' })
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have copied the secret' }).click()
  return secret.trim()
}

/** Rows of the inbox about an order. */
const rowsOf = (page: Page, uid: string) =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href^="/orders/${uid}"]`) })

/** Stubs `document.hidden`: visible rows are marked read only while the page is in the foreground. */
const lookAway = (page: Page, isAway: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  }, isAway)

test('notifies of a trade by toast, inbox, header badge and webhook', async ({ page, baseURL }) => {
  await openChannels(page, 'Demo account 5')
  const secret = await addWebhook(page)
  const card = page.getByRole('listitem', { name: /^Webhook 127/ })
  await expect(card.getByText('On', { exact: true })).toBeVisible()
  await sendTest(card)
  expect(receiver.verified(secret)).toMatchObject([{ data: { metadata: { test: true } } }])

  const uid = await trade(baseURL ?? '', 4)
  const toast = page.getByRole('region', { name: /^Messages/ }).getByText('Filled', { exact: true })
  await expect(toast).toBeVisible()
  await expect(page.getByLabel(/^Notifications, \d+ unread$/).first()).toBeAttached()
  await expect(page).toHaveTitle(/^\(\d+\) Inbox/)

  // The delivery is recorded and its request was signed.
  const deliveries = deliveriesOf(page)
  await expect(deliveries.getByText('Sent', { exact: true }).first()).toBeVisible()
  await expect(card.getByText(/Last sent/)).toBeVisible()
  const filled = receiver.verified(secret).filter(({ type }) => type === 'order_filled')
  expect(filled.at(-1)).toMatchObject({ data: { metadata: { orderId: uid } } })

  await lookAway(page, true)
  await page.getByRole('tab', { name: 'Inbox' }).click()
  const ofTrade = rowsOf(page, uid)
  const row = ofTrade.filter({ hasText: 'Filled' })
  await expect(row).toContainText('New')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/orders/${uid}`))
  // The better-price notification is still unread, also on pages without a wallet.
  await expect(page.getByLabel(/^Notifications, \d+ unread$/).first()).toBeAttached()
  await page.goBack()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('New')
  const better = ofTrade.filter({ hasNotText: 'Filled' })
  await expect(better).toContainText('New')
  await lookAway(page, false)
  await expect(better).not.toContainText('New')
})

test('reports a failing webhook, which can be disabled and removed', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await openChannels(page, 'Demo account 5')
  await addWebhook(page)
  const card = page.getByRole('listitem', { name: /^Webhook 127/ })
  receiver.answerWith(500)
  await card.getByRole('button', { name: 'Send a test' }).click()
  await expect(card.getByText(/The test failed: .*500/)).toBeVisible()
  await trade(baseURL ?? '', 4)
  const deliveries = deliveriesOf(page)
  const again = deliveries
    .getByText(/^Next try .*, after .* attempts?: it responded with 500$/)
    .first()
  await expect(again).toBeVisible()
  await expect(card.getByText('Failing', { exact: true })).toBeVisible()
  await expect(card.getByText(/^Not responding since .*: it responded with 500\./)).toBeVisible()

  // After two attempts the next retry is minutes away: send it manually instead.
  const twice = deliveries.getByRole('listitem').filter({ hasText: ', after 2 attempts: ' }).first()
  await expect(twice).toBeVisible()
  const message = (await twice.getByRole('paragraph').first().textContent()) ?? ''
  receiver.answerWith(200)
  const delivery = deliveries.getByRole('listitem').filter({ hasText: message })
  const tryNow = delivery.getByRole('button', { name: 'Try now' })
  // Manual sends are limited to one per ten seconds, the test included.
  await expect(async () => {
    if (await tryNow.isVisible()) await tryNow.click()
    await expect(delivery.getByText('Sent', { exact: true })).toBeVisible({ timeout: 4_000 })
  }).toPass()

  await card.getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByText('Turned off by you')).toBeVisible()
  await card.getByText('Settings').click()
  await card.getByRole('checkbox', { name: 'Expired' }).click()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved.')).toBeVisible()
  await card.getByRole('button', { name: 'Create a new secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create a new secret' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  // The secret is shown only once.
  await page.keyboard.press('Escape')
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await dialog.getByRole('button', { name: 'I have copied the secret' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(card.getByText('The old secret also signs until')).toBeAttached()
  await card.getByText('Settings').click()
  await expect(card.getByRole('checkbox', { name: 'Expired' })).not.toBeChecked()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as JSON' }).click()
  expect((await download).suggestedFilename()).toBe('coincide-notifications.json')
  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No channels yet.')).toBeVisible()
})

test('the inbox is usable by keyboard only', { tag: '@long' }, async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    // A hidden page does not mark visible rows as read.
    Object.defineProperty(document, 'hidden', { get: () => true })
  })
  await signIn(page, 'Demo account 4')
  const uid = await trade(baseURL ?? '', 3)
  const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  const links = rows.getByRole('link')
  const ofTrade = rowsOf(page, uid)
  await expect(ofTrade).toHaveCount(2)
  const actions = page.getByRole('button', { name: `${uid.slice(0, 6)}…${uid.slice(-4)}` })
  await expect(actions).toHaveCount(2)
  await actions.first().press('Enter')
  await page.getByRole('button', { name: 'Only notifications about this order' }).press('Enter')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: /remove this filter/ }).press('Enter')
  const unread = page.getByText(/^\d+ unread$/)
  const before = Number.parseInt((await unread.textContent()) ?? '', 10)

  await links.first().focus()
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('m')
  await expect(rows.first()).not.toContainText('New')
  await expect(links.first()).toBeFocused()
  await expect(unread).toHaveText(`${before - 1} unread`)

  await page.getByRole('button', { name: 'Mark all read' }).press('Enter')
  await expect(page.getByText('All marked as read.')).toBeVisible()
  await expect(rows.nth(1)).not.toContainText('New')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(rows.nth(1)).toContainText('New')
  await expect(rows.first()).not.toContainText('New')

  await page.getByRole('button', { name: 'Unread', exact: true }).press('Enter')
  await expect(ofTrade).toHaveCount(1)
  await expect(page).toHaveURL(/read=no/)
  await page.reload()
  await expect(ofTrade).toHaveCount(1)
  await links.first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/orders/${uid}`))
})

test('inbox and channels are accessible in both themes at every width', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await openChannels(page, 'Demo account 5')
  await addWebhook(page)
  await trade(baseURL ?? '', 4)
  await expect(deliveriesOf(page)).toBeVisible()
  const card = page.getByRole('listitem', { name: /^Webhook 127/ })
  await card.getByText('Settings').click()
  for (const tab of ['Inbox', 'Price alerts', 'Channels']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectAccessibleEverywhere(page, tab)
  }
})
