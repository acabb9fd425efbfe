import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '@/e2e/support/accessibility'
import { fund, placeOrder, testAccount } from '@/e2e/support/service-api'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/** Script budget per page, in gzipped KB. */
const pages = {
  '/': 300,
  // The swap card with a price field.
  '/limit': 300,
  '/schedule': 300,
  '/tokens': 250,
  [`/tokens/mainnet/${weth}`]: 260,
  '/tokens/mainnet/0x0000000000000000000000000000000000000001': 250,
  '/orders': 270,
  // Loads the wallet on use: from the header, or for the order's owner.
  [`/orders/0x${'1'.repeat(112)}?chain=mainnet`]: 200,
  '/portfolio': 250,
  [`/tx/mainnet/0x${'ab'.repeat(32)}`]: 161,
  '/find?q=nothing-is-called-this': 165,
  '/auctions': 240,
  '/auctions/999999999': 240,
  '/notifications': 250,
  '/notifications/confirm': 240,
  '/notifications/unsubscribe': 240,
  '/affiliate': 250,
  '/status': 240,
  '/docs': 240,
  '/docs/order-book': 240,
  '/docs/notifications': 240,
  '/no-such-page': 160,
  // The card for pages of other sites, with the wallet.
  '/embed': 275,
  '/offline': 2,
}

for (const [path, script] of Object.entries(pages)) {
  test(
    `${path} is small, and accessible in both themes at every width`,
    { tag: path === '/' ? [] : '@long' },
    ({ page }) => expectGoodPage(page, path, script),
  )
}

test('the page of an order is small, and accessible in both themes at every width', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  // Used by no other test; far from the market, so that the order stays open.
  const account = testAccount(20)
  await fund(baseURL, account.address, 'mainnet')
  const uid = await placeOrder(baseURL ?? '', {
    ...{ network: 'mainnet', account, sellToken: weth, buyToken: usdc },
    ...{ sellAmount: 10n ** 15n, buyAmount: 10n ** 12n },
  })
  await expectGoodPage(page, `/orders/${uid}?chain=mainnet`, 200)
})

/** Checks what every page must satisfy on a first visit: size, accessibility, CSP, same-origin requests, hydration. */
async function expectGoodPage(page: Page, path: string, script: number): Promise<void> {
  const own = test.info().project.use.baseURL
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content.Security.Policy|hydrat/i.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== own) complaints.push(`asks ${origin}`)
  })
  // The chart below the trade card loads once it is scrolled into view: it is no part of the first load of a phone.
  if (['/', '/limit', '/schedule'].includes(path))
    await page.setViewportSize({ width: 375, height: 560 })
  // The budgets are in gzip; a browser that accepts brotli loads 6% less.
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  const answer = await page.goto(path, { waitUntil: 'load' })
  expect(await answer?.text()).toMatch(/<title>[^<]+<\/title>.*<\/head>/s)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSmall(page, script)
  // The Next.js development overlay adds links before the skip link.
  await page.evaluate(() => document.querySelector('nextjs-portal')?.remove())
  await expectAccessibleEverywhere(page, path)
  expect(complaints).toEqual([])
}

async function expectSmall(page: Page, script: number): Promise<void> {
  const sizes = await firstLoad(page)
  const { title, annotations } = test.info()
  annotations.push({ type: title, description: JSON.stringify(sizes) })
  if (process.env.PRINT_SIZES) process.stdout.write(`${JSON.stringify(sizes)} ${title}\n`)
  expect(sizes.script, 'KB of scripts').toBeLessThanOrEqual(script)
  expect(sizes.css, 'KB of styles').toBeLessThanOrEqual(20)
  expect(sizes.font, 'KB of fonts').toBeLessThanOrEqual(100)
}

test('pages render in the system theme from the first paint', async ({ page }) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/hydrat/i.test(message.text())) complaints.push(message.text())
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of ['/', '/docs', '/no-such-page']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(complaints).toEqual([])
})

test('a chosen theme applies to every tab, also without JavaScript', async ({ browser, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/docs')
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/tokens')
  await other.getByRole('button', { name: /dark theme/ }).click()
  for (const tab of [other, page]) {
    await expect(tab.locator('html')).toHaveCSS('color-scheme', 'dark')
  }
  const storageState = await page.context().storageState()
  const still = await browser.newPage({ javaScriptEnabled: false, storageState })
  await still.goto('/docs')
  await expect(still.locator('html')).toHaveCSS('color-scheme', 'dark')
  await still.close()
})

test('scripts load after the first paint, and without a report of it too', async ({ browser }) => {
  const open = async (change: () => void) => {
    const page = await browser.newPage()
    await page.addInitScript(change)
    await page.goto('/')
    await page.getByRole('button', { name: /dark theme/ }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    return page
  }
  const page = await open(() => {})
  const [paint = 0, ...scripts] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    ...performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/_next\/static\/chunks\/.+\.js$/.test(name))
      .map(({ startTime }) => startTime),
  ])
  expect(scripts.length).toBeGreaterThan(10)
  expect(Math.min(...(scripts as number[]))).toBeGreaterThan(paint)
  await page.close()
  const silent = await open(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  await silent.close()
  const older = await open(() => Reflect.deleteProperty(window, 'PerformanceObserver'))
  await older.close()
})

