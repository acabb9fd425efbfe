import { expect, type Page, test } from '@playwright/test'
import { signIn } from '@/e2e/support/connect-wallet'
import { placeOrder, testAccount } from '@/e2e/support/service-api'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/** Current price of WETH in US dollars. */
async function priceOf(page: Page): Promise<number> {
  const answer = await page.request.get(`/mainnet/tokens/${weth}/usdPrice`)
  return ((await answer.json()) as { price: number }).price
}

/** Removes the alerts of earlier runs, of which an account has a limited number. */
async function clearAlerts(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'Delete all my data' }).click()
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByText('Your data was deleted').first()).toBeVisible()
}

test('an alert is set on a token’s page, fires once, and arrives in the inbox', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await signIn(page, 'Demo account 3')
  await clearAlerts(page)
  await page.goto(`/tokens/mainnet/${weth}`)
  await page.getByRole('link', { name: 'Price alert' }).click()
  await expect(page).toHaveURL(/#alerts$/)
  const field = page.getByLabel('Price', { exact: true })
  await expect(page.getByText(/^Now \$/)).toBeVisible()
  await field.fill('high')
  await expect(page.getByText('Enter a price in US dollars.')).toBeVisible()

  // The market stands still but for trades: a sale of this size moves all deep pools by more than that. Since trades of other
  // journeys move the price as well, each attempt sets the alert below the price of its moment.
  const alerts = page.getByRole('list', { name: 'Price alerts' }).getByRole('listitem')
  const set = page.getByRole('button', { name: /^Alert me when WETH is below \$/ })
  const remove = page.getByRole('button', { name: /^Remove: WETH below/ })
  let limit = ''
  await expect(async () => {
    if (await remove.isVisible()) await remove.click()
    await expect(alerts).toHaveCount(0)
    await field.fill(((await priceOf(page)) * 0.99998).toFixed(2))
    limit = /\$[\d,.]+\d/.exec((await set.textContent()) ?? '')?.[0] ?? ''
    await set.click()
    await expect(alerts).toContainText('Waiting', { timeout: 3_000 })
    await placeOrder(baseURL ?? '', {
      ...{ network: 'mainnet', account: testAccount(2), sellToken: weth, buyToken: usdc },
      ...{ sellAmount: 5n * 10n ** 18n, buyAmount: 1n },
    })
    await expect(alerts).toContainText(/Reached .* at \$/, { timeout: 30_000 })
  }).toPass({ timeout: 150_000 })
  const row = alerts.filter({ hasText: `WETH below ${limit}` })
  await expect(row.getByRole('button', { name: /^Price still reached|^Set again/ })).toBeVisible()

  await page.getByRole('tab', { name: 'Inbox' }).click()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('checkbox', { name: 'Price alert' }).click()
  await page.keyboard.press('Escape')
  const told = page.getByRole('listitem').filter({ hasText: `Price alert: WETH is below ${limit}` })
  await expect(told).toHaveCount(1)
  await expect(told.getByRole('link')).toHaveAttribute('href', `/tokens/1/${weth}`)
  // Nobody else learns of it.
  const { address } = testAccount(2)
  const open = await page.request.get(`/accounts/${address}/notifications?limit=50`)
  expect(await open.text()).not.toContain('price_alert')

  await page.getByRole('tab', { name: 'Price alerts' }).click()
  await remove.click()
  await expect(page.getByText('No price alerts')).toBeVisible()
})

test('what channels receive is chosen before one is added', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'Demo account 3')
  await clearAlerts(page)
  const types = page.getByRole('group', { name: 'What new channels receive' })
  await types.getByRole('checkbox', { name: 'Expired' }).click()
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('subscriptions')),
    (async () => {
      await page.getByLabel('Server URL').fill('https://example.org/hook')
      await page.getByRole('button', { name: 'Add webhook', exact: true }).click()
    })(),
  ])
  const { types: sent } = request.postDataJSON() as { types: readonly string[] }
  expect(sent).toContain('price_alert')
  expect(sent).not.toContain('order_expired')
  await page.reload()
  await expect(types.getByRole('checkbox', { name: 'Expired' })).not.toBeChecked()
})
