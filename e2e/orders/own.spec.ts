import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { placeOrder } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)

/** Places an open order and connects its owner on the order's page. */
async function openOwnOrder(page: Page, baseURL = '', terms: object = {}) {
  const wallet = await injectFundedWallet(page, baseURL)
  const { account } = wallet
  const uid = await placeOrder(baseURL, {
    ...{ network: 'sepolia', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 16n, buyAmount: 600_000n * 10n ** 6n, ...terms },
  })
  await page.goto(`/orders/${uid}`)
  await page.getByRole('button', { name: 'Connect to cancel or edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
  const read = async (of = uid) => (await fetch(`${baseURL}/sepolia/api/v1/orders/${of}`)).json()
  return { wallet, uid, read }
}

test('the owner cancels an order on its page, also after a reload', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { wallet, read } = await openOwnOrder(page, baseURL)
  const cancel = page.getByRole('button', { name: 'Cancel WETH to USDC' })
  await expect(cancel).toBeVisible()
  await expect(page.getByRole('button', { name: 'Network: Sepolia' })).toBeVisible()
  await page.reload()
  await cancel.click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page).toHaveTitle(/^Cancelled: sell 0\.01 WETH/)
  await expect(cancel).toBeHidden()
  expect(wallet.calls).not.toContain('eth_sendTransaction')
  expect(await read()).toMatchObject({ status: 'cancelled' })
})

test('the owner edits an order on its page and is redirected to the new one', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { uid, read } = await openOwnOrder(page, baseURL)
  await page.getByRole('button', { name: 'Edit WETH to USDC' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit order' })
  await dialog.getByLabel('Minimum received, in USDC').fill('610000')
  await dialog.getByRole('button', { name: 'Sign new order' }).click()
  await expect(page.getByText('Order replaced')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('610,000.00 USDC')
  await expect(page).not.toHaveURL(new RegExp(uid))
  const fresh = new URL(page.url()).pathname.split('/').at(-1)
  expect(await read(fresh)).toMatchObject({ status: 'open', buyAmount: '610000000000' })
  expect(await read()).toMatchObject({ status: 'cancelled' })
})

test('the owner signs an order awaiting presignature on its page', async ({ page, baseURL }) => {
  const { wallet, read } = await openOwnOrder(page, baseURL, { isPresigned: true })
  expect(await read()).toMatchObject({ presignaturePending: true })
  await page.getByRole('button', { name: 'Sign WETH to USDC' }).click()
  await expect.poll(() => wallet.calls).toContain('eth_sendTransaction')
  await expect
    .poll(async () => (await read()).presignaturePending, { timeout: 60_000 })
    .toBe(undefined)
  await expect(page.getByRole('button', { name: 'Cancel WETH to USDC' })).toBeVisible()
})

test('shows other accounts who owns the order', { tag: '@long' }, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const { account } = wallet
  const uid = await placeOrder(baseURL ?? '', {
    ...{ network: 'sepolia', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 16n, buyAmount: 600_000n * 10n ** 6n },
  })
  await page.goto(`/orders/${uid}`)
  await connectWallet(page, 'Demo account 9')
  await expect(
    page.getByText(/^Only the owner, 0x.*, can change it\.$/).filter({ visible: true }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel WETH to USDC' })).toBeHidden()
})
