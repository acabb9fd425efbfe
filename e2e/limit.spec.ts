import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from './connect-wallet'
import { injectFundedWallet } from './funded-wallet'
import type { InjectedWallet } from './injected-wallet'

async function openLimit(page: Page, baseURL?: string): Promise<InjectedWallet> {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/limit?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  return wallet
}

const form = (page: Page) => ({
  sell: page.getByLabel('You pay amount'),
  buy: page.getByLabel('You receive amount'),
  price: page.getByLabel('Limit price'),
})

const open = (page: Page) => page.getByRole('region', { name: 'Your limit orders' })

/** Writes an order at a part of the market price, and signs it. */
async function place(page: Page, { amount, factor }: { amount: string; factor: number }) {
  const { sell, price } = form(page)
  await sell.fill(amount)
  await expect(page.getByText('it can be filled at once')).toBeVisible()
  const market = Number(await price.inputValue())
  await price.fill((market * factor).toFixed(2))
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  const approve = dialog.getByRole('button', { name: 'Approve WETH' })
  const sign = dialog.getByRole('button', { name: 'Sign order' })
  await expect(approve.or(sign)).toBeVisible()
  if (await approve.isVisible()) await approve.click()
  await sign.click()
  await expect(dialog).toBeHidden()
  return market
}

test('a limit order above the market waits, is listed with its distance, and is cancelled', async ({
  page,
  baseURL,
}) => {
  const { account } = await openLimit(page, baseURL)
  await place(page, { amount: '0.1', factor: 1.5 })
  const row = open(page).getByRole('listitem').first()
  await expect(row.getByText('WETH → USDC')).toBeVisible()
  await expect(row.getByText(/Fills when the market is \d+% better/)).toBeVisible()

  await place(page, { amount: '0.05', factor: 2 })
  await expect(open(page).getByRole('listitem')).toHaveCount(2)

  const answer = await fetch(`${baseURL}/sepolia/api/v1/account/${account.address}/orders`)
  const orders = (await answer.json()) as { class: string; validTo: number; feeAmount: string }[]
  expect(orders).toHaveLength(2)
  for (const order of orders) {
    expect(order).toMatchObject({ status: 'open', partiallyFillable: true, feeAmount: '0' })
    expect(order.class).toBe('limit')
    expect(order.validTo - Date.now() / 1_000).toBeGreaterThan(6.9 * 86_400)
  }

  await row.getByRole('button', { name: 'Cancel WETH → USDC' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(open(page).getByText('Cancelled', { exact: true })).toBeVisible()
})

test('a limit order below the market is filled at once, at the market', async ({
  page,
  baseURL,
}) => {
  const { account } = await openLimit(page, baseURL)
  await place(page, { amount: '0.1', factor: 0.97 })
  await expect(open(page).getByText('Filled', { exact: true })).toBeVisible({ timeout: 30_000 })
  const answer = await fetch(`${baseURL}/sepolia/api/v1/account/${account.address}/orders`)
  const [order] = (await answer.json()) as { buyAmount: string; executedBuyAmount: string }[]
  // Asked for 3 % less than the market gave; got what it gave.
  expect(Number(order?.executedBuyAmount) / Number(order?.buyAmount)).toBeGreaterThan(1.02)
})

test('price and amounts follow one another, and the button asks for what is missing', async ({
  page,
}) => {
  await page.goto('/?chain=sepolia')
  await page.getByRole('link', { name: 'Limit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Limit order' })).toBeVisible()
  const { sell, buy, price } = form(page)
  const ask = (name: string) => page.getByRole('button', { name })
  await ask('Enter an amount').click()
  await expect(sell).toBeFocused()
  await sell.fill('2')
  await price.fill('')
  await ask('Enter a price').click()
  await expect(price).toBeFocused()
  await price.fill('4000')
  await expect(buy).toHaveValue('8,000')
  await buy.fill('7000')
  await expect(price).toHaveValue('3500')
  await ask('Show WETH per USDC').click()
  await expect(price).toHaveValue('0.00028571428')
  await expect(buy).toHaveValue('7000')
  await ask('Use the market price').click()
  await expect(page.getByText('it can be filled at once')).toBeVisible()
  await page.getByLabel('Expires').selectOption('At a time you choose')
  await ask('Check the expiry').click()
  await expect(page.getByLabel('Until')).toBeFocused()
  await page.getByLabel('Until').fill('2020-01-01T00:00')
  await expect(page.getByText('at least two minutes ahead')).toBeVisible()
})
