import { expect, type Page } from '@playwright/test'

/** Waits until nothing loads any more; a chart loads once it is in view. */
export async function untilLoaded(page: Page): Promise<void> {
  const skeletons = page.locator('main [data-slot="skeleton"]')
  await expect(async () => {
    if ((await skeletons.count()) > 0)
      await skeletons.first().scrollIntoViewIfNeeded({ timeout: 2_000 })
    await expect(skeletons).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))
}

/**
 * Waits until the page reacts and the scripts of its first view are there: they load after the first paint, and later than
 * `goto` waits.
 */
export async function untilReactive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { next } = window as { next?: { router?: unknown } }
    const pending = [...document.scripts].filter(
      ({ src, noModule }) => src && !noModule && performance.getEntriesByName(src).length === 0,
    )
    return next?.router !== undefined && pending.length === 0
  })
}
