import { expect, type Locator, type Page, test } from '@playwright/test'
import { deliveriesOf, openChannels, sendTest, trade } from '@/e2e/support/channels'
import { testAccount } from '@/e2e/support/service-api'
import { channelPorts } from '@/e2e/support/service-environment'
import { startTelegram, type TelegramServer } from '@/lib/testing/channels/telegram-server'

let telegram: TelegramServer
test.beforeAll(async () => {
  telegram = await startTelegram(channelPorts.telegram)
})
test.afterAll(() => telegram.close())

/** A chat not linked by an earlier run. */
const chat = 1_000_000 + (Date.now() % 1_000_000_000)

/** Opens the Telegram dialog; returns it with the token of its link. */
async function requestLink(page: Page): Promise<{ dialog: Locator; token: string }> {
  await page.getByRole('button', { name: 'Add Telegram' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to Telegram' })
  const link = dialog.getByRole('link', { name: 'Open Telegram' })
  const url = new URL((await link.getAttribute('href')) ?? '')
  expect(url.origin + url.pathname).toBe('https://t.me/coincide_test_bot')
  return { dialog, token: url.searchParams.get('start') ?? '' }
}

test('links a chat by a one-time link, notifies it of a trade, relinks it, and unlinks it on /stop', async ({
  page,
  baseURL,
}) => {
  await openChannels(page, 'Demo account 6')
  const { dialog, token } = await requestLink(page)
  await expect(dialog.getByText('Waiting for you to open the chat')).toBeVisible()
  telegram.write(chat, `/start ${token}`)
  await expect.poll(() => telegram.textsTo(chat).length).toBe(1)
  expect(telegram.textsTo(chat)[0]?.toLowerCase()).toContain(testAccount(5).address.toLowerCase())
  // Opening the link is not enough: a third party may have sent it.
  await expect(dialog.getByText('Waiting for you to open the chat')).toBeVisible()
  telegram.press(chat)
  await expect(dialog.getByText(`@ann_${chat} is linked.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  telegram.write(chat + 1, `/start ${token}`)
  await expect.poll(() => telegram.textsTo(chat + 1).join()).toContain('was used already')

  const card = page.getByRole('listitem', { name: `Telegram @ann_${chat}` })
  await expect(card.getByText('On', { exact: true })).toBeVisible()
  await sendTest(card)
  await trade(baseURL ?? '', 5)
  await expect(deliveriesOf(page).getByText('Sent', { exact: true }).first()).toBeVisible()
  await expect.poll(() => telegram.textsTo(chat).join()).toContain('Order filled')

  const again = await requestLink(page)
  telegram.write(chat, `/start ${again.token}`)
  const callsBefore = telegram.calls.length
  await expect
    .poll(() => telegram.calls.slice(callsBefore).map(({ method }) => method))
    .toContain('sendMessage')
  telegram.press(chat)
  await expect(again.dialog.getByText(`@ann_${chat} is linked.`)).toBeVisible()
  await again.dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem', { name: /^Telegram/ })).toHaveCount(1)

  telegram.write(chat, '/stop')
  await expect(page.getByText('No channels yet.')).toBeVisible()
})

test('reports a bot that does not respond and retries', { tag: '@long' }, async ({ page }) => {
  await openChannels(page, 'Demo account 6')
  await page.route('**/api/account/subscriptions*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { message: 'Telegram does not answer' } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Add Telegram' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to Telegram' })
  await expect(dialog.getByText('Could not create the link')).toBeVisible()
  await page.unroute('**/api/account/subscriptions*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('link', { name: 'Open Telegram' })).toBeVisible()
})
