import { expect, type Page, test } from '@playwright/test'
import { approveToken, fund, placeOrder, testAccount } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(1)
const unknown = `0x${'ab'.repeat(32)}`

/** Returns a named fact of the transaction. */
const fact = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Receipt' }).locator('div').filter({ hasText: name }).last()

test('a fill links to its transaction, which links back to the order and its auction', async ({
  page,
  baseURL,
}) => {
  // Used by no other test.
  const account = testAccount(31)
  await fund(baseURL, account.address, 'mainnet')
  const uid = await placeOrder(baseURL ?? '', {
    ...{ network: 'mainnet', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 16n, buyAmount: 10n ** 6n },
  })
  await page.goto(`/orders/${uid}?chain=mainnet`)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await receipt.getByRole('link', { name: /^0x/ }).click({ timeout: 60_000 })

  await expect(page).toHaveURL(/\/tx\/(mainnet|1)\/0x[0-9a-f]{64}$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Settled \d+ orders?$/ })).toBeVisible()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(fact(page, 'Block')).toContainText(/\d/)
  await expect(fact(page, 'Network costs')).toContainText(/ETH<?\$[\d.]+ today/)
  await expect(page.getByRole('link', { name: /^Auction #\d/ })).toBeVisible()
  // The token flows include the owner's payment.
  const owner = page
    .getByRole('list', { name: 'Token transfers' })
    .getByRole('listitem')
    .filter({ hasText: account.address.toLowerCase() })
  await expect(owner.first()).toContainText('−0.01 WETH')
  await expect(owner.first()).toContainText(/\+[\d,.]+ USDC/)
  await page.getByText(/^\d+ events$/).click()
  const events = page.getByRole('list', { name: 'Events' })
  // Orders of other journeys may settle in the same batch.
  await expect(events.getByText('Trade', { exact: true }).first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Order 0x/ })
    .and(page.locator(`[href*="${uid}"]`))
    .click()
  await expect(page).toHaveURL(new RegExp(`/orders/${uid}`))
})

test('an approval shows its allowance and raw data', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const account = testAccount(32)
  await fund(baseURL, account.address, 'mainnet')
  const hash = await approveToken(baseURL ?? '', {
    network: 'mainnet',
    account,
    token: usdToken,
    amount: 120_000_000n,
  })
  await page.goto(`/tx/mainnet/${hash}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Approved 120.00 USDC' })).toBeVisible()
  await page.getByText(/^Call data, 68 bytes$/).click()
  await expect(page.getByText(/^0x095ea7b3/)).toBeVisible()
})

test('an unknown hash offers other networks', async ({ page }) => {
  await page.goto(`/tx/mainnet/${unknown}`)
  await expect(page.getByText('Transaction not found on')).toBeVisible()
  await page.getByRole('link', { name: 'Check Sepolia' }).click()
  await expect(page).toHaveURL(`/tx/sepolia/${unknown}`)
})

test('an invalid hash or network returns 404', async ({ page }) => {
  for (const path of ['/tx/mainnet/0x12', `/tx/nowhere/${unknown}`]) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
  }
})
