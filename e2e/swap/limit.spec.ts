import { expect, type Locator, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expectAccessibleInBothThemes } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { type InjectedWallet, injectFundedWallet } from '@/e2e/support/injected-wallet'
import { recentOrders } from '@/e2e/support/recent-orders'
import { placeOrder } from '@/e2e/support/service-api'
import type { OrderView } from '@/lib/client/api'
import { getNetwork } from '@/lib/core/networks'

async function openLimit(page: Page, baseURL?: string): Promise<InjectedWallet> {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/limit?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  return wallet
}

const form = (page: Page) => ({
  sell: page.getByLabel('You sell amount'),
  buy: page.getByLabel('You receive at least amount'),
  price: page.getByLabel('Limit price', { exact: true }),
})

const expiry = (page: Page) => page.getByRole('combobox', { name: 'Expires' })

const open = (page: Page) => page.getByRole('region', { name: 'Recent orders' })

/** Returns the market price from the field, which is empty while it loads. */
async function readMarket(price: Locator): Promise<number> {
  let market = 0
  await expect
    .poll(async () => {
      market = Number((await price.inputValue()).replaceAll(',', ''))
      return market
    })
    .toBeGreaterThan(0)
  return market
}

type Draft = { readonly amount: string; readonly factor: number }

/** Fills in an order with its limit at `factor` times the market price and opens the review, ready to sign. */
async function review(page: Page, { amount, factor }: Draft) {
  const { sell, price } = form(page)
  await sell.fill(amount)
  await expect(page.getByText('0.00% vs market', { exact: true })).toBeVisible()
  const market = await readMarket(price)
  await price.fill((market * factor).toFixed(2))
  await page.getByRole('button', { name: 'Review limit order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  const approve = dialog.getByRole('button', { name: 'Approve WETH' })
  const sign = dialog.getByRole('button', { name: 'Sign order' })
  await expect(approve.or(sign)).toBeVisible()
  if (await approve.isVisible()) await approve.click()
  await expect(sign).toBeVisible()
  return { market, dialog, sign }
}

/** Fills in and signs an order; returns the market price. */
async function place(page: Page, draft: Draft) {
  const { market, dialog, sign } = await review(page, draft)
  await sign.click()
  await expect(dialog).toBeHidden()
  return market
}

test('a limit order above market stays open, shows its distance and can be cancelled', async ({
  page,
  baseURL,
}) => {
  const wallet = await openLimit(page, baseURL)
  const { account } = wallet
  await place(page, { amount: '0.1', factor: 1.5 })
  const row = recentOrders(page).first()
  await expect(row).toContainText('0.1 WETH →')
  await expect(row.getByText(/^[\d.]+% above market$/)).toBeVisible()

  await place(page, { amount: '0.05', factor: 2 })
  await expect(recentOrders(page)).toHaveCount(2)

  const answer = await fetch(`${baseURL}/sepolia/api/v1/account/${account.address}/orders`)
  const orders = (await answer.json()) as OrderView[]
  expect(orders).toHaveLength(2)
  for (const order of orders) {
    expect(order).toMatchObject({ status: 'open', partiallyFillable: true, feeAmount: '0' })
    expect(order.class).toBe('limit')
    expect(order.validTo - Date.now() / 1_000).toBeGreaterThan(6.9 * 86_400)
  }

  await row.getByRole('button', { name: 'Cancel WETH to USDC' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(open(page).getByText('Cancelled', { exact: true })).toBeVisible()

  await open(page).getByRole('button', { name: 'Cancel WETH to USDC' }).click()
  await dialog.getByRole('button', { name: 'On-chain' }).click()
  await dialog.getByRole('button', { name: 'Send transaction' }).click()
  await expect(open(page).getByText('Cancelled', { exact: true })).toHaveCount(2)
  // Two approvals, the second one for both orders, and the cancellation.
  expect(wallet.calls.filter((method) => method === 'eth_sendTransaction')).toHaveLength(3)

  // The market price at signing is not shown as a quote.
  await page.goto(`/orders/${orders[0]?.uid}?chain=sepolia`)
  await expect(page.getByRole('main')).toContainText(/0\.05\s*WETH/)
  await expect(page.getByText(/quoted/)).toHaveCount(0)
  await page.goto('/?chain=sepolia')
  const slips = recentOrders(page)
  await expect(slips).toHaveCount(2)
  await expect(slips.first()).toContainText('0.05 WETH →')
  await expect(slips.getByText(/quoted/)).toHaveCount(0)
})

test('a limit order that expired before placement is re-signed with a new expiry', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await openLimit(page, baseURL)
  const validTos: number[] = []
  await page.route('**/api/v1/orders', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const { validTo } = route.request().postDataJSON() as { validTo: number }
    validTos.push(validTo)
    if (validTos.length > 1) return route.fallback()
    return route.fulfill({ status: 400, json: { errorType: 'OrderExpired', description: 'over' } })
  })
  const { dialog, sign } = await review(page, { amount: '0.1', factor: 1.5 })
  // Expiry has a resolution of one second.
  await page.waitForTimeout(1_000)
  await sign.click()
  await expect(dialog.getByText('This took too long')).toBeVisible()
  await sign.click()
  await expect(dialog).toBeHidden()
  await expect(recentOrders(page)).toHaveCount(1)
  const [first = 0, second = 0] = validTos
  expect(second).toBeGreaterThan(first)
})

test('a limit order below market fills immediately at the market price', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { account } = await openLimit(page, baseURL)
  await place(page, { amount: '0.1', factor: 0.97 })
  await expect(open(page).getByText('Filled', { exact: true })).toBeVisible()
  const answer = await fetch(`${baseURL}/sepolia/api/v1/account/${account.address}/orders`)
  const [order] = (await answer.json()) as { buyAmount: string; executedBuyAmount: string }[]
  // The limit is 3 % below market; the fill is at market.
  expect(Number(order?.executedBuyAmount) / Number(order?.buyAmount)).toBeGreaterThan(1.02)
})

test('price and amounts stay in sync, and the button focuses the missing input', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/?chain=sepolia')
  await page.getByRole('link', { name: 'Limit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Limit order' })).toBeVisible()
  const { sell, buy, price } = form(page)
  const button = (name: string) => page.getByRole('button', { name })
  await button('Enter an amount').click()
  await expect(sell).toBeFocused()
  await sell.fill('2')
  await expect(price).not.toHaveValue('')
  // The field is empty again while the market for this amount loads, and clearing an empty field is no edit.
  await price.fill('1')
  await price.fill('')
  await button('Enter a price').click()
  await expect(price).toBeFocused()
  await price.fill('abc')
  await expect(price).toHaveAccessibleDescription('This is not a number')
  await price.fill('1,234')
  await expect(price).toHaveAccessibleDescription('Read as 1234')
  await price.fill('4000')
  await expect(price).toHaveAccessibleDescription('')
  await expect(buy).toHaveValue('8,000.00')
  await buy.fill('7000')
  await expect(price).toHaveValue('3,500.00')
  await button('Show WETH per USDC').click()
  await expect(price).toHaveValue('0.000285714')
  await expect(buy).toHaveValue('7000')
  await page.getByRole('button', { name: 'Market', exact: true }).click()
  await expect(page.getByText('0.00% vs market', { exact: true })).toBeVisible()
  await expiry(page).selectOption('Custom')
  await button('Check the expiry').click()
  await expect(page.getByLabel('Until')).toBeFocused()
  await page.getByLabel('Until').fill('2020-01-01T00:00')
  await expect(page.getByText('at least two minutes from now')).toBeVisible()
})

