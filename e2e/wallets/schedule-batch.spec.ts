import { expect, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectSafe } from '@/e2e/support/injected-safe'
import { getNetwork } from '@/lib/core/networks'

const { usdToken, wrappedNative } = getNetwork(11_155_111)

test('a batching wallet confirms approval and all orders of a schedule at once, and cancels them so', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const safe = await injectSafe(page, baseURL, { isBatching: true })
  const bundles = () => safe.calls.filter((method) => method === 'wallet_sendCalls')
  const form = { chain: 'sepolia', sell: usdToken, buy: wrappedNative, amount: '90', parts: '3' }
  await page.goto(`/schedule?${new URLSearchParams(form)}`)
  await connectWallet(page, 'Test wallet')
  await page.getByRole('button', { name: 'Review schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review schedule' })
  await expect(dialog.getByText('Approve USDC and confirm, in one transaction')).toBeVisible()
  safe.hold()
  await dialog.getByRole('button', { name: 'Place 3 orders' }).click()
  const ticket = page.getByRole('region', { name: 'Schedule to sign' })
  await expect(ticket.getByText('Waiting for the network')).toBeVisible()
  const row = page.getByRole('table', { name: 'Your schedules' }).getByRole('row').nth(1)
  await expect(row).toContainText('Awaiting signature')
  await safe.queue[0]?.()
  await expect(ticket).toBeHidden()
  await expect(row).toContainText('1 of 3 filled')
  expect(bundles()).toHaveLength(1)
  expect(safe.calls).not.toContain('eth_sendTransaction')
  expect(safe.calls).not.toContain('eth_signTypedData_v4')

  await row.getByRole('button', { name: 'USDC → WETH' }).click()
  await page.getByRole('button', { name: 'Cancel 2 open orders' }).click()
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await expect.poll(() => safe.queue.length).toBe(2)
  await safe.queue[1]?.()
  await expect(row).toContainText('Cancelled')
  expect(bundles()).toHaveLength(2)
})
