import type { Locator, Page } from 'playwright'

/** A layout shift without recent input. */
export type Shift = {
  readonly value: number
  /** Milliseconds since the navigation began. */
  readonly time: number
  /** The moved elements and their displacement. */
  readonly moved: readonly string[]
}

/** Milliseconds without a shift that end a session window, and the maximum length of one. */
const windowGapMs = 1_000
const windowMs = 5_000

/** Returns the Cumulative Layout Shift: the sum of the worst session window. */
export function worstWindow(shifts: readonly Shift[]): number {
  let [worst, sum, began, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { value, time } of shifts) {
    const isNew = time - last >= windowGapMs || time - began >= windowMs
    if (isNew) [sum, began] = [0, time]
    sum += value
    last = time
    worst = Math.max(worst, sum)
  }
  return worst
}

/** Opens a page and returns its unexpected layout shifts within `waitMs` of its load event. */
export async function shiftsOf(page: Page, path: string, waitMs: number): Promise<Shift[]> {
  await page.addInitScript(recordShifts)
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForTimeout(waitMs)
  return page.evaluate(() => (window as unknown as { layoutShifts: Shift[] }).layoutShifts)
}

/**
 * Runs in the page. Describes elements when they move, since some are removed later. Its functions are anonymous: the
 * compiler would preserve a name through a helper that the page does not have.
 */
function recordShifts(): void {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
  const shifts: Shift[] = []
  Object.assign(window, { layoutShifts: shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const classes = element?.getAttribute('class')?.split(' ').slice(0, 4).join('.')
        const text = element?.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40)
        const way = `${from.x | 0},${from.y | 0} ${from.width | 0}x${from.height | 0} to ${to.x | 0},${to.y | 0} ${to.width | 0}x${to.height | 0}`
        return `${element?.localName}.${classes} "${text}" from ${way}`
      })
      shifts.push({ value: entry.value, time: entry.startTime, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Types into the token selector's search and walks through its list; returns the 98th percentile of 100 keystrokes'
 * milliseconds to the next paint.
 */
export async function pressKeys(page: Page, search: Locator): Promise<number> {
  await page.evaluate(() => {
    const slow: number[] = []
    Object.assign(window, { slow })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId > 0) slow.push(entry.duration)
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  const texts = ['sample coin number 1', 'smp19', 'usdc', '0x5555', 'weth', 'coin number 77']
  for (const text of texts) {
    await search.pressSequentially(text, { delay: 60 })
    for (const _ of text) await search.press('Backspace', { delay: 5 })
  }
  for (let i = 0; i < 30; i++) await search.press('ArrowDown', { delay: 5 })
  for (let i = 0; i < 10; i++) await search.press('PageDown', { delay: 5 })
  await page.waitForTimeout(300)
  const presses = texts.reduce((sum, text) => sum + 2 * text.length, 0) + 40
  const slow = await page.evaluate(() => (window as unknown as { slow: number[] }).slow)
  slow.sort((a, b) => b - a)
  // The browser does not report events under 16 ms singly; two in a hundred of all may take longer.
  return slow[Math.floor(presses * 0.02)] ?? 0
}
