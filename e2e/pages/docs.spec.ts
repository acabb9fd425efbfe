import { expect, test } from '@playwright/test'

test('navigates the reference by list, filter and keyboard', async ({ page }) => {
  await page.goto('/docs')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'GET /api/v1/orders/{uid}', exact: true }).click()
  await expect(page).toHaveURL(/\/docs\/order-book#readOrder$/)
  await expect(page).toHaveTitle('Order book · API reference · Coincide')
  await expect(page.getByRole('article', { name: 'An order and its status' })).toBeInViewport()

  const nav = page.getByRole('navigation', { name: 'Reference' })
  await expect(nav.getByRole('link', { name: 'Order book' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await nav.getByRole('searchbox').fill('slippage tolerance')
  const found = nav.getByRole('link', { name: /slippageTolerance/ })
  await expect(found).toHaveCount(1)
  // The path may wrap between its segments.
  await expect(found.locator('wbr')).toHaveCount(3)
  await found.press('Enter')
  await expect(page).toHaveURL(
    /\/docs\/market-data\?find=slippage\+tolerance#getSlippageTolerance$/,
  )
  await expect(page.locator('#getSlippageTolerance')).toBeInViewport()
  await nav.getByRole('searchbox').fill('nothing is called so')
  await expect(nav.getByRole('status')).toHaveText('No results.')
  // The search text is in the URL.
  await expect(page).toHaveURL(/\?find=nothing\+is\+called\+so#getSlippageTolerance$/)
  await page.reload()
  await expect(nav.getByRole('searchbox')).toHaveValue('nothing is called so')
  await expect(nav.getByRole('status')).toHaveText('No results.')
  // The search text persists across links to this and other pages.
  await nav.getByRole('searchbox').fill('candles')
  await nav
    .getByRole('link', { name: /candles/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/docs\/market-data\?find=candles#/)
  await nav.getByRole('searchbox').fill('begin')
  await nav.getByRole('link', { name: 'Quick start' }).click()
  await expect(page).toHaveURL(/\/docs\?find=begin#start$/)
  await expect(nav.getByRole('searchbox')).toHaveValue('begin')
  // Also on phones, where the list is otherwise collapsed.
  await page.setViewportSize({ width: 375, height: 812 })
  await page.reload()
  await expect(nav.getByRole('link', { name: 'Quick start' })).toBeVisible()
})

for (const [name, section] of [
  ['createOrder', 'order-book'],
  ['Order', 'order-book'],
  ['getUsdPrice', 'market-data'],
] as const) {
  test(`a legacy link to /docs#${name} redirects to its section`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto(`/docs#${name}`)
    await expect(page).toHaveURL(new RegExp(`/docs/${section}#${name}$`))
    await expect(page.locator(`#${name}`)).toBeInViewport()
  })
}

test('every link within the reference has a target', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.goto('/docs')
  const hrefs = () =>
    page
      .locator('a[href^="/docs"]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  const sections = new Set((await hrefs()).map((href) => href.split('#')[0] ?? ''))
  expect(sections.size).toBeGreaterThan(10)
  const linked = new Set<string>()
  const anchors = new Set<string>()
  for (const section of sections) {
    const html = await (await request.get(section)).text()
    expect(html.length, `${section} in bytes`).toBeLessThan(262_000)
    const { pathname } = new URL(section)
    for (const [, id] of html.matchAll(/ id="([^"]+)"/g)) anchors.add(`${pathname}#${id}`)
    for (const [, href = ''] of html.matchAll(/ href="([^"]*#[^"]+)"/g)) {
      linked.add(href.startsWith('#') ? `${pathname}${href}` : href)
    }
  }
  expect([...linked].filter((href) => !anchors.has(href))).toEqual([])
})

test('an unknown section returns 404', async ({ page }) => {
  const answer = await page.goto('/docs/no-such-section')
  expect(answer?.status()).toBe(404)
})
