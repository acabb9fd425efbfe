import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expectAccessible } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { fund, placeOrder } from '@/e2e/support/service-api'
import { untilReactive } from '@/e2e/support/until-loaded'
import { getNetwork } from '@/lib/core/networks'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const { wrappedNative, usdToken } = getNetwork(11_155_111)

const searchOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search' })
  return {
    dialog,
    opener: page.getByRole('banner').getByRole('link', { name: 'Search' }),
    field: dialog.getByRole('combobox', { name: 'Search everything' }),
    options: dialog.getByRole('option'),
  }
}

test('the search page finds tokens and suggests pages if nothing matches', async ({ page }) => {
  await page.goto('/no-such-page')
  const main = page.getByRole('main')
  await main.getByLabel('Search').fill(wrappedNative.slice(2).toUpperCase())
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(new RegExp(`/tokens/sepolia/${wrappedNative}`))
  await page.goto('/find?q=nothing-is-called-this')
  await expect(page.getByRole('heading', { name: 'No results', level: 1 })).toBeVisible()
  await main.getByRole('link', { name: 'Tokens' }).click()
  await expect(page).toHaveURL('/tokens')
})

test('the search page lists the newest orders of an account', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(url, account.address)
  await page.goto(`/find?q=${account.address}`)
  await expect(page.getByRole('heading', { name: 'No results', level: 1 })).toBeVisible()
  const terms = { network: 'sepolia', sellToken: wrappedNative, buyToken: usdToken }
  const amounts = { sellAmount: 10n ** 16n, buyAmount: 731_003n * 10n ** 6n }
  const uid = await placeOrder(url, { account, ...terms, ...amounts })
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Orders of 0x/, level: 1 })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: '0.01 WETH' })
  await expect(row).toContainText('Sepolia · Limit ·')
  await expectAccessible(page)
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`/orders/${uid}`)
})

test('/ opens the search anywhere but in a field, and Escape returns the focus', async ({
  page,
}) => {
  await page.goto('/tokens?chain=sepolia')
  const { dialog, opener, field, options } = searchOf(page)
  const filter = page.getByLabel('Search', { exact: true }).and(page.locator('input'))
  await filter.fill('/')
  await expect(filter).toHaveValue('/')
  await expect(dialog).toBeHidden()
  await untilReactive(page)
  await opener.focus()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Control+k')
  // The tokens of the current network come first.
  await field.fill('weth')
  await expect(options.first()).toHaveText(/^WETH.*Sepolia/)
  await field.fill(wrappedNative)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/tokens/sepolia/${wrappedNative}`))
})

test('finds tokens, orders, transactions, auctions, pages and the reference', async ({ page }) => {
  await page.goto('/docs')
  await untilReactive(page)
  await page.keyboard.press('Control+k')
  const { field, options, dialog } = searchOf(page)
  await expect(dialog.getByRole('group', { name: 'Pages' })).toContainText('Portfolio')
  const uid = `0x${'ab'.repeat(56)}`
  for (const [text, found] of [
    ['weth', /^WETH.*Ethereum/],
    [uid, /Order$/],
    [`0x${'ab'.repeat(32)}`, /Transaction$/],
    [`0x${'12'.repeat(20)}`, /Token or account$/],
    ['4711', /^4711.*Auction$/],
    ['rewards', /^Rewards$/],
    ['market d', /^Market data.*API reference$/],
    ['no such thing', /^no such thing.*Search the service$/],
  ] as const) {
    await field.fill(text)
    await expect(options.first(), text).toHaveText(found)
  }
  await expectAccessible(page, { within: '[role="dialog"]' })
  await field.fill('market d')
  await field.press('Enter')
  await expect(page).toHaveURL('/docs/market-data')
  await page.keyboard.press('Control+k')
  await expect(dialog.getByRole('group', { name: 'Recent' })).toContainText('Market data')
})

test('a phone searches from the sheet; its header names the network and its tag in full', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/tokens?chain=mainnet')
  const header = page.getByRole('banner')
  const select = header.getByRole('button', { name: /^Network: / })
  const network = select.getByText('Ethereum', { exact: true })
  await expect(header.getByRole('button', { name: 'Connect' })).toBeVisible()
  const tag = select.getByText('Demo', { exact: true })
  const expectInFull = async () => {
    await expect(tag).toBeInViewport({ ratio: 1 })
    expect(await network.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
  }
  await expectInFull()
  const { field, options, dialog } = searchOf(page)
  const openSearch = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'More pages' })
      .getByRole('link', { name: 'Search' })
      .click()
  }
  await openSearch()
  await expect(field).toBeFocused()
  await field.fill('weth')
  await options.filter({ hasText: 'Ethereum' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/tokens/mainnet/${weth}`))
  await openSearch()
  await expect(dialog.getByRole('group', { name: 'Recent' })).toContainText('WETH')
  await page.keyboard.press('Escape')
  await connectWallet(page, 'Demo account 9')
  await expectInFull()
})
