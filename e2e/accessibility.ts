import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Rules whose outcome depends on the colours of the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Rules that axe leaves out unless asked: the size of targets (WCAG 2.2, 2.5.8), and names that begin as what is seen (2.5.3). */
const furtherRules = {
  'target-size': { enabled: true },
  'label-content-name-mismatch': { enabled: true },
}

type Looked = {
  /** What is on the screen, for the message of a failure. */
  readonly what?: string
  /** Selector of the part that is looked at; left out: all of the page. */
  readonly within?: string
  /** `colours` where the same was looked at in another theme. */
  readonly rules?: 'all' | 'colours'
}

/** Expects that everybody can use what is on the screen, as far as axe can tell. */
export async function expectAccessible(page: Page, looked: Looked = {}): Promise<void> {
  const { what = '', within, rules = 'all' } = looked
  await awaitMotion(page)
  // Frames of other origins, of which there are none, would be read in a page of their own, at twice the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  if (within !== undefined) axe.include(within)
  if (rules === 'colours') axe.withRules(colourRules)
  else axe.options({ rules: furtherRules })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  expect(found, what).toEqual([])
}

/** What fades in is read once it is there. What is scrolled far out of sight neither moves nor ends. */
const awaitMotion = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .map(({ effect }) => effect as KeyframeEffect)
          .filter(({ target }) => target?.checkVisibility({ contentVisibilityAuto: true }))
          .filter((effect) => effect.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
          .map(({ target }) => target?.outerHTML.slice(0, 200)),
      ),
    )
    .toEqual([])

/** The same in the light theme, then in the dark one, which is left on. */
export async function expectAccessibleInBothThemes(page: Page, what = ''): Promise<void> {
  await showTheme(page, 'light')
  await expectAccessible(page, { what: `${what}, light` })
  await showTheme(page, 'dark')
  await expectAccessible(page, { what: `${what}, dark`, rules: 'colours' })
}

/** The same on a phone, a tablet and a desktop, where nothing may scroll sideways either, as at 400 % (1.4.10). */
export async function expectGoodLooks(page: Page, what = ''): Promise<void> {
  for (const width of [320, 375, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `sideways scrolling of ${what} at ${width}`).toBe(0)
    if (width > 320) await expectAccessibleInBothThemes(page, `${what} ${width}`)
  }
}

/** Shows the page in a theme of the system, without motion. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
}
