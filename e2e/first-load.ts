import type { Page } from '@playwright/test'

/** KB of gzip, without headers, that a browser which was never here loads before the person touches the page. */
export type Sizes = { readonly script: number; readonly css: number; readonly font: number }

/** What the browser has received of each kind once the page asks for nothing more. */
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

/** Waits until no resource was asked for in a second: streams of events and relayed reads never end. */
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
