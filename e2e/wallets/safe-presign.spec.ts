import { expect, type Page, test } from '@playwright/test'
import { parseEther } from 'viem'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { type InjectedSafe, injectSafe } from '@/e2e/support/injected-safe'
import { chooseAction, orderRows, recentOrders } from '@/e2e/support/recent-orders'
import { chooseToken } from '@/e2e/support/token-selector'

async function openReview(page: Page) {
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  return { dialog, approve: button('Approve WETH'), place: button('Place order') }
}

/** Places an order whose presignature is queued in the Safe. */
async function placeUnsigned(page: Page, baseURL: string | undefined): Promise<InjectedSafe> {
  const safe = await injectSafe(page, baseURL, { isBatching: true })
  const { place } = await openReview(page)
  safe.hold()
  await place.click()
  return safe
}

const slip = (page: Page) => recentOrders(page)
const filled = (page: Page) => slip(page).getByText('Filled', { exact: true })

async function fetchOrders(baseURL: string | undefined, { address }: InjectedSafe) {
  const answer = await fetch(`${baseURL}/sepolia/api/v1/account/${address}/orders`)
  return answer.json()
}

test('a Safe approves, places and presigns an order, unwraps and sells the native token', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const safe = await injectSafe(page, baseURL, { isBatching: false })
  const { dialog, approve, place } = await openReview(page)
  await expect(dialog.getByText('Sign with a transaction')).toBeVisible()
  await approve.click()
  await expect(place).toBeVisible()
  safe.hold()
  await place.click()
  await expect(slip(page).getByText('Awaiting signature').first()).toBeVisible()
  await expect(slip(page).getByText('Your wallet has the transaction.')).toBeVisible()
  expect(await fetchOrders(baseURL, safe)).toMatchObject([
    { status: 'open', signingScheme: 'presign', presignaturePending: true },
  ])
  await safe.queue[0]?.()
  await expect(filled(page)).toBeVisible()
  expect(await fetchOrders(baseURL, safe)).toMatchObject([
    { status: 'fulfilled', executedSellAmount: `${parseEther('0.1')}` },
  ])
  expect(safe.calls).not.toContain('eth_signTypedData_v4')

  // The Safe returns no chain transaction hash, so completion is detected by the balance.
  await chooseToken(page, { side: 'receive', symbol: 'ETH' })
  await page.getByLabel('You pay amount').fill('0.01')
  await page.getByRole('button', { name: 'Unwrap to ETH' }).click()
  await expect.poll(() => safe.queue.length).toBe(2)
  await expect(page.getByRole('button', { name: 'Unwrapping…' })).toBeVisible()
  await safe.queue[1]?.()
  await expect(page.getByText('Unwrapped', { exact: true })).toBeVisible()

  // A native sale does not keep the review open for the owners' confirmations either.
  await page.getByRole('button', { name: 'Switch tokens' }).click()
  await chooseToken(page, { side: 'receive', symbol: 'USDC' })
  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  await dialog.getByRole('button', { name: 'Place order', exact: true }).click()
  await expect(dialog).toBeHidden()
  const sale = slip(page).first()
  await expect(sale).toContainText('It takes effect once')
  await expect(sale.getByText('Sent', { exact: true })).toBeVisible()
  await expect(sale).not.toContainText('The order joins the next auction.')
  await page.reload()
  await expect(sale).toContainText('It takes effect once')
  await expect.poll(() => safe.queue.length).toBe(3)
  await safe.queue[2]?.()
  await expect(sale.getByText('Filled', { exact: true })).toBeVisible()
})

test('a batching wallet approves and presigns in one transaction', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const safe = await injectSafe(page, baseURL, { isBatching: true })
  const { dialog, approve, place } = await openReview(page)
  await expect(dialog.getByText('Approve WETH and sign, in one transaction')).toBeVisible()
  await expect(approve).toBeHidden()
  await place.click()
  await expect(filled(page)).toBeVisible()
  expect(safe.calls.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
  expect(safe.calls).not.toContain('eth_sendTransaction')
})

test('an unsigned order can be discarded and signed later', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const safe = await placeUnsigned(page, baseURL)
  await slip(page).getByRole('button', { name: 'Discard' }).click()
  await expect(slip(page).getByText('Without a signature it is not binding')).toBeVisible()
  expect(await fetchOrders(baseURL, safe)).toMatchObject([{ presignaturePending: true }])
  await slip(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await expect.poll(() => safe.queue.length).toBe(2)
  await safe.queue[1]?.()
  await expect(filled(page)).toBeVisible()
})

test('the list can re-sign an unsigned order or discard it in this browser', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const safe = await placeUnsigned(page, baseURL)
  await expect(slip(page).getByText('Awaiting signature').first()).toBeVisible()

  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  const row = orderRows(page)
  await expect(row).toContainText('Awaiting signature')
  await row.getByRole('button', { name: 'Sign WETH to USDC' }).click()
  await expect.poll(() => safe.queue.length).toBe(2)
  await chooseAction(row, 'Discard')
  await expect(row).toHaveCount(0)
  await page.goto('/orders?chain=sepolia')
  await expect(page.getByRole('tab', { name: /^All/ })).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await fetchOrders(baseURL, safe)).toMatchObject([{ presignaturePending: true }])

  // Once presigned it is listed like any other order.
  await safe.queue[1]?.()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
})

test('a Safe that supports message signing places an ERC-1271 order', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const safe = await injectSafe(page, baseURL, { isBatching: false })
  const { dialog, approve } = await openReview(page)
  await dialog.getByRole('switch', { name: 'Sign with a message' }).click()
  await approve.click()
  await dialog.getByRole('button', { name: 'Sign order', exact: true }).click()
  await expect(filled(page)).toBeVisible()
  expect(await fetchOrders(baseURL, safe)).toMatchObject([
    { status: 'fulfilled', signingScheme: 'eip1271' },
  ])
})
