import { expect, test } from '@playwright/test'
import { expectGoodLooks } from './accessibility'

const pages = [
  '/',
  '/limit',
  '/tokens',
  '/tokens/mainnet/0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  '/tokens/mainnet/0x0000000000000000000000000000000000000001',
  '/orders',
  '/portfolio',
  `/tx/mainnet/0x${'ab'.repeat(32)}`,
  '/find?q=nothing-is-called-this',
  '/auctions',
  '/auctions/999999999',
  '/notifications',
  '/affiliate',
  '/docs',
  '/docs/notifications',
  '/no-such-page',
] as const

for (const path of pages) {
  test(`${path} is accessible in both themes at 375 and 1280, and its scripts run`, async ({
    page,
  }) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content.Security.Policy|hydrat/i.test(message.text())) complaints.push(message.text())
    })
    const title = page.getByRole('heading', { level: 1 })
    await page.goto(path)
    await expect(title).toBeVisible()
    // What development shows above a page has links of its own, before the one to the content.
    await page.evaluate(() => document.querySelector('nextjs-portal')?.remove())
    await expectGoodLooks(page, path)
    // It is dark now, and comes so from the start.
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(title).toBeVisible()
    expect(complaints).toEqual([])
  })
}

test('a dialog gives the focus back to the button that opened it', async ({ page }) => {
  await page.goto('/?chain=mainnet')
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect' })
  for (const opener of [connect, page.getByRole('button', { name: /^Token you receive/ })]) {
    await opener.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  }
  // This button is replaced by the account, so the keyboard goes on in the content.
  await connect.press('Enter')
  await page.getByRole('button', { name: 'Demo account 1' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the policy of a page allows no inline script, and its headers are set', async ({
  request,
}) => {
  const headers = (await request.get('/')).headers()
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+'/)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-powered-by']).toBeUndefined()
})

test('the header has room for the navigation and the wallet at every width', async ({ page }) => {
  await page.goto('/?chain=mainnet')
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect' })
  for (const width of [375, 600, 768, 991, 992, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(connect).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Rewards' }).filter({ visible: true })).toHaveCount(
      1,
    )
  }
})
