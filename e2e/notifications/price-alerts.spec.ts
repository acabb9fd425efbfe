import { expect, type Page, test } from '@playwright/test'
import { signIn } from '@/e2e/support/connect-wallet'
import { fetchSettings, testAccount } from '@/e2e/support/service-api'
import { createRpc } from '@/lib/devnet/rpc'
import { listPushablePools, pushPools } from '@/lib/testing/chain/push-pool'

/** A token that no other journey trades. */
const gno = '0x6810e776880c02933d47db1b9fc05908e5386b96'

/** Current price of GNO in US dollars. */
async function priceOf(page: Page): Promise<number> {
  const answer = await page.request.get(`/mainnet/tokens/${gno}/usdPrice`)
  return ((await answer.json()) as { price: number }).price
}

/** Moves the price of all pools of GNO by a factor: the median of the pools is what counts. */
async function movePrice(baseURL: string | undefined, factor: number): Promise<void> {
  const settings = await fetchSettings(baseURL ?? '')
  const mainnet = settings.networks.find(({ name }) => name === 'mainnet')
  const rpc = createRpc(mainnet?.rpcUrl ?? '')
  const pools = (await listPushablePools(rpc)).filter(({ tokens }) => tokens.includes(gno))
  const [first, second] = [true, false].map((isFirst) =>
    pools.filter(({ tokens }) => (tokens[0] === gno) === isFirst),
  )
  await pushPools(rpc, first ?? [], factor)
  await pushPools(rpc, second ?? [], 1 / factor)
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
  await page.goto(`/tokens/mainnet/${gno}`)
  await page.getByRole('link', { name: 'Price alert' }).click()
  await expect(page).toHaveURL(/#alerts$/)
  const field = page.getByLabel('Price', { exact: true })
  await expect(page.getByText(/^Now \$/)).toBeVisible()
  await field.fill('high')
  await expect(page.getByText('Enter a price in US dollars.')).toBeVisible()

  const row = page
    .getByRole('list', { name: 'Price alerts' })
    .getByRole('listitem')
    .filter({ hasText: 'GNO below' })
  const limit = ((await priceOf(page)) * 0.999).toFixed(2)
  await field.fill(limit)
  await page.getByRole('button', { name: /^Alert me when GNO is below \$/ }).click()
  await expect(row).toContainText('Active')

  // The market maker moves the price back within a minute, perhaps before the service reads it.
  await expect(async () => {
    if ((await priceOf(page)) > Number(limit)) await movePrice(baseURL, 0.99)
    await expect(row).toContainText(/Reached .* at \$/, { timeout: 15_000 })
  }).toPass({ timeout: 120_000 })
  await movePrice(baseURL, 1 / 0.99)
  await expect(row.getByRole('button', { name: /^Already at this price|^Set again/ })).toBeVisible()

  await page.getByRole('tab', { name: 'Inbox' }).click()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('checkbox', { name: 'Price alert' }).click()
  await page.keyboard.press('Escape')
  const inbox = page.getByRole('list', { name: 'Notifications' })
  const alert = inbox.getByRole('listitem').filter({ hasText: 'GNO is below' })
  await expect(alert).toHaveCount(1)
  await expect(alert.getByRole('link')).toHaveAttribute('href', `/tokens/1/${gno}`)
  // Nobody else learns of it.
  const { address } = testAccount(2)
  const open = await page.request.get(`/accounts/${address}/notifications?limit=50`)
  expect(await open.text()).not.toContain('price_alert')

  await page.getByRole('tab', { name: 'Price alerts' }).click()
  await row.getByRole('button', { name: /^Remove: GNO below/ }).click()
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