const { wrappedNative: weth, usdToken: usdc } = getNetwork(11_155_111)

test('a link fills in the form and the form updates the URL', { tag: '@long' }, async ({
  page,
}) => {
  const params = { chain: 'sepolia', sell: weth, buy: usdc, amount: '1.5', price: '4000' }
  const end = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16)
  const rest = { expiry: `${end}Z`, partial: 'no' }
  // Expiry is checked against the service's clock, even if the local clock is wrong.
  await page.clock.install({ time: Date.now() + 400 * 86_400_000 })
  await page.goto(`/limit?${new URLSearchParams({ ...params, ...rest })}`)
  const { sell, buy, price } = form(page)
  await expect(sell).toHaveValue('1.5')
  await expect(price).toHaveValue('4000')
  await expect(buy).toHaveValue('6,000.00')
  await expect(page.getByLabel('Until')).toHaveValue(end)
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Allow partial fills' })).not.toBeChecked()

  await page.getByRole('button', { name: 'Switch tokens' }).click()
  await sell.fill('1,200.5')
  await price.fill('5000')
  await expiry(page).selectOption('In a day')
  await page.getByRole('switch', { name: 'Allow partial fills' }).click()
  const members = () => Object.fromEntries(new URL(page.url()).searchParams)
  const pair = { chain: 'sepolia', sell: usdc, buy: weth }
  const written = { ...pair, amount: '1200.5', price: '5000', per: 'buy', expiry: 'day' }
  await expect.poll(members).toEqual(written)
  await page.reload()
  await expect(sell).toHaveValue('1200.5')
  await expect(price).toHaveValue('5000')
  await expect(page.getByRole('button', { name: 'Token you pay: USDC' })).toBeVisible()
  await expect(expiry(page)).toHaveValue('day')
})

test('the market price agrees in both directions before an amount is typed', {
  tag: '@long',
}, async ({ page }) => {
  const { price } = form(page)
  const perWeth = async (query: string) => {
    await page.goto(`/limit?chain=sepolia&${query}`)
    await expect(price).not.toHaveValue('')
    return readMarket(price)
  }
  const sold = await perWeth(`sell=${weth}&buy=${usdc}`)
  const bought = await perWeth(`sell=${usdc}&buy=${weth}&per=buy`)
  expect(Math.abs(bought / sold - 1)).toBeLessThan(0.05)
})

