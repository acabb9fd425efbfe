import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '@/e2e/support/accessibility'
import { connectWallet, signIn } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { orderRows } from '@/e2e/support/recent-orders'
import { placeOrder } from '@/e2e/support/service-api'
import { untilReactive } from '@/e2e/support/until-loaded'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)
const pair = { network: 'sepolia', sellToken: wrappedNative, buyToken: usdToken }

const notice = (page: Page) => page.getByText('You are offline. This page may be out of date')

test('a swap keeps its input offline, sends no requests, and refreshes its price once online', async ({
  page,
  context,
  baseURL,
}) => {
  await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const [pay, receive] = [page.getByLabel('You pay amount'), page.getByLabel('You receive amount')]
  await pay.fill('0.1')
  // One of the first journeys: the service may still be busy with its start.
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible({ timeout: 120_000 })
  const before = await receive.inputValue()

  await untilReactive(page)
  await context.setOffline(true)
  const offline = page.getByRole('button', { name: 'You are offline' })
  await expect(offline).toBeVisible()
  await expect(offline).toHaveAttribute('aria-disabled', 'true')
  await expect(notice(page)).toBeVisible()
  await expect(receive).toHaveValue(before)
  await expect(page.getByText('Not updating', { exact: true })).toBeVisible()
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/quote')) requests++
  })
  await pay.fill('0.2')
  await offline.click({ force: true })
  await expect(pay).toHaveValue('0.2')
  // Longer than the input debounce.
  await page.waitForTimeout(1_000)
  expect(requests).toBe(0)

  await context.setOffline(false)
  await expect(notice(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
  expect(Number(await receive.inputValue())).toBeGreaterThan(Number(before) * 1.5)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('opens offline with the last public state, and with nothing of an account', {
    tag: '@long',
  }, async ({ page, context, baseURL }) => {
    await injectFundedWallet(page, baseURL)
    await signIn(page, 'Test wallet', 'sepolia')
    const countKept = () =>
      page.evaluate(async () => {
        const isControlled = navigator.serviceWorker.controller !== null
        return isControlled ? (await (await caches.open('offline-1')).keys()).length : 0
      })
    await expect.poll(countKept).toBe(4)
    await page.getByRole('button', { name: 'Sign out' }).click()
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      )
      const page = await caches.match('/offline')
      return {
        paths: requests.flat().map(({ url }) => new URL(url).pathname),
        policy: page?.headers.get('content-security-policy'),
        html: await page?.text(),
      }
    })
    expect(kept.paths.sort()).toEqual(['/icon.svg', '/offline', '/offline.css', '/offline.js'])
    expect(kept.policy).not.toContain('nonce')
    expect(kept.html).not.toMatch(/nonce|0x[0-9a-f]{40}/i)

    await context.setOffline(true)
    await page.goto('/orders?chain=sepolia')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByText(/Ethereum, last known data: .* UTC/)).toBeVisible()
    await expect(page.getByRole('row', { name: /WETH/ }).first()).toBeVisible()
    await expectAccessibleEverywhere(page, 'the offline page')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()

    // The kept page follows the settings of this browser at once.
    const root = page.locator('html')
    await expect(async () => {
      // A page that has just loaded may not react yet.
      await page.getByRole('button', { name: 'Switch between light and dark theme' }).click()
      await expect(root).toHaveAttribute('data-theme', /./, { timeout: 1_000 })
    }).toPass()
    const theme = await root.getAttribute('data-theme')
    const keptPage = () => page.evaluate(async () => (await caches.match('/offline'))?.text())
    await expect.poll(keptPage).toContain(`data-theme="${theme}"`)
  })
})

test('blocks navigation while offline and opens requested dialogs once online', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.goto('/?chain=sepolia')
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeVisible()
  await untilReactive(page)
  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  const pay = page.getByLabel('You pay amount')
  await pay.fill('0.3')
  for (const name of ['Orders', 'Limit', 'API reference']) {
    await page.getByRole('link', { name, exact: true }).first().click()
  }
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // The dialog's code is not loaded yet.
  await page.getByRole('button', { name: /^Token you receive/ }).click()
  await expect(pay).toHaveValue('0.3')
  await expect(page.getByRole('heading', { level: 1, name: 'Swap' })).toBeVisible()

  await context.setOffline(false)
  const selector = page.getByRole('dialog', { name: 'Token you receive' })
  await expect(selector.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(selector).toBeHidden()
  await expect(pay).toHaveValue('0.3')
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
})

test('code that was loading when the connection broke arrives once online', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.goto('/?chain=sepolia')
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeVisible()
  // Only what the click loads is broken.
  await untilReactive(page)
  let broken = 0
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    broken++
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: /^Token you receive/ }).click()
  await expect(notice(page)).toBeVisible()
  expect(broken).toBeGreaterThan(0)
  // A chunk is requested again after at most 600 ms, and failed then.
  await page.waitForTimeout(1_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Swap' })).toBeVisible()

  await page.unroute('**/_next/static/chunks/*.js')
  await context.setOffline(false)
  const selector = page.getByRole('dialog', { name: 'Token you receive' })
  await expect(selector.getByRole('option').first()).toBeVisible()
})

test('a review waits while offline and is signed once online', { tag: '@long' }, async ({
  page,
  context,
  baseURL,
}) => {
  await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.01')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  const sign = dialog.getByRole('button', { name: 'Sign order' })
  await expect(sign).toBeVisible()
  await untilReactive(page)
  await context.setOffline(true)
  await sign.click()
  await expect(dialog).toBeVisible()
  await context.setOffline(false)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
})

test('orders stay visible offline and new ones appear once online', { tag: '@long' }, async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const { account } = await injectFundedWallet(page, url)
  const far = { ...pair, account, sellAmount: 10n ** 16n }
  await placeOrder(url, { ...far, buyAmount: 731_001n * 10n ** 6n })
  await page.goto('/orders?chain=sepolia&tab=open')
  await connectWallet(page, 'Test wallet')
  const rows = orderRows(page)
  await expect(rows).toHaveCount(1)

  await untilReactive(page)
  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  await placeOrder(url, { ...far, buyAmount: 731_002n * 10n ** 6n })
  await expect(rows.filter({ hasText: '731,001' })).toBeVisible()
  await page.getByRole('tab', { name: 'Cancelled' }).click()
  await expect(page.getByRole('heading', { name: 'No cancelled orders' })).toBeVisible()
  await page.getByRole('tab', { name: 'Open' }).click()

  await context.setOffline(false)
  await expect(notice(page)).toBeHidden()
  await expect(rows).toHaveCount(2)
})

test('the inbox stays visible offline and shows missed notifications once online', {
  tag: '@long',
}, async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  const { account } = await injectFundedWallet(page, url)
  const filled = { ...pair, account, buyAmount: 1n }
  await placeOrder(url, { ...filled, sellAmount: 10n ** 16n })
  await page.goto('/notifications?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const news = page.getByText(/WETH for .* USDC/)
  await expect(news).toHaveCount(1)

  await untilReactive(page)
  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  const uid = await placeOrder(url, { ...filled, sellAmount: 2n * 10n ** 16n })
  await expect
    .poll(async () => (await fetch(`${url}/sepolia/api/v1/orders/${uid}`)).json())
    .toMatchObject({ status: 'fulfilled' })
  await expect(news).toHaveCount(1)

  await context.setOffline(false)
  await expect(notice(page)).toBeHidden()
  await expect(news).toHaveCount(2)
})
