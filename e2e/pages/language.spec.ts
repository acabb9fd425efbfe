import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import type { Section } from '@/lib/client/i18n/catalogues'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

/** Pages with the message sections they use. */
const pages: readonly { readonly path: string; readonly sections: readonly Section[] }[] = [
  { path: '/?chain=mainnet', sections: ['shell', 'swap', 'wallet', 'ui'] },
  { path: '/limit?chain=mainnet', sections: ['shell', 'swap', 'limit', 'wallet', 'ui'] },
  { path: '/orders', sections: ['shell', 'orders', 'wallet', 'ui'] },
  { path: '/auctions', sections: ['shell', 'auctions'] },
  { path: '/auctions/999999999', sections: ['shell', 'auctions'] },
  { path: '/tokens', sections: ['shell', 'tokens', 'ui'] },
  { path: `/tokens/mainnet/${weth}`, sections: ['shell', 'tokens', 'ui'] },
  { path: '/affiliate', sections: ['shell', 'affiliate', 'ui'] },
  { path: '/notifications', sections: ['shell', 'notifications', 'account', 'ui'] },
  { path: '/notifications/confirm?token=x', sections: ['shell', 'notifications'] },
  { path: '/portfolio', sections: ['shell', 'portfolio', 'ui'] },
  { path: '/status', sections: ['shell', 'status'] },
  { path: '/docs', sections: ['shell', 'docs', 'ui'] },
  { path: '/docs/quotes', sections: ['shell', 'docs', 'ui'] },
  { path: '/no-such-page', sections: ['shell'] },
]

test.describe('a browser with a German locale', () => {
  test.use({ locale: 'de-DE' })

  for (const { path, sections } of pages) {
    test(`gets ${path} in German without remaining English texts`, {
      tag: path === '/?chain=mainnet' ? [] : '@long',
    }, async ({ page }) => {
      const missing: string[] = []
      page.on('console', (message) => {
        if (/MISSING_MESSAGE|FORMATTING_ERROR|hydrat/i.test(message.text())) {
          missing.push(message.text())
        }
      })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeAttached()
      await settled(page)
      const english = new Set(sections.flatMap((section) => englishOnly(section)))
      expect((await shownTexts(page)).filter((text) => english.has(text))).toEqual([])
      expect(missing).toEqual([])
      await expectAccessible(page)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
    })
  }

  test('gets numbers and dates in German format', async ({ page }) => {
    await page.goto(`/tokens/mainnet/${weth}`)
    const price = page.getByRole('region', { name: 'Kursverlauf' }).getByRole('paragraph').first()
    await expect(price).toHaveText(/^[0-9.]+,[0-9]{2}\s\$$/)
    await expect(page.getByText(/^[0-9]{1,3}(\.[0-9]{3})+(,[0-9]+)?\sWETH$/).first()).toBeVisible()
    await page.getByText('Als Tabelle anzeigen').click()
    const time = page
      .getByRole('table', { name: /^Kurs von WETH/ })
      .getByRole('rowheader')
      .first()
    await expect(time).toHaveText(/^[0-9]{1,2}\. [A-ZÄ][a-zä]+\.?, [0-9]{2}:[0-9]{2}$/)
  })
})

test('the footer switches the language, keeps typed text and persists the choice', async ({
  page,
}) => {
  await page.goto('/tokens')
  await page.getByRole('searchbox', { name: 'Search' }).fill('weth')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle('Token · Coincide')
  await expect(page.getByRole('searchbox', { name: 'Suche' })).toHaveValue('weth')
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await page.goto('/auctions')
  await expect(page.getByRole('heading', { level: 1, name: 'Auktionen' })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Auctions' })).toBeVisible()
})

type Texts = string | { readonly [name: string]: Texts }

const textsOf = (texts: Texts): readonly string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts).flatMap(textsOf)

const readTexts = (file: string): readonly string[] =>
  textsOf(JSON.parse(readFileSync(`messages/${file}`, 'utf8')))

const german = new Set(readdirSync('messages/de').flatMap((file) => readTexts(`de/${file}`)))

/** English texts of a section that differ from all German texts and have no placeholders. */
const englishOnly = (section: Section): readonly string[] =>
  readTexts(`en/${section}.json`).filter(
    (text) => !german.has(text) && !/[{<]/.test(text) && /[a-z]/.test(text),
  )

/** All texts and accessible names of the page, except in elements marked as English. */
function shownTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isForeign = (element: Element | null) => element?.closest('[lang="en"],script,style')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (!isForeign(parentElement)) texts.push(textContent?.trim() ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label],[placeholder],[title]')) {
      if (isForeign(element)) continue
      for (const name of ['aria-label', 'placeholder', 'title']) {
        texts.push(element.getAttribute(name) ?? '')
      }
    }
    return texts
  })
}

/** Waits until no loading state remains. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.locator('main [aria-label$="wird geladen"]')).toHaveCount(0)
}
