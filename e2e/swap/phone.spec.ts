import { expect, type Locator, type Page, test } from '@playwright/test'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { orderRows } from '@/e2e/support/recent-orders'

/** Expects no horizontal scrolling. */
async function expectNoHorizontalScroll(page: Page, step: string): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(scrollWidth, document.body.scrollWidth) - clientWidth
  })
  expect(overflow, `horizontal scrolling: ${step}`).toBe(0)
}

/** Expects a dialog to be a bottom sheet: full width, at the bottom edge, fully visible. */
async function expectSheet(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await expect
    .poll(async () => {
      const box = await dialog.boundingBox()
      return box && [box.x, box.width, Math.round(box.y + box.height)]
    })
    .toEqual([0, width, height])
  expect((await dialog.boundingBox())?.y).toBeGreaterThanOrEqual(0)
}

/** Expects a button to be tappable at scroll position 0: visible, not covered, at least 44 px high. */
async function expectInReach(button: Locator): Promise<void> {
  await button.evaluate(() => scrollTo(0, 0))
  await expect(button).toBeInViewport({ ratio: 1 })
  const isOnTop = await button.evaluate((control) => {
    const { x, y, width, height } = control.getBoundingClientRect()
    const found = document.elementFromPoint(x + width / 2, y + height / 2)
    return control.contains(found)
  })
  expect(isOnTop).toBe(true)
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
}

for (const width of [375, 360]) {
  test.describe(() => {
    test.use({
      ...{ viewport: { width, height: 700 }, hasTouch: true, isMobile: true },
      contextOptions: { reducedMotion: 'no-preference' },
    })

    test(`completes a swap by touch at ${width} px`, { tag: '@long' }, async ({
      page,
      baseURL,
    }) => {
      await injectFundedWallet(page, baseURL)
      await page.goto('/?chain=sepolia')
      const dialog = (name: string) => page.getByRole('dialog', { name })
      await expectNoHorizontalScroll(page, 'no wallet')
      const title = page.getByText('Swap', { exact: true }).and(page.locator('h1'))
      const before = await title.boundingBox()
      await page.getByRole('banner').getByRole('button', { name: 'Connect' }).tap()
      await expectSheet(page, dialog('Connect a wallet'))
      expect(await title.boundingBox(), 'opening a sheet does not move the page').toEqual(before)
      await dialog('Connect a wallet').getByRole('button', { name: 'Test wallet' }).tap()
      await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
      await expectNoHorizontalScroll(page, 'connected')

      await page.getByRole('button', { name: 'Token you receive: USDC' }).tap()
      await expectSheet(page, dialog('Token you receive'))
      await expectNoHorizontalScroll(page, 'choosing a token')
      // The on-screen keyboard would hide half the list, so the field is not focused automatically.
      await expect(page.getByRole('combobox')).not.toBeFocused()
      await page.getByRole('option').filter({ hasText: 'DAI' }).tap()
      await expect(page.getByRole('button', { name: 'Token you receive: DAI' })).toBeVisible()

      await page.getByLabel('You pay amount').tap()
      await page.getByLabel('You pay amount').fill('0.0123456789')
      await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
      // Until the price is firm, its notices move what stands below them.
      await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
      await expectNoHorizontalScroll(page, 'priced')
      await page.getByRole('button', { name: /^Slippage/ }).tap()
      await expectSheet(page, dialog('Settings'))
      await expectNoHorizontalScroll(page, 'settings')
      await dialog('Settings').getByRole('button', { name: 'Close' }).tap()

      const open = page.getByRole('button', { name: 'Review order' })
      await expectInReach(open)
      await open.tap()
      const review = dialog('Review order')
      await expectSheet(page, review)
      await expectNoHorizontalScroll(page, 'review')
      const approve = review.getByRole('button', { name: 'Approve WETH' })
      await expect(approve).toBeVisible()
      await expectInReach(approve)
      await approve.tap()
      const sign = review.getByRole('button', { name: 'Sign order' })
      await expect(sign).toBeVisible()
      await expectInReach(sign)
      await sign.tap()
      await expect(review).toBeHidden()
      await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
      await expectNoHorizontalScroll(page, 'filled')

      await page.getByRole('link', { name: 'Orders' }).filter({ visible: true }).first().tap()
      await page.getByRole('tab', { name: 'Filled' }).tap()
      await expect(orderRows(page)).toContainText('DAI')
      await expectNoHorizontalScroll(page, 'orders')
      await page.goto('/orders?chain=sepolia&tab=all')
      await expect(page.getByRole('tab', { name: 'All' })).toBeInViewport({ ratio: 1 })
    })
  })
}

test.describe(() => {
  test.use({ viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true })

  test('the phone tab bar has four places and the rest in a sheet', async ({ page }) => {
    await page.goto('/orders')
    const bar = page.getByRole('navigation', { name: 'Main' })
    const links = bar.getByRole('link')
    await expect(links).toHaveText(['Trade', 'Tokens', 'Orders', 'Portfolio'])
    await expect(links.nth(2)).toHaveAttribute('aria-current', 'page')
    const more = bar.getByRole('button', { name: 'More' })
    await expectInReach(more)
    await expect(more).not.toHaveAttribute('aria-current')
    await more.tap()
    const sheet = page.getByRole('dialog', { name: 'More pages' })
    await expectSheet(page, sheet)
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await expectNoHorizontalScroll(page, 'more places')
    await page.touchscreen.tap(180, 40)
    await expect(sheet).toBeHidden()
    await more.tap()
    await page.setViewportSize({ width: 1_000, height: 700 })
    // The tab bar is hidden at this width; an invisible modal would block the page.
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 700 })
    await more.tap()
    await sheet.getByRole('link', { name: 'Auctions' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Auctions' })).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(more).toHaveAttribute('aria-current', 'true')
  })

  test('the sheet of places is usable by keyboard', async ({ page }) => {
    await page.goto('/affiliate')
    const more = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'More' })
    await more.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'More pages' })
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
    await expect(sheet.getByRole('link', { name: 'Rewards' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(more).toBeFocused()
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Auctions' })).toBeVisible()
  })

  test('the back button of Android closes the sheet that is open, not the page', async ({
    page,
  }) => {
    // The browser's own watchers, caught as they are created: a desktop browser has no such button.
    await page.addInitScript(() => {
      const caught: EventTarget[] = []
      const { CloseWatcher: Native } = window as unknown as { CloseWatcher: new () => EventTarget }
      class Caught extends Native {
        constructor() {
          super()
          caught.push(this)
        }
      }
      Object.assign(window, { CloseWatcher: Caught, caught })
    })
    const pressBack = () =>
      page.evaluate(() => {
        const { caught } = window as unknown as { caught: { requestClose: () => void }[] }
        for (const watcher of caught.splice(0)) watcher.requestClose()
      })
    await page.goto('/')
    const opener = page.getByRole('button', { name: /^Slippage/ })
    const sheet = page.getByRole('dialog', { name: 'Settings' })
    for (const times of ['once', 'again']) {
      await opener.tap()
      await expectSheet(page, sheet)
      await pressBack()
      await expect(sheet, times).toBeHidden()
      await expect(opener).toBeFocused()
    }
    await expect(page).toHaveURL(/\/$/)
  })
})