/** Holds back the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('a click that comes before the scripts counts once they run', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/docs', { waitUntil: 'commit' })
  const html = page.locator('html')
  const toggle = page.getByRole('button', { name: /dark theme/ })
  await toggle.click()
  await expect(html).not.toHaveAttribute('data-theme')
  release()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await toggle.click()
  await expect(html).toHaveAttribute('data-theme', 'light')
})

test('a page whose scripts do not load at first reacts once they do', async ({ page }) => {
  const asked = new Set<string>()
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const isFirst = !asked.has(route.request().url())
    asked.add(route.request().url())
    if (isFirst) await route.abort('connectionreset')
    else await route.continue()
  })
  await page.goto('/docs')
  await page.getByRole('button', { name: /dark theme/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(asked.size).toBeGreaterThan(10)
})

test('a page that goes offline before its scripts load reacts once online', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/docs', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /dark theme/ }).waitFor()
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  release()
  await failed
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /dark theme/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('what is entered before the scripts run counts once they run', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto(`/schedule?chain=mainnet&sell=${usdc}&buy=${weth}&amount=70`, {
    waitUntil: 'commit',
  })
  const orders = page.getByLabel('Orders', { exact: true })
  await orders.fill('51')
  await page.getByLabel('Unit').selectOption('minute')
  await page.getByLabel('Every').fill('3')
  await page.getByLabel('Every').fill('30')
  release()
  await expect(page.getByRole('button', { name: 'Check the number of orders' })).toBeVisible()
  await expect(orders).toHaveValue('51')
  await orders.fill('5')
  const summary = page.getByText(/^5 orders of .* The first starts when you sign/)
  await expect(summary).toBeVisible()
  await expect(page).toHaveURL(/parts=5&every=30&unit=minute/)
})

for (const how of ['by its button', 'by Enter'] as const) {
  test(`a form submitted ${how} before the scripts run is submitted once they run`, async ({
    page,
  }) => {
    const release = await holdScripts(page)
    await page.goto('/affiliate?chain=mainnet', { waitUntil: 'commit' })
    const panel = page.getByRole('region', { name: 'Trade with a code' })
    const field = panel.getByLabel('Have a referral code?')
    await field.fill('NOBODY-HAS-THIS')
    if (how === 'by Enter') await field.press('Enter')
    else await panel.getByRole('button', { name: 'Use code' }).click()
    release()
    await expect(panel).toContainText('The code NOBODY-HAS-THIS is unknown')
    await expect(field).toHaveValue('NOBODY-HAS-THIS')
  })
}

test('a dialog returns focus to the button that opened it', async ({ page }) => {
  await page.goto('/?chain=mainnet')
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect' })
  for (const opener of [connect, page.getByRole('button', { name: /^Token you receive/ })]) {
    await opener.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  }
  // This button is replaced by the account button, so focus moves to the main content.
  await connect.press('Enter')
  await page.getByRole('button', { name: 'Demo account 1' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the CSP blocks inline scripts and security headers are set', async ({ request }) => {
  const headers = (await request.get('/')).headers()
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+'/)
  expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-powered-by']).toBeUndefined()
})

test('the header fits navigation and wallet at every width', async ({ page }) => {
  await page.goto('/?chain=mainnet')
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect' })
  for (const width of [375, 600, 768, 991, 992, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(connect).toBeInViewport({ ratio: 1 })
    await expect(
      page.getByRole('link', { name: 'Portfolio' }).filter({ visible: true }),
    ).toHaveCount(1)
  }
})

/** Gzipped kilobytes without headers that a first visit loads before any user input. */
type Sizes = { readonly script: number; readonly css: number; readonly font: number }

/** Measures the loaded bytes per resource type once the page has stopped loading. */
async function firstLoad(page: Page): Promise<Sizes> {
  await settled(page)
  return page.evaluate(() => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const sum = (pattern: RegExp) => {
      const found = all.filter(({ name }) => pattern.test(new URL(name).pathname))
      const bytes = found.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
      return Math.round(bytes / 102.4) / 10
    }
    return { script: sum(/\.js$/), css: sum(/\.css$/), font: sum(/\.woff2$/) }
  })
}

/** Waits for one second without new static resources; event streams and RPC reads keep the network busy. */
async function settled(page: Page): Promise<void> {
  const count = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/_next/static/')).length,
    )
  for (let before = -1, now = await count(); before !== now; now = await count()) {
    before = now
    await page.waitForTimeout(1_000)
  }
}
