import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Rules whose result depends on the theme's colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Rules that axe disables by default: target size (WCAG 2.2, 2.5.8) and label in name (2.5.3). */
const optionalRules = {
  'target-size': { enabled: true },
  'label-content-name-mismatch': { enabled: true },
}

type Options = {
  /** Description of the view, for the failure message. */
  readonly what?: string
  /** Selector of the checked part; omitted: the whole page. */
  readonly within?: string
  /** `colours` if the same view was already checked in another theme. */
  readonly rules?: 'all' | 'colours'
}

/** Expects no axe violations in the current view. */
export async function expectAccessible(page: Page, options: Options = {}): Promise<void> {
  const { what = '', within, rules = 'all' } = options
  await renderSections(page)
  await awaitMotion(page)
  // Legacy mode skips the extra page for cross-origin frames, of which there are none: half the run time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  if (within !== undefined) axe.include(within)
  if (rules === 'colours') axe.withRules(colourRules)
  else axe.options({ rules: optionalRules })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  expect(found, what).toEqual([])
}

/** Renders off-screen sections, whose colours Chromium does not update when the theme changes. */
const renderSections = (page: Page) =>
  page.evaluate(() => {
    for (const section of document.querySelectorAll<HTMLElement>('.lazy-section'))
      section.style.contentVisibility = 'visible'
  })

/** Waits for running animations: axe misreads colours during a fade. Skips off-screen ones, which never finish. */
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

/** Checks the light theme, then the dark one, which stays active. */
export async function expectAccessibleInBothThemes(page: Page, what = ''): Promise<void> {
  await showTheme(page, 'light')
  await expectAccessible(page, { what: `${what}, light` })
  await showTheme(page, 'dark')
  await expectAccessible(page, { what: `${what}, dark`, rules: 'colours' })
}

/**
 * Checks for horizontal scrolling at every width (320 px is 400 % zoom, WCAG 1.4.10), and on phones and desktops for axe
 * violations in both themes.
 */
export async function expectAccessibleEverywhere(page: Page, what = ''): Promise<void> {
  for (const width of [320, 375, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `horizontal scrolling of ${what} at ${width}`).toBe(0)
    if (width === 375 || width === 1280)
      await expectAccessibleInBothThemes(page, `${what} ${width}`)
  }
}

/** Emulates a system colour scheme with reduced motion. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
}
