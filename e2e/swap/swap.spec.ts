import { expect, type Page, test } from '@playwright/test'
import { createWalletClient, http, parseEther } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet, injectWallet } from '@/e2e/support/injected-wallet'
import { recentOrders } from '@/e2e/support/recent-orders'
import { fetchSettings, testAccount } from '@/e2e/support/service-api'

const sepolia = 11_155_111

/** Enters the sell amount, waits for a quote and approves; the order is then ready to sign. */
async function swap(page: Page, { amount, symbol }: { amount: string; symbol: string }) {
  await page.getByLabel('You pay amount').fill(amount)
  await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog')
  const approve = dialog.getByRole('button', { name: `Approve ${symbol}` })
  const sign = dialog.getByRole('button', { name: 'Sign order' })
  await expect(approve.or(sign)).toBeVisible()
  if (await approve.isVisible()) await approve.click()
  return { dialog, sign }
}

test('the demo wallet completes a swap from quote to filled', async ({ page }) => {
  await page.goto('/?chain=mainnet')
  await connectWallet(page, 'Demo account 1')
  const { dialog, sign } = await swap(page, { amount: '0.05', symbol: 'WETH' })
  await sign.click()
  // The page also shows slips of earlier orders.
  await expect(dialog).toBeHidden()
  const slip = recentOrders(page).first()
  await expect(slip.getByText('Filled', { exact: true })).toBeVisible()

  // It has folded, and unfolds to what it traded.
  await slip.getByRole('button', { name: /WETH/ }).first().click()
  await expect(slip.locator('dt', { hasText: 'Transaction' })).toBeVisible()
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await page.getByRole('tab', { name: 'Filled' }).click()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await expect(page.getByText(/WETH for .* USDC/).first()).toBeVisible()
})

test('a browser wallet swaps on Sepolia after declining once', async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const { address } = wallet.account
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const { dialog, sign } = await swap(page, { amount: '0.1', symbol: 'WETH' })
  // After the approval the signature is requested only on a click.
  await expect(sign).toBeFocused()
  await expect(dialog.getByRole('status')).toHaveText('WETH is approved. Next, sign the order.')
  await expect(dialog.getByRole('list', { name: 'Steps' })).toContainText('WETH approved, done')
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
  wallet.declineNext('eth_signTypedData_v4')
  await sign.click()
  await expect(dialog.getByText('You declined the request')).toBeVisible()
  await sign.click()
  // The page also shows slips of earlier orders.
  await expect(dialog).toBeHidden()
  const slip = recentOrders(page).first()
  await expect(slip.getByText('Filled', { exact: true })).toBeVisible()

  const orders = await fetch(`${baseURL}/sepolia/api/v1/account/${address}/orders`)
  expect(await orders.json()).toMatchObject([
    {
      status: 'fulfilled',
      owner: address.toLowerCase(),
      executedSellAmount: `${parseEther('0.1')}`,
    },
  ])
})

test('does not prompt a wallet whose chain only claims to be Sepolia', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { networks } = await fetchSettings(baseURL ?? '')
  const mainnetRpc = networks.find(({ chainId }) => chainId === 1)?.rpcUrl ?? ''
  const wallet = await injectWallet(page, {
    privateKey: generatePrivateKey(),
    networks: [{ chainId: sepolia, rpcUrl: mainnetRpc }],
    chainId: sepolia,
  })
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect(page.getByRole('button', { name: 'Use the demo wallet' }).first()).toBeVisible()
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
})

test('reports a size without a route and recovers with another size', async ({ page }) => {
  await page.goto('/?chain=mainnet')
  await page.getByLabel('You receive amount').fill('99999999999')
  await expect(page.getByText('No route for this size').first()).toBeVisible()
  await page.getByLabel('You pay amount').fill('1')
  await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
})

test('a USDT swap first resets an insufficient allowance', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const settings = await fetchSettings(baseURL ?? '')
  const rpcUrl = settings.networks.find(({ chainId }) => chainId === 1)?.rpcUrl
  const account = testAccount(0)
  const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  const wallet = createWalletClient({ account, transport: http(rpcUrl) })
  await wallet
    .writeContract({
      chain: null,
      address: usdt,
      abi: [
        {
          type: 'function',
          name: 'approve',
          stateMutability: 'nonpayable',
          inputs: [{ type: 'address' }, { type: 'uint256' }],
          outputs: [],
        },
      ],
      functionName: 'approve',
      args: [settings.vaultRelayerContract as `0x${string}`, 1n],
    })
    .catch((error: Error) => expect(error.message).toContain('revert'))

  await page.goto('/?chain=mainnet')
  await connectWallet(page, 'Demo account 1')
  await page.getByRole('button', { name: 'Token you pay: WETH' }).click()
  await page.getByRole('combobox').fill('USDT')
  await page.getByRole('combobox').press('Enter')
  await page.getByLabel('You pay amount').fill('100')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog')
  const reset = dialog.getByRole('button', { name: /Reset/ })
  const approve = dialog.getByRole('button', { name: 'Approve USDT' })
  await expect(reset.or(approve)).toBeVisible()
  if (await reset.isVisible()) await reset.click()
  await approve.click()
  await dialog.getByRole('button', { name: 'Sign order' }).click()
  // The page also shows slips of earlier orders.
  await expect(dialog).toBeHidden()
  const slip = recentOrders(page).first()
  await expect(slip.getByText('Filled', { exact: true })).toBeVisible()
})
