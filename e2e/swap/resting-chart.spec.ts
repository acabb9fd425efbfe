import { expect, test } from '@playwright/test'
import { untilReactive } from '@/e2e/support/until-loaded'

test.use({
  viewport: { width: 375, height: 560 },
  contextOptions: { reducedMotion: 'no-preference' },
})

test('the chart’s placeholder below the window costs no frames', async ({ page }) => {
  await page.goto('/?chain=mainnet')
  await untilReactive(page)
  const room = page.locator('[data-resting]')
  await expect(room).toBeAttached()
  const animated = () => document.getAnimations().map((each) => String(each.playState))
  await expect.poll(() => page.evaluate(animated)).toEqual([])

  await room.scrollIntoViewIfNeeded()
  await expect(page.getByRole('slider', { name: /^Price of WETH/ })).toBeVisible()
  await expect(page.locator('[data-resting]')).not.toBeAttached()
})
