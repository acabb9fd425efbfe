import { expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { openSelector, serveTokens, withThousands } from '@/e2e/support/token-selector'

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const cow = '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab'
/** An unlisted fee-on-transfer token, which the service does not trade. */
const fee = '0x0000000000000000000000000000000000d15002'

test('a list of 2,000 tokens is announced in full but rendered in part', async ({ page }) => {
  await serveTokens(page, withThousands)
  await page.goto('/?chain=mainnet')
  const { options } = await openSelector(page)
  await expect(options.first()).toHaveAttribute('aria-setsize', /^20\d\d$/)
  // The DOM size does not grow with the list.
  expect(await options.count()).toBeLessThan(40)
})

test('finds tokens by name, symbol and address in any notation', async ({ page }) => {
  await serveTokens(page, withThousands)
  await page.goto('/?chain=mainnet')
  const { search, options, dialog } = await openSelector(page)
  const cases: readonly (readonly [text: string, symbol: string])[] = [
    ['USDC', 'USDC'],
    ['usdc', 'USDC'],
    ['  usdc ', 'USDC'],
    ['usd coin', 'USDC'],
    ['usd   coin', 'USDC'],
    ['Sample Coin Number 2999', ''],
    ['sample coin number 1234', 'SMP1234'],
    [usdc, 'USDC'],
    [usdc.toUpperCase(), 'USDC'],
    [usdc.slice(2), 'USDC'],
    [` ${usdc.slice(0, 20)} ${usdc.slice(20)} `, 'USDC'],
    [usdc.slice(0, 12), 'USDC'],
    [usdc.slice(14, 30).toUpperCase(), 'USDC'],
    ['nothing is called so', ''],
  ]
  for (const [text, symbol] of cases) {
    await search.fill(text)
    if (symbol === '') {
      await expect(options, text).toHaveCount(0)
      await expect(dialog.getByText('No listed token matches.')).toBeVisible()
    } else await expect(options.first(), text).toContainText(symbol)
  }
})

test('selects and favourites tokens by keyboard, and Escape restores focus', async ({ page }) => {
  await serveTokens(page, withThousands)
  await page.goto('/?chain=mainnet')
  const { search, options, dialog } = await openSelector(page)
  const active = () =>
    search.evaluate((field) => {
      const id = field.getAttribute('aria-activedescendant') ?? ''
      const option = document.getElementById(id)
      const place = option?.getAttribute('aria-posinset')
      return `${place} ${option?.getAttribute('role')} ${option?.querySelector('.font-medium')?.textContent}`
    })
  expect(await active()).toBe('1 option ETH')
  await search.press('ArrowUp')
  const last = await options.first().getAttribute('aria-setsize')
  await expect.poll(active).toMatch(new RegExp(`^${last} option`))
  await search.press('ArrowDown')
  await expect.poll(active).toBe('1 option ETH')
  for (let i = 0; i < 30; i++) await search.press('PageDown')
  await expect.poll(active).toMatch(/^241 option SMP/)

  await search.fill('smp42')
  await search.press('Tab')
  const star = dialog.getByRole('button', { name: 'Favourite SMP42', exact: true })
  await expect(star).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Token you pay: WETH' })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('group', { name: 'Favourites' })).toContainText('SMP42')
  await search.fill('usdt')
  await search.press('Enter')
  await expect(page.getByRole('button', { name: 'Token you pay: USDT' })).toBeFocused()
  await expect(page).toHaveURL(/[?&]sell=0x/)
  await page.reload()
  await page.getByRole('button', { name: 'Token you pay: USDT' }).press('Enter')
  await expect(dialog.getByRole('group', { name: 'Favourites' })).toContainText('SMP42')
  await expect(dialog.getByRole('group', { name: 'Recent' })).toContainText('USDT')
})

test('lists held tokens first, sorted by USD value', { tag: '@long' }, async ({ page }) => {
  await serveTokens(page, withThousands)
  await page.goto('/?chain=mainnet')
  await connectWallet(page, 'Demo account 3')
  const { dialog } = await openSelector(page)
  const yours = dialog.getByRole('group', { name: 'Yours' })
  const ether = yours.getByRole('option').filter({ hasText: 'ETH' }).first()
  await expect(ether).toContainText('$')
  const values = async () => {
    const texts = await yours.getByText(/^\$/).allInnerTexts()
    return texts.map((text) => Number(text.replace(/[$,]/g, '')))
  }
  await expect.poll(async () => (await values()).length).toBeGreaterThan(3)
  await expect
    .poll(async () => {
      const found = await values()
      return found.every((value, index) => index === 0 || value <= (found[index - 1] ?? 0))
    })
    .toBe(true)
})

test('an unlisted token can be imported after consent and traded', { tag: '@long' }, async ({
  page,
}) => {
  await serveTokens(page, (tokens) => tokens.filter(({ address }) => address !== cow))
  await page.goto('/?chain=mainnet')
  const { search, options, dialog } = await openSelector(page)
  await search.fill(cow.slice(2).toUpperCase())
  await expect(options).toHaveCount(0)
  const found = dialog.getByRole('region', { name: 'Add COW' })
  await expect(found).toContainText('CoW Protocol Token')
  await expect(found).toContainText('This token is not listed')
  const add = found.getByRole('button', { name: 'Add COW' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.click({ force: true })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, { within: '[role="dialog"]' })
  await found.getByRole('checkbox').check()
  await add.click()
  await expect(page.getByRole('button', { name: 'Token you pay: COW' })).toBeVisible()
  await page.getByLabel('You pay amount').fill('100')
  await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
  await connectWallet(page, 'Demo account 3')
  await page.getByRole('button', { name: 'Review order' }).click()
  const review = page.getByRole('dialog', { name: 'Review order' })
  await expect(review.getByText(/COW is not listed\. You added it/)).toBeVisible()
  await expect(review.getByText(cow)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`/?chain=mainnet&sell=${cow}`)
  await page.getByRole('button', { name: 'Token you pay: COW' }).click()
  const row = options.filter({ hasText: 'Added by you' })
  await expect(row).toContainText('COW')
  await dialog.getByRole('button', { name: 'Remove COW' }).click()
  await expect(row).toHaveCount(0)
})

test('a link to an unlisted token asks for consent and then fills the form', {
  tag: '@long',
}, async ({ page }) => {
  await serveTokens(page, (tokens) => tokens.filter(({ address }) => address !== cow))
  const link = `chain=mainnet&sell=${cow}&buy=${usdc}&amount=100`
  const dialog = page.getByRole('dialog', { name: 'The link asks for an unlisted token' })
  await page.goto(`/?${link}`)
  await expect(dialog.getByText('This token is not listed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Token you pay: Select a token' })).toBeVisible()

  await page.goto(`/limit?${link}&price=0.5`)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Add COW' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Token you pay: COW' })).toBeVisible()
  await expect(page.getByLabel('You receive at least amount')).toHaveValue('50.00')
  await page.goto(`/?${link}`)
  await expect(page.getByRole('button', { name: 'Token you pay: COW' })).toBeVisible()
  await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
  await expect(dialog).toBeHidden()
})

test('reports an unsupported token, also after a reload', { tag: '@long' }, async ({ page }) => {
  await page.goto('/?chain=mainnet')
  const { search, dialog, options } = await openSelector(page)
  await search.fill(fee)
  await expect(dialog.getByText('It takes a fee on transfer')).toBeVisible()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Add FEE' }).click()
  await page.getByLabel('You pay amount').fill('100')
  await expect(page.getByText('Token not supported').first()).toBeVisible()
  await page.reload()
  await openSelector(page)
  await expect(options.filter({ hasText: 'FEE' })).toContainText('Not supported')
})

test('reports an address without a token', { tag: '@long' }, async ({ page }) => {
  await page.goto('/?chain=mainnet')
  const { search, dialog } = await openSelector(page)
  await search.fill(`0x${'0'.repeat(36)}beef`)
  await expect(dialog.getByText('No token at this address')).toBeVisible()
})

test('the selector is accessible in both themes at 375 and 1280', { tag: '@long' }, async ({
  page,
}) => {
  await serveTokens(page, withThousands)
  await page.goto('/?chain=mainnet')
  const { dialog } = await openSelector(page)
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 })
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await expectAccessibleInBothThemes(page, `the selector at ${width}`)
  }
})
