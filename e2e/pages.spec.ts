import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

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
  '/no-such-page',
] as const
const widths = [375, 1280] as const
const schemes = ['light', 'dark'] as const

for (const path of pages) {
  test(`${path} is accessible in both themes at 375 and 1280, and its scripts run`, async ({
    page,
  }) => {
    if (path === '/docs') test.setTimeout(300_000)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content.Security.Policy|hydrat/i.test(message.text())) complaints.push(message.text())
    })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width: widths[0], height: 900 })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        // What development shows above a page has links of its own, before the one to the content.
        await page.evaluate(() => document.querySelector('nextjs-portal')?.remove())
        const axe = new AxeBuilder({ page })
        // The reference is one long page of articles built alike: from end to end it is read once.
        const isFirst = colorScheme === schemes[0] && width === widths[0]
        if (path === '/docs' && !isFirst)
          axe.exclude('article ~ article, section ~ section section')
        const { violations } = await axe.analyze()
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
        expect(found, `${colorScheme} ${width}`).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, `sideways scrolling at ${width}`).toBe(0)
      }
    }
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
    await expect(page.getByRole('link', { name: 'Tokens' }).filter({ visible: true })).toHaveCount(
      1,
    )
  }
})
