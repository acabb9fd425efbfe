import { expect, test } from '@playwright/test'
import { createPublicClient, erc20Abi, http } from 'viem'
import { connectWallet } from './connect-wallet'
import { injectFundedWallet } from './funded-wallet'
import { fetchSettings } from './place-order'

test('the native token is sold by one transaction, without an approval, and what is bought arrives', async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const { networks } = await fetchSettings(baseURL ?? '')
  const sepolia = networks.find(({ name }) => name === 'sepolia')
  const usdc = sepolia?.usdToken as `0x${string}`
  const reader = createPublicClient({ transport: http(sepolia?.rpcUrl) })
  const { address } = wallet.account
  const held = () =>
    reader.readContract({
      ...{ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] },
    })
  const [before, native] = await Promise.all([held(), reader.getBalance({ address })])
  const token = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
  await page.goto(`/?chain=sepolia&sell=${token}&buy=${usdc}`)
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.05')
  await page.getByRole('button', { name: 'Review order' }).click()
  const review = page.getByRole('dialog', { name: 'Review order' })
  wallet.declineNext('eth_sendTransaction')
  await review.getByRole('button', { name: 'Place order' }).click()
  await expect(review.getByText('You declined the request')).toBeVisible()
  await review.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  expect(wallet.calls.filter((call) => call === 'eth_sendTransaction')).toHaveLength(2)
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
  expect(await held()).toBeGreaterThan(before)
  const spent = native - (await reader.getBalance({ address }))
  expect(spent).toBeGreaterThanOrEqual(5n * 10n ** 16n)
  expect(spent).toBeLessThan(6n * 10n ** 16n)
})

test('all that is held of the native token leaves what the transaction costs', async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia&sell=0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
  await connectWallet(page, 'Test wallet')
  await page.getByRole('button', { name: 'Pay all ETH' }).click()
  const { networks } = await fetchSettings(baseURL ?? '')
  const rpcUrl = networks.find(({ name }) => name === 'sepolia')?.rpcUrl
  const reader = createPublicClient({ transport: http(rpcUrl) })
  const balance = await reader.getBalance({ address: wallet.account.address })
  const typed = Number(await page.getByLabel('You pay amount').inputValue())
  expect(typed).toBeGreaterThan(0)
  expect(typed).toBeLessThan(Number(balance) / 1e18)
})
