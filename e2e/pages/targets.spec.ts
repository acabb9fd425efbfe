import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { placeOrder } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)

const paths = [
  ...[
    '/?chain=mainnet',
    '/limit',
    '/schedule',
    '/orders',
    '/portfolio',
    '/notifications',
    '/affiliate',
  ],
  ...[
    '/tokens',
    '/tokens/mainnet/0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    '/auctions',
    '/status',
  ],
  ...['/docs', '/docs/order-book', `/orders/0x${'1'.repeat(112)}`, '/no-such-page'],
]

/**
 * Returns targets smaller than `size` px in either direction, extended hit areas included. Skips inline links, which
 * WCAG 2.5.8 exempts, and elements for screen readers only.
 */
const smallTargets = (page: Page, size: number) =>
  page.evaluate((minimum) => {
    const targets =
      'a[href], button, input, select, summary, textarea, [role="tab"], [role="option"]'
    const isInText = (target: Element) =>
      getComputedStyle(target).display === 'inline' &&
      target.closest('p, dt, dd, li, td')?.textContent?.trim() !== target.textContent?.trim()
    // Clipped to a pixel until it has the focus, or within what is.
    const isForReaders = (target: Element): boolean => {
      const { width } = target.getBoundingClientRect()
      return (
        (width > 0 && width <= 1) ||
        (target.parentElement !== null && isForReaders(target.parentElement))
      )
    }
    const small: string[] = []
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (isInText(target) || target.closest('pre, [aria-hidden="true"]')) continue
      if (isForReaders(target)) continue
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = target.getBoundingClientRect()
      if (width === 0 || height === 0 || (width <= 1 && height <= 1)) continue
      const [x, y] = [left + width / 2, top + height / 2]
      const hits = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return hit !== null && (target.contains(hit) || hit.closest('label')?.control === target)
      }
      const reach = minimum / 2 - 1
      const isWide = width >= minimum - 0.5 || (hits(-reach, 0) && hits(reach, 0))
      const isHigh = height >= minimum - 0.5 || (hits(0, -reach) && hits(0, reach))
      if (isWide && isHigh) continue
      const name = target.ariaLabel ?? target.textContent?.trim().slice(0, 40)
      small.push(`${Math.round(width)} x ${Math.round(height)} ${target.tagName} ${name}`)
    }
    return small
  }, size)

for (const { width, size } of [
  { width: 375, size: 44 },
  { width: 1280, size: 24 },
]) {
  test(`targets are at least ${size} px at ${width} px`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const found: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect(page.getByRole('button', { name: /^Network: / })).toBeVisible()
      found.push(...(await smallTargets(page, size)).map((target) => `${path}: ${target}`))
    }
    expect(found).toEqual([])
  })
}

test('amounts are at least 16 px and never clipped, however long or enlarged', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 })
  await page.goto('/?chain=mainnet')
  const field = page.getByRole('textbox', { name: 'You pay amount' })
  const sizeOf = () =>
    field.evaluate((shown) => Number.parseFloat(getComputedStyle(shown).fontSize))
  for (const text of [
    '1',
    '123456.789',
    '123456789.1234',
    '1234567890.12345',
    '0.123456789012345678',
  ]) {
    await field.fill(text)
    expect(await sizeOf(), text).toBeGreaterThanOrEqual(16)
    const isCut = await field.evaluate((shown) => shown.scrollWidth > shown.clientWidth + 1)
    if (isCut) await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await field.fill('1234.5')
  // Text at 200 % (WCAG 1.4.4). Set on the root element because the CSP blocks style tags.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const name of ['You pay amount', 'You receive amount']) {
    const shown = page.getByRole('textbox', { name })
    const slack = await shown.evaluate(({ scrollWidth, clientWidth }) => clientWidth - scrollWidth)
    expect(slack, name).toBeGreaterThanOrEqual(-1)
    expect((await shown.boundingBox())?.width, name).toBeGreaterThan(150)
  }
})

test('an overflowing tab list indicates more tabs', async ({ page, baseURL }) => {
  const { account } = await injectFundedWallet(page, baseURL)
  await placeOrder(baseURL ?? '', {
    ...{ network: 'sepolia', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 16n, buyAmount: 600_000n * 10n ** 6n },
  })
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto('/orders?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const row = page.getByRole('tablist')
  const overflows = await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  expect(overflows).toBe(true)
  await expect(row).toHaveAttribute('data-more', /end/)
  await row.evaluate((shown) => shown.scrollTo({ left: shown.scrollWidth }))
  await expect(row).toHaveAttribute('data-more', 'start')
})

test('Enter in an amount field opens the review', async ({ page }) => {
  await page.goto('/?chain=mainnet')
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('button', { name: 'Demo account 1' }).click()
  const field = page.getByRole('textbox', { name: 'You pay amount' })
  await field.fill('0.01')
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
  await field.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Review order' })).toBeVisible()
})

test('review messages and their button are in view together', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: width === 375 ? 667 : 900 })
    await page.goto(`/?chain=sepolia&sell=${wrappedNative}&buy=${usdToken}&amount=0.01`)
    if (width === 1280) await connectWallet(page, 'Test wallet')
    await page.getByRole('button', { name: 'Review order' }).click()
    wallet.declineNext('eth_sendTransaction')
    await page.getByRole('button', { name: 'Approve WETH', exact: true }).click()
    const notice = page.getByText('You declined the request')
    await expect(notice).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Approve WETH', exact: true })).toBeInViewport({
      ratio: 1,
    })
  }
})
