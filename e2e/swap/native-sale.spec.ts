import { expect, type Page, test } from '@playwright/test'
import { createPublicClient, erc20Abi, http } from 'viem'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { recentOrders } from '@/e2e/support/recent-orders'
import { fetchSettings } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const nativeToken = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Opens the review of an order that sells the native token. */
async function reviewSale(page: Page) {
  const { usdToken } = getNetwork(11_155_111)
  await page.goto(`/?chain=sepolia&sell=${nativeToken}&buy=${usdToken}`)
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.05')
  await page.getByRole('button', { name: 'Review order' }).click()
  return page.getByRole('dialog', { name: 'Review order' })
}

test('sells the native token in one transaction without approval and receives the buy token', async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const { networks } = await fetchSettings(baseURL ?? '')
  const sepolia = networks.find(({ name }) => name === 'sepolia')
  const usdc = sepolia?.usdToken as `0x${string}`
  const reader = createPublicClient({ transport: http(sepolia?.rpcUrl) })
  const { address } = wallet.account
  const balanceOf = () =>
    reader.readContract({
      ...{ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] },
    })
  const [before, native] = await Promise.all([balanceOf(), reader.getBalance({ address })])
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
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
  expect(wallet.calls.filter((call) => call === 'eth_sendTransaction')).toHaveLength(2)
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
  expect(await balanceOf()).toBeGreaterThan(before)
  const spent = native - (await reader.getBalance({ address }))
  expect(spent).toBeGreaterThanOrEqual(5n * 10n ** 16n)
  expect(spent).toBeLessThan(6n * 10n ** 16n)
})

test('a native sale shows a slip while its transaction is pending, also after a reload', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const review = await reviewSale(page)
  const send = wallet.holdNextTransaction()
  await review.getByRole('button', { name: 'Place order' }).click()
  await expect(review).toBeHidden()
  const slip = recentOrders(page)
  const expectAwaited = async () => {
    await expect(slip.getByText('Sent', { exact: true })).toBeVisible()
    await expect(slip.getByRole('listitem').first()).toContainText('Pay with a transaction')
    await expect(slip).not.toContainText('Waiting for bids')
    await expect(slip.getByText('Awaiting payment', { exact: true })).toBeVisible()
    // The service does not know the order yet.
    await expect(slip.getByRole('link', { name: 'Details' })).toHaveCount(0)
  }
  await expectAwaited()
  await page.reload()
  await expectAwaited()
  await send()
  await expect(slip.getByText('Filled', { exact: true })).toBeVisible()
  await page.reload()
  await expect(slip.getByText('Filled', { exact: true })).toBeVisible()
  await expect(slip).toHaveCount(1)
})

test('a native sale whose transaction reverts is shown as failed and can be discarded', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const review = await reviewSale(page)
  wallet.changeNext('eth_sendTransaction', ([transaction]) => [
    // An unknown function selector.
    { ...(transaction as object), data: '0xdeadbeef', gas: '0x30d40' },
  ])
  await review.getByRole('button', { name: 'Place order' }).click()
  const slip = recentOrders(page)
  await expect(slip.getByText('Failed', { exact: true })).toBeVisible()
  await expect(slip.getByText('The transaction reverted.')).toBeVisible()
  await slip.getByRole('button', { name: 'Discard' }).click()
  await expect(slip).toHaveCount(0)
})

test('selling the full native balance reserves the transaction cost', { tag: '@long' }, async ({
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
