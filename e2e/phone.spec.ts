import { expect, type Locator, type Page, test } from '@playwright/test'
import { injectFundedWallet } from './funded-wallet'

/** Looks whether anything is wider than the screen. */
async function expectNoSidewaysScroll(page: Page, step: string): Promise<void> {
  const wider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(scrollWidth, document.body.scrollWidth) - clientWidth
  })
  expect(wider, `sideways scrolling: ${step}`).toBe(0)
}

/** Looks whether a dialog is a sheet: as wide as the screen, at its lower edge, with all of it in sight. */
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

/** Looks whether a thumb finds a button wherever the page stands: in sight, nothing on it, and large enough. */
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
    test.use({ viewport: { width, height: 700 }, hasTouch: true, isMobile: true })

    test(`a swap is made with a thumb on a phone of ${width} px`, async ({ page, baseURL }) => {
      await injectFundedWallet(page, baseURL)
      await page.goto('/?chain=sepolia')
      const dialog = (name: string) => page.getByRole('dialog', { name })
      await expectNoSidewaysScroll(page, 'no wallet')
      const title = page.getByText('Swap', { exact: true }).and(page.locator('h1'))
      const before = await title.boundingBox()
      await page.getByRole('banner').getByRole('button', { name: 'Connect' }).tap()
      await expectSheet(page, dialog('Connect a wallet'))
      expect(await title.boundingBox(), 'the page behind a sheet stays where it is').toEqual(before)
      await dialog('Connect a wallet').getByRole('button', { name: 'Test wallet' }).tap()
      await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
      await expectNoSidewaysScroll(page, 'connected')

      await page.getByRole('button', { name: 'Token you receive: USDC' }).tap()
      await expectSheet(page, dialog('Token you receive'))
      await expectNoSidewaysScroll(page, 'choosing a token')
      // The keys of the screen would hide half the list, so they wait until the field is touched.
      await expect(page.getByRole('combobox')).not.toBeFocused()
      await page.getByRole('option').filter({ hasText: 'DAI' }).tap()
      await expect(page.getByRole('button', { name: 'Token you receive: DAI' })).toBeVisible()

      await page.getByLabel('You pay amount').tap()
      await page.getByLabel('You pay amount').fill('0.0123456789')
      await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
      await expectNoSidewaysScroll(page, 'priced')
      await page.getByRole('button', { name: /^Slippage/ }).tap()
      await expectSheet(page, dialog('Settings'))
      await expectNoSidewaysScroll(page, 'settings')
      await dialog('Settings').getByRole('button', { name: 'Close' }).tap()

      const open = page.getByRole('button', { name: 'Review order' })
      await expectInReach(open)
      await open.tap()
      const review = dialog('Review order')
      await expectSheet(page, review)
      await expectNoSidewaysScroll(page, 'review')
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
      await expectNoSidewaysScroll(page, 'filled')

      await page.getByRole('link', { name: 'Orders' }).filter({ visible: true }).first().tap()
      await page.getByRole('tab', { name: 'Filled' }).tap()
      await expect(page.getByRole('tabpanel').getByRole('listitem')).toContainText('DAI')
      await expectNoSidewaysScroll(page, 'orders')
      await page.goto('/orders?chain=sepolia&tab=all')
      await expect(page.getByRole('tab', { name: 'All' })).toBeInViewport({ ratio: 1 })
    })
  })
}

test.describe(() => {
  test.use({ viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true })

  test('the bar of a phone has four places, and the rest in a sheet', async ({ page }) => {
    await page.goto('/orders')
    const bar = page.getByRole('navigation', { name: 'Main' })
    const links = bar.getByRole('link')
    await expect(links).toHaveText(['Swap', 'Orders', 'Inbox', 'Rewards'])
    await expect(links.nth(1)).toHaveAttribute('aria-current', 'page')
    const more = bar.getByRole('button', { name: 'More' })
    await expectInReach(more)
    await expect(more).not.toHaveAttribute('aria-current')
    await more.tap()
    const sheet = page.getByRole('dialog', { name: 'More places' })
    await expectSheet(page, sheet)
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await expectNoSidewaysScroll(page, 'more places')
    await page.touchscreen.tap(180, 40)
    await expect(sheet).toBeHidden()
    await more.tap()
    await page.setViewportSize({ width: 1_000, height: 700 })
    // Nobody sees it there, so it must not hold the page.
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 700 })
    await more.tap()
    await sheet.getByRole('link', { name: 'Auctions' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Auctions' })).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(more).toHaveAttribute('aria-current', 'true')
  })

  test('the sheet of places is opened, left and used by keyboard', async ({ page }) => {
    await page.goto('/auctions')
    const more = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'More' })
    await more.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'More places' })
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
    await expect(sheet.getByRole('link', { name: 'Auctions' })).toHaveAttribute(
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
    await expect(page.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible()
  })
})
