import { expect, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { chooseAction, orderRows } from '@/e2e/support/recent-orders'
import { placeOrder } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)

test('an edited order replaces the old one with one signature', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  const { account } = wallet
  const uid = await placeOrder(url, {
    ...{ network: 'sepolia', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 16n, buyAmount: 600_000n * 10n ** 6n },
  })
  await page.goto('/orders?chain=sepolia&tab=open')
  await connectWallet(page, 'Test wallet')
  await chooseAction(orderRows(page).first(), 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit order' })
  await expect(dialog.getByLabel('You pay, in WETH')).toHaveValue('0.01')
  const buyAmount = dialog.getByLabel('Minimum received, in USDC')
  await expect(buyAmount).toHaveValue('600000')
  await buyAmount.fill('0')
  await expect(dialog.getByText('Enter an amount above 0.')).toBeVisible()
  const sign = dialog.getByRole('button', { name: 'Sign new order' })
  await buyAmount.fill('1')
  await expect(dialog.getByRole('alert')).toContainText(/[0-9.]+% below market/)
  await expect(dialog.getByRole('button', { name: 'Accept the risk first' })).toBeDisabled()
  await dialog.getByLabel(/^My limit is [0-9.]+% below market\.$/).fill('confirm')
  await expect(sign).toBeEnabled()
  await dialog.getByLabel('You pay, in WETH').fill('99999')
  await expect(dialog.getByRole('button', { name: 'Not enough WETH' })).toBeDisabled()
  await expect(dialog.getByText(/^Your wallet holds only [0-9,.]+ WETH\.$/)).toBeVisible()
  await dialog.getByLabel('You pay, in WETH').fill('0.01')
  await buyAmount.fill('610,000.5')
  await expect(
    dialog.getByText(/^1 WETH = 61,000,050\.00 USDC, [0-9,.]+% above the market$/),
  ).toBeVisible()
  await dialog.getByLabel('Expires').selectOption('In a day')
  await sign.click()
  await expect(page.getByText('Order replaced')).toBeVisible()
  const rows = orderRows(page)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('610,000.50')
  expect(wallet.calls.filter((call) => call === 'eth_signTypedData_v4')).toHaveLength(1)

  const read = async () =>
    (await fetch(`${url}/sepolia/api/v1/account/${account.address}/orders`)).json()
  const [fresh, old] = await read()
  expect(old).toMatchObject({ uid, status: 'cancelled' })
  expect(fresh).toMatchObject({ status: 'open', buyAmount: '610000500000' })
  expect(JSON.parse(fresh.fullAppData).metadata.replacedOrder).toEqual({ uid })
  expect(fresh.validTo - Date.now() / 1000).toBeGreaterThan(80_000)
})
