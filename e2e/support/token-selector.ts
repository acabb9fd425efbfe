import { expect, type Page } from '@playwright/test'
import type { AnswerOf } from '@/lib/client/call'

type TokenList = AnswerOf<'getTokenList'>
type ListedToken = TokenList['tokens'][number]

/** Serves the page the service's token list as transformed by `change`. */
export async function serveTokens(
  page: Page,
  change: (tokens: readonly ListedToken[]) => readonly ListedToken[],
): Promise<void> {
  await page.route('**/tokenlist.json', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as TokenList
    await route.fulfill({ response, json: { ...list, tokens: change(list.tokens) } })
  })
}

const added = (index: number): ListedToken => ({
  chainId: 1,
  address: `0x${(0xabc0_0000_0000 + index * 7_919).toString(16).padStart(40, '5')}`,
  name: `Sample Coin Number ${index}`,
  symbol: `SMP${index}`,
  decimals: 18,
})
/** Adds 2,000 tokens to a list. */
export const withThousands = (tokens: readonly ListedToken[]) => [
  ...tokens,
  ...Array.from({ length: 2_000 }, (_, index) => added(index)),
]

/** Opens the sell token selector. */
export async function openSelector(page: Page) {
  const search = page.getByRole('combobox', { name: 'Token you pay' })
  // Clicks before hydration have no effect.
  await expect(async () => {
    // An open selector covers the button.
    if (!(await search.isVisible()))
      await page.getByRole('button', { name: /^Token you pay/ }).click({ timeout: 1_000 })
    await expect(search).toBeFocused({ timeout: 5_000 })
  }).toPass()
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  return { search, options, dialog: page.getByRole('dialog', { name: 'Token you pay' }) }
}

/** Selects a token by symbol for one side. */
export async function chooseToken(
  page: Page,
  { side, symbol }: { readonly side: 'pay' | 'receive'; readonly symbol: string },
): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Token you ${side}`) }).click()
  const search = page.getByRole('combobox', { name: `Token you ${side}` })
  await search.fill(symbol)
  await expect(page.getByRole('option').first()).toContainText(symbol)
  await search.press('Enter')
  await expect(search).toBeHidden()
}
