import { expect, type Page, test } from '@playwright/test'
import { parseEther, parseUnits } from 'viem'
import { fund, placeOrder, testAccount } from '@/e2e/support/service-api'
import { openSelector, serveTokens, withThousands } from '@/e2e/support/token-selector'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const tokenWithoutPools = '0x0000000000000000000000000000000000d15001'
const wethPage = `/tokens/mainnet/${weth}`

/** A PNG. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const chartOf = (page: Page) => page.getByRole('slider', { name: /^Price of WETH/ })

test('navigates from the swap form to a token’s page, its history and back to trade', async ({
  page,
}) => {
  await page.goto('/?chain=mainnet')
  await page.getByLabel('You pay amount').fill('0.05')
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
  await page.getByRole('button', { name: 'Show candles' }).click()
  await expect(page.getByRole('button', { name: 'Show line' })).toBeVisible()
  await expect(page).toHaveURL(/chart=candles/)

  const holders = page.getByRole('table', { name: 'Top holders of WETH' })
  await expect(holders.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: /^Show .* holders$/ }).click()
  expect(await holders.getByRole('row').count()).toBeGreaterThan(6)
  await expect(holders.getByText(/^\d+\.\d\d%$/).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Pools of WETH' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Typical slippage for WETH' })).toBeVisible()

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

test('an order links to the pages of its tokens', { tag: '@long' }, async ({ page, baseURL }) => {
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
  const section = page.getByRole('region', { name: 'Top holders' }).first()
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByText('The holders could not be loaded')).toBeVisible()
  isUp = true
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Top holders of WETH' })).toBeVisible()
})

test('shows a page for a token without a price', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/tokens/1/${tokenWithoutPools}`)
  await expect(page.getByRole('heading', { level: 1, name: /LONE/ })).toBeVisible()
  await expect(page.getByText('No price', { exact: true })).toBeVisible()
  await expect(page.getByText('No prices yet')).toBeVisible()
})

test('the native token redirects to the wrapped one', { tag: '@long' }, async ({ page }) => {
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

test('sorts the tokens by their markets, and searches them', { tag: '@long' }, async ({ page }) => {
  await page.goto('/tokens?chain=mainnet')
  const table = page.getByRole('table', { name: 'Tokens' })
  const rows = table.getByRole('row').filter({ has: page.getByRole('link') })
  const column = (name: string) => table.getByRole('columnheader', { name, exact: true })
  await expect(column('TVL')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.first()).toContainText(/\$[\d.]+M/)
  const largest = await rows.first().getByRole('link').first().textContent()

  await column('24 h').getByRole('button').click()
  await expect(column('24 h')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=dayChange/)
  await column('Token').getByRole('button').click()
  await expect(column('Token')).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(column('Token')).toHaveAttribute('aria-sort', 'ascending')

  await page.getByRole('searchbox', { name: 'Search' }).fill((largest ?? '').toLowerCase())
  await expect(rows.first()).toContainText(largest ?? '')
  await rows.first().getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(largest ?? '')
})

test('favourites are marked in list, page and picker, and listed first', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/tokens?chain=mainnet')
  // The figures arrive in the browser, so the list is interactive.
  await expect(page.getByText(/^\$[\d.]+M$/).first()).toBeVisible()
  const star = page.getByRole('button', { name: 'Favourite DAI', exact: true })
  await star.press('Enter')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /^Favourites/ }).click()
  await expect(page.getByRole('link', { name: 'DAI', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'WETH', exact: true })).toBeHidden()

  await page.getByRole('link', { name: 'DAI', exact: true }).click()
  const favourite = page.getByRole('button', { name: 'Favourite', exact: true })
  await expect(favourite).toHaveAttribute('aria-pressed', 'true')
  await page.goto(wethPage)
  await favourite.click()
  await expect(favourite).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/?chain=mainnet')
  const { dialog, search } = await openSelector(page)
  await expect(dialog.getByRole('group', { name: 'Favourites' })).toContainText('DAI')
  await expect(dialog.getByRole('group', { name: 'Favourites' })).toContainText('WETH')
  // The first option is a favourite: Enter selects it.
  await search.press('Enter')
  await expect(page.getByRole('button', { name: 'Token you pay: DAI' })).toBeVisible()
})

test('shows the position of the account, after a reload too', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(wethPage)
  const position = page.getByRole('region', { name: 'Your position' })
  await position.getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: /^Demo account 9\b/ }).click()
  for (const _ of ['at once', 'after a reload']) {
    await expect(position.getByText(/^[\d.,]+ WETH$/)).toBeVisible()
    await expect(position.getByText('In open orders')).toBeVisible()
    await page.reload()
  }
})

test('a token shows its logo, or its mark if the logo fails', { tag: '@long' }, async ({
  page,
}) => {
  const logoURI = 'https://logos.example/token.png'
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.route('**/logos/**', (route) =>
    route.request().url().includes(usdc)
      ? route.fulfill({ contentType: 'image/png', body: onePixel })
      : route.fulfill({ status: 404 }),
  )
  await serveTokens(page, (tokens) => tokens.map((token) => ({ ...token, logoURI })))
  await page.goto('/?chain=mainnet')
  const { search, options } = await openSelector(page)
  const mark = async (symbol: string) => {
    await search.fill(symbol)
    const option = options.filter({ has: page.getByText(symbol, { exact: true }) }).first()
    return { logo: option.locator('img'), drawn: option.locator('svg').first() }
  }
  const shown = await mark('USDC')
  await expect(shown.logo).toHaveCSS('opacity', '1')
  const before = await shown.drawn.boundingBox()
  expect(before).toEqual(await shown.logo.boundingBox())
  const failed = await mark('DAI')
  await expect(failed.logo).toHaveCSS('opacity', '0')
  await expect(failed.drawn).toBeVisible()
  expect(asked.filter((url) => url.includes('logos.example'))).toEqual([])
})

test('the list of tokens has two-line rows on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/tokens?chain=mainnet')
  await expect(page.getByRole('link', { name: 'USDC', exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('wrapped')
  await expect(page.getByRole('link', { name: 'USDC', exact: true })).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search' }).fill(usdc.slice(0, 12).toUpperCase())
  // The search is restored from the URL.
  await expect(page).toHaveURL(/[?&]q=0X/)
  await page.reload()
  await expect(page.getByRole('link', { name: 'WETH', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'USDC', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /USDC/ })).toBeVisible()
})

test('a token’s page fits a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(wethPage)
  await page.getByRole('region', { name: 'Pools' }).first().scrollIntoViewIfNeeded()
  const pools = page.getByRole('table', { name: 'Pools of WETH' })
  await expect(pools.getByRole('row')).toHaveCount(6)
  await expect(pools).toContainText(/0\.\d\d% fee/)
  await expect(pools).toContainText(/[\d.]+% APR/)
  const room = page.locator('html')
  expect(await room.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
})

test('a list of 2,000 tokens renders those in view only, and is searched', {
  tag: '@long',
}, async ({ page }) => {
  await serveTokens(page, withThousands)
  await page.goto('/?chain=mainnet')
  const { search, options } = await openSelector(page)
  for (const text of ['', 's', 'smp']) {
    await search.fill(text)
    await expect(options.first()).toBeVisible()
    expect(await options.count()).toBeLessThan(50)
  }
  await search.fill('smp1234')
  await expect(options.first()).toContainText('SMP1234')
})
