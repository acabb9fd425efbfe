import { expect, test } from '@playwright/test'
import { getNetwork } from '@/lib/core/networks'
import { connectWallet } from './connect-wallet'
import { placeOrder, testAccount } from './place-order'

const demoIndex = 6
const { wrappedNative, usdToken } = getNetwork(1)

/** Far from the market: nobody gives that much for 0.01 WETH. */
const terms = {
  network: 'mainnet',
  account: testAccount(demoIndex),
  sellToken: wrappedNative,
  buyToken: usdToken,
  sellAmount: 10n ** 16n,
}

test('the owner cancels an open order, and the inbox tells of it', async ({ page, baseURL }) => {
  // Tells this run's order from those of earlier ones.
  const wanted = 900_000n + BigInt(Date.now() % 90_000)
  const uid = await placeOrder(baseURL ?? '', { ...terms, buyAmount: wanted * 10n ** 6n })
  const amount = wanted.toLocaleString('en-US')

  await page.goto('/orders')
  await connectWallet(page, `Demo account ${demoIndex + 1}`)
  const row = page.getByRole('listitem').filter({ hasText: amount })
  await expect(row.getByText('Open', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(dialog.getByText(`${amount} USDC`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(row.getByText('Cancelled', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Inbox' }).first().click()
  const news = page.getByRole('link').filter({ hasText: amount })
  await expect(news).toContainText('Cancelled')
  await news.click()
  await expect(page).toHaveURL(new RegExp(`/orders/${uid}`))
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Cancelled')
})

test('keeping the order leaves it open', async ({ page, baseURL, request }) => {
  const uid = await placeOrder(baseURL ?? '', {
    ...terms,
    buyAmount: (800_000n + BigInt(Date.now() % 90_000)) * 10n ** 6n,
  })
  await page.goto('/orders')
  await connectWallet(page, `Demo account ${demoIndex + 1}`)
  await page.getByRole('button', { name: 'Cancel WETH to USDC' }).first().click()
  await page.getByRole('button', { name: 'Keep order' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const answer = await request.get(`/mainnet/api/v1/orders/${uid}`)
  expect(await answer.json()).toMatchObject({ status: 'open' })
})

test('an order is shown to whoever has its link, without a wallet', async ({ page, baseURL }) => {
  const buyAmount = (700_000n + BigInt(Date.now() % 90_000)) * 10n ** 6n
  const uid = await placeOrder(baseURL ?? '', { ...terms, buyAmount })
  await page.goto(`/orders/${uid}`)
  await expect(page.getByRole('heading', { name: 'WETH → USDC' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order' })).toContainText('Open')
  await page.goto(`/orders/0x${'00'.repeat(56)}`)
  await expect(page.getByRole('heading', { name: 'No such order here' })).toBeVisible()
})
