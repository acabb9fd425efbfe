import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { placeOrder } from '@/e2e/support/service-api'
import { untilLoaded } from '@/e2e/support/until-loaded'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)
const pair = { network: 'sepolia', sellToken: wrappedNative, buyToken: usdToken }

/** Connects a new wallet with an open order; returns pages with the main control of each. */
async function openPages(page: Page, url: string) {
  const { account } = await injectFundedWallet(page, url)
  const far = { ...pair, account, sellAmount: 10n ** 16n, buyAmount: 741_001n * 10n ** 6n }
  const uid = await placeOrder(url, far)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  return [
    { path: '/?chain=sepolia', control: button('Enter an amount') },
    { path: '/orders?chain=sepolia&tab=open', control: button('Actions for WETH to USDC') },
    { path: '/notifications?chain=sepolia', control: button('Sign in') },
    { path: '/affiliate?chain=sepolia', control: page.getByRole('textbox').first() },
    {
      path: `/orders/${uid}?chain=sepolia`,
      control: page.getByRole('link', { name: 'USDC' }).first(),
    },
  ] as const
}

/** Applies the text spacing of WCAG 2.2, 1.4.12. */
const widenText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`)
    document.adoptedStyleSheets.push(sheet)
  })

/** Returns covered controls and clipped text. */
const lostParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (part: Element) =>
      `${part.localName} ${part.getAttribute('aria-label') ?? part.textContent}`
    const isShown = (part: Element) =>
      part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 2
    const controls = [...document.querySelectorAll('main :is(button, a, input, select, textarea)')]
    const covered = controls.filter(isShown).filter((control) => {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect()
      const found = document.elementFromPoint(x + width / 2, y + height / 2)
      return !(
        found &&
        (control.contains(found) || found.contains(control) || found.closest('label'))
      )
    })
    const cut = [...document.querySelectorAll('main *, header *')]
      .filter(isShown)
      .filter((part) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(part)
        const isClipped = /hidden|clip/.test(overflowX + overflowY) && textOverflow !== 'ellipsis'
        const isCut =
          part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1
        return isClipped && isCut && part.textContent?.trim() !== ''
      })
    return [
      ...covered.map((part) => `covered: ${nameOf(part)}`),
      ...cut.map((part) => `cut off: ${nameOf(part)}`),
    ]
  })

async function expectNothingLost(page: Page, where: string): Promise<void> {
  await untilLoaded(page)
  const wider = await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth)
  expect(wider, `horizontal scrolling of ${where}`).toBeLessThanOrEqual(0)
  expect(await lostParts(page), where).toEqual([])
}

test.describe(() => {
  // A window of 1280 × 900 at 200 % zoom.
  test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 })

  test('at 200 % nothing is clipped and each page’s main control can be pressed', {
    tag: '@long',
  }, async ({ page, baseURL }) => {
    for (const { path, control } of await openPages(page, baseURL ?? '')) {
      await page.goto(path)
      await control.click({ trial: true })
      await expectNothingLost(page, path)
    }
  })
})

for (const width of [375, 1280]) {
  test(`with text spacing nothing is clipped at ${width}`, { tag: '@long' }, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const { path, control } of await openPages(page, baseURL ?? '')) {
      await page.goto(path)
      await widenText(page)
      await control.click({ trial: true })
      await expectNothingLost(page, path)
    }
  })
}

test('with forced colours the button text and the active option are visible', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/?chain=sepolia')
  const button = page.getByRole('main').getByRole('button', { name: 'Enter an amount' })
  // The button uses the system highlight colours.
  await expect(button).toHaveCSS('forced-color-adjust', 'none')
  await page.getByRole('button', { name: /^Token you receive/ }).click()
  const keys = page.getByRole('combobox')
  await keys.press('ArrowDown')
  const option = page.locator(`[id="${await keys.getAttribute('aria-activedescendant')}"]`)
  await expect(option).toHaveCSS('outline', /^rgb\(.+\) solid 2px$/)
})

/** Records animations longer than a millisecond from now on, other than opacity changes. */
const recordMotion = (page: Page) =>
  page.addInitScript(() => {
    const moves = new Set<string>()
    Object.assign(window, { moves })
    const still = new Set(['opacity', 'offset', 'computedOffset', 'easing', 'composite'])
    const scan = () => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation
        if (!(effect instanceof KeyframeEffect)) continue
        const { duration = 0, iterations = 1 } = effect.getComputedTiming()
        if (Number(duration) * iterations <= 1) continue
        const moved = effect
          .getKeyframes()
          .flatMap((frame) => Object.keys(frame).filter((key) => !still.has(key)))
        for (const key of moved) moves.add(`${key} of ${effect.target?.outerHTML.slice(0, 120)}`)
      }
      requestAnimationFrame(scan)
    }
    scan()
  })

test('with reduced motion nothing moves from the form to a filled order', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await recordMotion(page)
  await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const selector = page.getByRole('button', { name: /^Token you receive/ })
  await selector.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Slippage/ }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('You pay amount').fill('0.01')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  await dialog.getByRole('button', { name: 'Sign order' }).click()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
  const moves = await page.evaluate(() => [...(window as unknown as { moves: Set<string> }).moves])
  expect(moves).toEqual([])
})
