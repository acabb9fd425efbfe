import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { recentOrders } from '@/e2e/support/recent-orders'
import { placeOrder } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)

/** Stays open: no solver meets this limit for 0.01 WETH. */
const farFromMarket = {
  ...{ network: 'sepolia', sellToken: wrappedNative, buyToken: usdToken },
  ...{ sellAmount: 10n ** 16n, buyAmount: 900_000n * 10n ** 6n },
}

const slips = (page: Page) => recentOrders(page)

test('restores a slip after a reload, from signed to filled', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await expect(page.getByRole('heading', { name: 'How an order is settled' })).toBeVisible()
  await connectWallet(page, 'Test wallet')
  await expect(page.getByRole('heading', { name: 'How an order is settled' })).toBeHidden()
  await page.getByLabel('You pay amount').fill('0.02')
  await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  await dialog.getByRole('button', { name: 'Sign order' }).click()
  const steps = slips(page).getByRole('list', { name: 'Progress' })
  for (const name of ['Signed', 'In auction', 'Winner chosen', 'Settled']) {
    await expect(steps).toContainText(name)
  }
  await page.reload()
  await expect(slips(page).getByText('Filled', { exact: true })).toBeVisible()
  await expect(slips(page)).toContainText('0.02 WETH →')
  await expect(slips(page).getByText(/vs quote|^As quoted$/)).toBeVisible()
  // An ended order is folded, and unfolds to what it traded.
  await slips(page).getByRole('button', { name: /WETH/ }).first().click()
  await expect(slips(page).getByText(/^Settled at|^You got/)).toBeVisible()
  await expect(slips(page).locator('dt', { hasText: 'Transaction' })).toBeVisible()
})

test('a reload while an order is being placed does not fill in the form again', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const amount = page.getByLabel('You pay amount')
  await amount.fill('0.02')
  await expect(page).toHaveURL(/amount=0\.02/)
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  const isSubmission = (url: URL) => url.pathname.endsWith('/api/v1/orders')
  await page.route(isSubmission, () => {})
  const submission = page.waitForRequest((request) => isSubmission(new URL(request.url())))
  await dialog.getByRole('button', { name: 'Sign order' }).click()
  await submission
  await page.reload()
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeVisible()
  await expect(amount).toHaveValue('')
})

test('shows a slip for an order placed elsewhere, which can be cancelled', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { account } = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect(slips(page)).toHaveCount(0)
  const order = { ...farFromMarket, account }
  const uid = await placeOrder(baseURL ?? '', order)
  await expect(slips(page).getByText('Open', { exact: true })).toBeVisible()
  await slips(page)
    .getByRole('button', { name: /^0\.01 WETH/ })
    .click()
  await expect(slips(page).getByRole('link', { name: 'Details' })).toHaveAttribute(
    'href',
    `/orders/${uid}?chain=sepolia`,
  )
  await slips(page).getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(slips(page).getByText('Cancelled', { exact: true })).toBeVisible()
  await page.reload()
  await expect(slips(page).getByText('Cancelled', { exact: true })).toBeVisible()
})

test('a phone shows a link to the slip until it is in view', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const { account } = await injectFundedWallet(page, baseURL)
  await placeOrder(baseURL ?? '', { ...farFromMarket, account })
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const peek = page.getByRole('link', { name: /WETH → USDC\s*1 open order/ })
  await peek.click()
  await expect(slips(page)).toBeInViewport()
  await expect(peek).toBeHidden()
})