test('does not ask to approve a token that the service does not trade', { tag: '@long' }, async ({
  page,
}) => {
  // An unlisted fee-on-transfer token.
  const fee = '0x0000000000000000000000000000000000d15002'
  const { usdToken } = getNetwork(1)
  await page.goto(`/limit?chain=mainnet&sell=${fee}&buy=${usdToken}&amount=100&price=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Add FEE' }).click()
  await expect(page.getByRole('alert').getByText('It takes a fee on transfer')).toBeVisible()
  await connectWallet(page, 'Demo account 3')
  const button = page.getByRole('button', { name: 'Token not supported' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
})

test('a limit order with another recipient uses a permit instead of an approval', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const friend = privateKeyToAccount(generatePrivateKey()).address
  await page.goto(`/limit?chain=sepolia&sell=${usdc}&buy=${weth}&amount=120`)
  await connectWallet(page, 'Test wallet')
  const review = page.getByRole('button', { name: 'Review limit order' })
  await expect(page.getByText('0.00% vs market', { exact: true })).toBeVisible()
  const { price } = form(page)
  const market = await readMarket(price)
  await price.fill((market * 1.02).toFixed(2))
  await expect(review).toBeVisible()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Send to a different address' }).click()
  await page.keyboard.press('Escape')
  const recipient = page.getByRole('textbox', { name: 'Recipient' })
  await recipient.fill(weth)
  await page.getByRole('button', { name: 'Check recipient' }).click()
  await expect(recipient).toBeFocused()
  await recipient.fill(friend)
  await review.click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await expect(dialog.getByText('Recipient is not your wallet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign permit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Sign order', exact: true }).click()
  await expect(open(page).getByText('Filled', { exact: true })).toBeVisible()
  expect(wallet.calls).not.toContain('eth_sendTransaction')
  const answer = await fetch(`${baseURL}/sepolia/api/v1/account/${wallet.account.address}/orders`)
  const [order] = (await answer.json()) as { receiver: string; fullAppData: string }[]
  expect(order?.receiver).toBe(friend.toLowerCase())
  const { metadata } = JSON.parse(order?.fullAppData ?? '')
  expect(metadata).toMatchObject({ orderClass: { orderClass: 'limit' } })
  expect(metadata.hooks.pre).toHaveLength(1)
})

test('warns about a missing balance in review and shows it on the placed order', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await injectFundedWallet(page, baseURL)
  await page.goto(`/limit?chain=sepolia&sell=${weth}&buy=${usdc}&amount=5000&price=9000`)
  await connectWallet(page, 'Test wallet')
  await expect(page.getByText(/Your wallet holds only [\d.,]+ WETH$/)).toBeVisible()
  await page.getByRole('button', { name: 'Review limit order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await expect(dialog.getByText(/Your wallet holds/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  await dialog.getByRole('button', { name: 'Sign order', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByText('Not enough balance')).toBeVisible()
})

test('the slip of a limit order on the swap page shows its limit and no quote', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { account } = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await placeOrder(baseURL ?? '', {
    ...{ network: 'sepolia', account, sellToken: weth, buyToken: usdc },
    ...{ sellAmount: 10n ** 16n, buyAmount: 900_000n * 10n ** 6n },
  })
  const slip = recentOrders(page)
  await expect(slip).toContainText('900,000.00 USDC')
  await expect(slip).not.toContainText('quoted')
})

test('a limit below market warns from 2 % and 10 % and requires a typed confirmation from 30 %', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await openLimit(page, baseURL)
  const { sell, price } = form(page)
  await sell.fill('0.1')
  await expect(page.getByText('0.00% vs market', { exact: true })).toBeVisible()
  const market = await readMarket(price)
  const alert = page.getByRole('alert').filter({ hasText: 'below market' })
  const set = (factor: number) => price.fill((market * factor).toFixed(2))

  await set(1.04)
  await expect(page.getByText(/^\+(3\.[5-9]|4\.[0-4])\d% vs market$/)).toBeVisible()
  await set(0.99)
  await expect(page.getByText(/^−(0\.[5-9]|1\.[0-4])\d% vs market$/)).toBeVisible()
  await expect(alert).toHaveCount(0)
  await set(0.95)
  await expect(alert).toContainText('Warning')
  await expect(alert).not.toContainText('type a word')
  await set(0.8)
  await expect(alert).toContainText('Error')
  await expectAccessibleInBothThemes(page, 'a limit far below the market')
  await page.getByRole('button', { name: 'Review limit order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await expect(dialog.getByRole('alert')).toContainText('below market: fills immediately')
  await expect(dialog.getByText('Fills at about')).toHaveCount(0)
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await set(0.65)
  await expect(alert).toContainText('You type a word to confirm before you sign.')
  await page.getByRole('button', { name: 'Review limit order' }).click()
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  const agree = dialog.getByRole('button', { name: 'Accept the risk first' })
  await expect(agree).toBeVisible()
  const word = dialog.getByRole('textbox', { name: /My limit is 3[45]\.\d\d% below market/ })
  await expect(word).toHaveAccessibleDescription('Type “confirm” to continue.')
  await word.fill('confirm')
  await expect(dialog.getByRole('button', { name: 'Sign order' })).toBeVisible()
})
