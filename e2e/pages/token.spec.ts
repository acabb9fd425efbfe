import { expect, type Page, test } from '@playwright/test'
import { parseEther, parseUnits } from 'viem'
import { fund, placeOrder, testAccount } from '@/e2e/support/service-api'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const tokenWithoutPools = '0x0000000000000000000000000000000000d15001'
const wethPage = `/tokens/mainnet/${weth}`

const chartOf = (page: Page) => page.getByRole('slider', { name: /^Price of WETH/ })

test('navigates from the swap form to a token’s page, its history and back to trade', async ({
  page,
}) => {
  await page.goto('/?chain=mainnet')
  await page.getByLabel('You pay amount').fill('0.05')
  await page.locator('summary', { hasText: 'Network costs' }).click()
  await page.getByRole('link', { name: 'WETH', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${wethPage}$`))
  await expect(page.getByRole('heading', { level: 1, name: /WETH/ })).toBeVisible()
  await expect(page.getByText(/^\$[\d,.]+$/).first()).toBeVisible()

  await expect(chartOf(page)).toHaveAttribute('aria-valuetext', /opened at \$/)
  for (const [range, words] of [
    ['1W', 'the last week'],
    ['1M', 'the last month'],
    ['1Y', 'the last year'],
    ['1D', 'the last day'],
  ] as const) {
    await page.getByRole('button', { name: range }).click()
    await expect(chartOf(page)).toHaveAccessibleName(new RegExp(words))
  }
  await page.getByRole('button', { name: 'Candles' }).click()
  await expect(page.getByRole('button', { name: 'Candles' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  const holders = page.getByRole('table', { name: 'Largest holders of WETH' })
  await expect(holders.getByRole('row')).toHaveCount(11)
  await expect(holders.getByText(/^\d+\.\d\d%$/).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Pools of WETH' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Slippage to expect for WETH' })).toBeVisible()

  await page.getByRole('link', { name: 'Buy WETH' }).click()
  await expect(page.getByRole('button', { name: 'Token you receive: WETH' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Token you pay: USDC' })).toBeVisible()
})

test('the chart and its table are usable by keyboard', { tag: '@long' }, async ({ page }) => {
  await page.goto(wethPage)
  const chart = chartOf(page)
  await expect(chart.locator('canvas').first()).toBeVisible()
  await chart.press('Home')
  const first = await chart.getAttribute('aria-valuetext')
  await expect(chart).toHaveAttribute('aria-valuenow', '0')
  await chart.press('ArrowRight')
  await expect(chart).toHaveAttribute('aria-valuenow', '1')
  await chart.press('End')
  await expect(chart).not.toHaveAttribute('aria-valuetext', first ?? '')

  await page.locator('summary', { hasText: 'Show as table' }).press('Enter')
  const table = page.getByRole('table', { name: /^Price of WETH/ })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Time (UTC)',
    'Open',
    'High',
    'Low',
    'Close',
    'Volume',
  ])
  const [time = '', close = ''] = (first ?? '').split(/: |, opened/)
  const oldest = table.getByRole('row').last()
  await expect(oldest.getByRole('rowheader')).toHaveText(time)
  await expect(oldest).toContainText(close)
  await expect(page).toHaveURL(/view=table/)
  await page.reload()
  await expect(table).toBeVisible()
})

test('an order links to the pages of its tokens', async ({ page, baseURL }) => {
  // Used by no other test.
  const account = testAccount(35)
  await fund(baseURL, account.address, 'mainnet')
  const uid = await placeOrder(baseURL ?? '', {
    network: 'mainnet',
    account,
    sellToken: weth,
    buyToken: usdc,
    sellAmount: parseEther('0.01'),
    buyAmount: parseUnits('900000', 6),
  })
  await page.goto(`/orders/${uid}`)
  await page.getByRole('link', { name: 'USDC', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /USDC/ })).toBeVisible()
})

test('reports a failed section and retries it', { tag: '@long' }, async ({ page }) => {
  let isUp = false
  await page.route(/topHolders/, (route) =>
    isUp ? route.continue() : route.fulfill({ status: 503, json: { message: 'later' } }),
  )
  await page.goto(wethPage)
  const section = page.getByRole('region', { name: 'Largest holders' }).first()
  await expect(section.getByText('The holders could not be loaded')).toBeVisible()
  isUp = true
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Largest holders of WETH' })).toBeVisible()
})

test('shows a page for a token without a price', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/tokens/1/${tokenWithoutPools}`)
  await expect(page.getByRole('heading', { level: 1, name: /LONE/ })).toBeVisible()
  await expect(page.getByText('No price', { exact: true })).toBeVisible()
  await expect(page.getByText('No prices yet')).toBeVisible()
})

test('the native token redirects to the wrapped one', async ({ page }) => {
  await page.goto(`/tokens/mainnet/0x${'eE'.repeat(20)}`)
  await expect(page).toHaveURL(new RegExp(`${wethPage}$`))
  await page.goto('/tokens/mainnet/-')
  await expect(page).toHaveURL(new RegExp(`${wethPage}$`))
})

for (const path of [
  `/tokens/mainnet/0x${'12'.repeat(20)}`,
  '/tokens/mainnet/0x12',
  `/tokens/nowhere/${weth}`,
]) {
  test(`${path} is not found`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('link', { name: 'All tokens' })).toBeVisible()
  })
}

test('searches the token list and opens a token on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/tokens?chain=mainnet')
  await expect(page.getByRole('link', { name: 'USDC' })).toBeVisible()
  await page.getByLabel('Search').fill('wrapped')
  await expect(page.getByRole('link', { name: 'USDC' })).toBeHidden()
  await page.getByLabel('Search').fill(usdc.slice(0, 12).toUpperCase())
  // The search is restored from the URL.
  await expect(page).toHaveURL(/[?&]q=0X/)
  await page.reload()
  await expect(page.getByRole('link', { name: 'WETH', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'USDC' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /USDC/ })).toBeVisible()
})

test('the tables of a token fit a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(wethPage)
  const pools = page.getByRole('table', { name: 'Pools of WETH' })
  await expect(pools.getByRole('row')).toHaveCount(11)
  await expect(pools).toContainText(/fee 0\.\d\d\s?%/)
  for (const name of ['Pools', 'Slippage to expect', 'Largest holders']) {
    const box = page.getByRole('region', { name }).last()
    await expect(box.getByRole('table')).toBeVisible()
    expect(await box.evaluate((part) => part.scrollWidth - part.clientWidth), name).toBe(0)
  }
})
