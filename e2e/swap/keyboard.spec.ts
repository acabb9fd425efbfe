import { expect, type Locator, type Page, test } from '@playwright/test'

/** Returns the HTML of the focused element if its focus is not visible, else ''. */
const invisibleFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    // The browser UI, and the Next.js development overlay.
    if (!at || at === document.body || at.localName === 'nextjs-portal') return ''
    const hasOutline = (part: Element | null | undefined, pseudo?: string) => {
      if (!part) return false
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(part, pseudo)
      const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      return isDrawn && !/^rgba\(.*, 0\)$|\/ 0\)$/.test(outlineColor)
    }
    // A well draws the focus ring of its field, and a row that of its link.
    const well = at.closest('[data-slot="well"]')
    const hasRing = well !== null && getComputedStyle(well).boxShadow !== 'none'
    const isVisible =
      hasOutline(at) || hasOutline(at, '::after') || hasOutline(at.parentElement) || hasRing
    return isVisible ? '' : at.outerHTML.slice(0, 200)
  })

/** Presses `key` until `target` has focus and expects a visible focus at every stop. */
async function goTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const hasFocus = () => target.evaluate((control) => control === document.activeElement)
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses++) {
    await page.keyboard.press(key)
    expect(await invisibleFocus(page), 'invisible focus').toBe('')
  }
  await expect(target).toBeFocused()
}

const goBackTo = (page: Page, target: Locator) => goTo(page, target, 'Shift+Tab')

test('completes a swap by keyboard only', { tag: '@long' }, async ({ page }) => {
  await page.goto('/?chain=sepolia')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect' })
  await goTo(page, connect)
  await page.keyboard.press('Enter')
  await expect(dialog('Connect a wallet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(connect).toBeFocused()
  await page.keyboard.press('Enter')
  await goTo(page, dialog('Connect a wallet').getByRole('button', { name: 'Demo account 3' }))
  await page.keyboard.press('Enter')
  await expect(button(/^Account 0x/)).toBeVisible()
  // The opener is unmounted, so focus moves to the main content.
  await expect(page.getByRole('main')).toBeFocused()

  const search = page.getByRole('combobox', { name: 'Token you receive' })
  await goTo(page, button(/^Token you receive/))
  await page.keyboard.press('Space')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button('Token you receive: USDC')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await page.keyboard.type('dai')
  await expect(page.getByRole('option').first()).toContainText('DAI')
  await page.keyboard.press('Enter')
  await expect(button('Token you receive: DAI')).toBeFocused()

  await goBackTo(page, page.getByLabel('You pay amount'))
  await page.keyboard.type('0.01')
  const settings = button(/^Slippage/)
  await goTo(page, settings)
  await page.keyboard.press('Enter')
  await expect(dialog('Settings')).toBeVisible()
  await goTo(page, dialog('Settings').getByLabel('Expires'))
  await page.keyboard.press('Escape')
  await expect(dialog('Settings')).toBeHidden()
  await expect(settings).toBeFocused()

  await goTo(page, button('Review order'))
  await page.keyboard.press('Enter')
  const review = dialog('Review order')
  await expect(review).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await expect(button('Review order')).toBeFocused()
  await page.keyboard.press('Enter')
  const approve = review.getByRole('button', { name: 'Approve WETH' })
  const sign = review.getByRole('button', { name: 'Sign order' })
  await expect(approve.or(sign)).toBeVisible()
  if (await approve.isVisible()) {
    await goTo(page, approve)
    await page.keyboard.press('Enter')
  }
  await expect(sign).toBeVisible()
  await goTo(page, sign)
  await page.keyboard.press('Enter')
  await expect(review).toBeHidden()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
})
