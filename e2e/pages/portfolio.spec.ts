import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectSafe } from '@/e2e/support/injected-safe'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { placeOrder } from '@/e2e/support/service-api'
import { untilReactive } from '@/e2e/support/until-loaded'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)

/** Returns the row of a token on Sepolia in one of the two lists. */
const row = (page: Page, list: 'Tokens' | 'Allowances', symbol: string) =>
  page
    .getByRole('table', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `${symbol} on Sepolia`, exact: true }) })

test('the portfolio shows balances, open order amounts and allowances, and revokes', async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  // Far from the market: the order stays open.
  await placeOrder(baseURL ?? '', {
    ...{ network: 'sepolia', account: wallet.account, sellToken: wrappedNative },
    ...{ buyToken: usdToken, sellAmount: 10n ** 16n, buyAmount: 900_000n * 10n ** 6n },
  })
  await page.goto('/portfolio?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const networks = page.getByRole('region', { name: 'By network' })
  await expect(networks.getByRole('listitem').filter({ hasText: 'Sepolia' })).toContainText(
    'tokens',
  )
  await expect(page.getByRole('region', { name: 'Total' })).toContainText(/\$[\d,.]+/)
  await expect(row(page, 'Tokens', 'WETH')).toContainText('0.01 in 1 order')
  const weth = row(page, 'Allowances', 'WETH')
  await expect(weth).toContainText('Unlimited')
  await expect(weth).toContainText('Covers 1 open order')
  await expect(row(page, 'Allowances', 'ETH')).toContainText('Not needed')
  await expect(row(page, 'Allowances', 'USDC')).toHaveCount(0)

  await weth.getByRole('button', { name: 'Revoke the WETH allowance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke the WETH allowance?' })
  await expect(dialog.getByText('Open orders sell WETH')).toBeVisible()
  wallet.declineNext('eth_sendTransaction')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByText('You declined the request')).toBeVisible()
  const send = wallet.holdNextTransaction()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Waiting for the network')).toBeVisible()
  // The transaction is still pending after a reload.
  await page.reload()
  await weth.getByRole('button', { name: 'Revoking… the WETH allowance' }).click()
  await expect(dialog.getByText('Waiting for the network')).toBeVisible()
  await send()
  await expect(dialog).toBeHidden()
  await expect(weth).toContainText('Allowance too low: 0 WETH')

  await expect(
    row(page, 'Tokens', 'WETH').getByRole('link', { name: 'Swap WETH' }),
  ).toHaveAttribute('href', `/?chain=sepolia&sell=${wrappedNative}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe('portfolio.csv')
})

test('the value over a month and a year, and plainly since when there are prices', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/portfolio?chain=mainnet')
  await connectWallet(page, 'Demo account 3')
  const total = page.getByRole('region', { name: 'Total' })
  await expect(total.getByRole('img', { name: /in the past week/ })).toBeVisible()
  await total.getByRole('button', { name: '1M' }).click()
  await expect(total.getByRole('img', { name: /in the past month/ })).toBeVisible()
  await total.getByRole('button', { name: '1Y' }).click()
  await expect(total.getByRole('img', { name: /in the past year/ })).toBeVisible()
  // The embedded networks have prices of some days only.
  await expect(total.getByText(/No prices before \d+ \w+ \d{4}\./)).toBeVisible()
  await page.route('**/mainnet/tokens/*/candles*', (route) => route.abort())
  await page.reload()
  await total.getByRole('button', { name: '1M' }).click()
  await expect(total.getByText('The price history could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await total.getByRole('button', { name: 'Try again' }).click()
  await expect(total.getByRole('img', { name: /in the past month/ })).toBeVisible()
})

test('a network that does not respond leaves the others', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await injectFundedWallet(page, baseURL)
  let isDown = true
  await page.route(/\/mainnet\/(address|accounts)\/0x\w+\/balances/, (route) =>
    isDown ? route.fulfill({ status: 404, json: { message: 'down' } }) : route.continue(),
  )
  await page.goto('/portfolio?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const notice = page.getByRole('alert').filter({ hasText: 'Ethereum is not responding' })
  await expect(notice).toBeVisible()
  await expect(row(page, 'Tokens', 'WETH')).toBeVisible()
  isDown = false
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeHidden()
})

test('a Safe revokes an allowance, tracked by the allowance instead of the Safe’s own hash', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const safe = await injectSafe(page, baseURL, { isBatching: false })
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  const review = page.getByRole('dialog', { name: 'Review order' })
  await review.getByRole('button', { name: 'Approve WETH' }).click()
  await expect(review.getByRole('button', { name: 'Place order' })).toBeVisible()

  await page.goto('/portfolio?chain=sepolia')
  const weth = row(page, 'Allowances', 'WETH')
  await expect(weth).toContainText('0.1 WETH')
  safe.hold()
  await weth.getByRole('button', { name: 'Revoke the WETH allowance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke the WETH allowance?' })
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => safe.queue.length).toBe(1)
  await expect(dialog.getByRole('button', { name: 'Waiting for the network' })).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await safe.queue[0]?.()
  await expect(dialog).toBeHidden()
  await expect(weth).toBeHidden()
})

test('every page shows the offline notice', async ({ page, context }) => {
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const notice = page.getByText(/^You are offline\./)
  await expect(notice).toBeHidden()
  await untilReactive(page)
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toBeHidden()
})
