import { expect, test } from '@playwright/test'
import { toHex } from 'viem'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectWallet } from '@/e2e/support/injected-wallet'
import { chooseAction, orderRows } from '@/e2e/support/recent-orders'
import { fetchSettings, placeOrder, testAccount } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const demoIndex = 1
const { wrappedNative, usdToken } = getNetwork(1)
const sepolia = getNetwork(11_155_111)

/** Limits far from the market: the orders stay open. */
const terms = {
  network: 'mainnet',
  account: testAccount(demoIndex),
  sellToken: wrappedNative,
  buyToken: usdToken,
  sellAmount: 10n ** 16n,
}

test('the owner cancels an open order and is notified in the inbox', async ({ page, baseURL }) => {
  // A unique amount distinguishes this run's order from earlier ones.
  const usdc = 900_000n + BigInt(Date.now() % 90_000)
  const uid = await placeOrder(baseURL ?? '', { ...terms, buyAmount: usdc * 10n ** 6n })
  const amount = usdc.toLocaleString('en-US')

  await page.goto('/orders')
  await connectWallet(page, `Demo account ${demoIndex + 1}`)
  const row = orderRows(page).filter({ hasText: amount })
  await expect(row.getByText('Open', { exact: true })).toBeVisible()

  await chooseAction(row, 'Cancel')
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(dialog.getByText(`${amount}.00 USDC`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Cancelled' }).click()
  await expect(row.getByText('Cancelled', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Inbox' }).first().click()
  const news = page.getByRole('link').filter({ hasText: amount })
  await expect(news).toContainText('You cancelled')
  await news.click()
  await expect(page).toHaveURL(new RegExp(`/orders/${uid}`))
  await expect(page.getByRole('list', { name: 'Progress' })).toContainText('Cancelled')
})

test('keeping the order leaves it open', { tag: '@long' }, async ({ page, baseURL, request }) => {
  const uid = await placeOrder(baseURL ?? '', {
    ...terms,
    buyAmount: (800_000n + BigInt(Date.now() % 90_000)) * 10n ** 6n,
  })
  await page.goto('/orders')
  await connectWallet(page, `Demo account ${demoIndex + 1}`)
  await chooseAction(orderRows(page).first(), 'Cancel')
  await page.getByRole('button', { name: 'Keep order' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const answer = await request.get(`/mainnet/api/v1/orders/${uid}`)
  expect(await answer.json()).toMatchObject({ status: 'open' })
})

test('shows an order by its link without a wallet', async ({ page, baseURL }) => {
  const buyAmount = (700_000n + BigInt(Date.now() % 90_000)) * 10n ** 6n
  const uid = await placeOrder(baseURL ?? '', { ...terms, buyAmount })
  await page.goto(`/orders/${uid}`)
  await expect(
    page.getByRole('heading', { name: /^Selling 0\.01 WETH for at least/ }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(/Open|In auction/)
  await page.goto(`/orders/0x${'00'.repeat(56)}`)
  await expect(page.getByRole('heading', { name: 'Order not found', level: 1 })).toBeVisible()
})

test('a browser wallet cancels its order on Sepolia and is notified', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const account = testAccount(demoIndex)
  const { networks } = await fetchSettings(baseURL ?? '')
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia.chainId)?.rpcUrl ?? ''
  const usdc = 900_000n + BigInt(Date.now() % 90_000)
  await placeOrder(baseURL ?? '', {
    network: 'sepolia',
    account,
    sellToken: sepolia.wrappedNative,
    buyToken: sepolia.usdToken,
    sellAmount: 10n ** 16n,
    buyAmount: usdc * 10n ** 6n,
  })
  const wallet = await injectWallet(page, {
    privateKey: toHex(account.getHdKey().privateKey ?? new Uint8Array()),
    networks: [{ chainId: sepolia.chainId, rpcUrl }],
    chainId: sepolia.chainId,
  })
  const amount = usdc.toLocaleString('en-US')

  await page.goto('/orders?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const row = orderRows(page).filter({ hasText: amount })
  await chooseAction(row, 'Cancel')
  await page.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  expect(wallet.calls).toContain('eth_signTypedData_v4')
  expect(wallet.calls).not.toContain('eth_sendTransaction')

  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await expect(page.getByRole('link').filter({ hasText: amount })).toContainText('You cancelled')
})
