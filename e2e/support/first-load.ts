import type { Page } from '@playwright/test'

/** Gzipped kilobytes without headers that a first visit loads before any user input. */
export type Sizes = { readonly script: number; readonly css: number; readonly font: number }

/** Measures the loaded bytes per resource type once the page has stopped loading. */
export async function firstLoad(page: Page): Promise<Sizes> {
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
