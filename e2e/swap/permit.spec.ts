import { setTimeout as delay } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import { createPublicClient, erc20Abi, http } from 'viem'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { approveToken, fetchSettings, placeOrder } from '@/e2e/support/service-api'

const usdc = '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238'
const weth = '0xfff9976782d46cc05630d1f6ebab18b2324d6b14'

/** Opens the review of an order that sells USDC, which supports permits (EIP-2612). */
async function reviewSale(page: Page) {
  await page.goto(`/?chain=sepolia&sell=${usdc}&buy=${weth}`)
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('120')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  // The market may move meanwhile; a worse price has to be accepted first.
  await page.addLocatorHandler(button('Accept new price'), (accept) => accept.click())
  return { dialog, button, permit: button('Sign permit'), sign: button('Sign order') }
}

async function expectFilled(page: Page) {
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
}

test('sells a permit token with two signatures and no transaction', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const { permit, sign, dialog } = await reviewSale(page)
  await expect(dialog.getByText('Sign permit').first()).toBeVisible()
  await permit.click()
  await sign.click()
  await expectFilled(page)
  expect(wallet.calls).not.toContain('eth_sendTransaction')
  expect(wallet.calls.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(2)

  const { address } = wallet.account
  const listed = await fetch(`${baseURL}/sepolia/api/v1/account/${address}/orders`)
  const [order] = await listed.json()
  expect(order).toMatchObject({ status: 'fulfilled', executedSellAmount: '120000000' })
  const { hooks } = JSON.parse(order.fullAppData).metadata
  expect(hooks.pre).toHaveLength(1)
  expect(hooks.pre[0].target.toLowerCase()).toBe(usdc)
  expect(await readAllowance(baseURL, address)).toBe(0n)
})

test('waits for the allowance before review, because a permit changes the price', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await injectFundedWallet(page, baseURL)
  const openOrders = /\/account\/0x\w+\/orders\?.*limit=1000/
  await page.route(openOrders, async (route) => {
    // Longer than the first price takes.
    await delay(1_500)
    await route.continue()
  })
  await page.goto(`/?chain=sepolia&sell=${usdc}&buy=${weth}&amount=120`)
  const button = page.locator('[data-slot="action-bar"]').getByRole('button')
  await button.evaluate((shown) => {
    const texts: [string, number][] = []
    Object.assign(window, { texts })
    new MutationObserver(() => texts.push([shown.textContent, performance.now()])).observe(shown, {
      ...{ subtree: true, childList: true, characterData: true },
    })
  })
  await connectWallet(page, 'Test wallet')
  await expect(button).toHaveText('Review order')
  await button.click()
  await expect(page.getByRole('button', { name: 'Sign permit', exact: true })).toBeVisible()
  const texts = await page.evaluate(
    () => (window as unknown as { texts: [string, number][] }).texts,
  )
  const connected = texts.findIndex(([text]) => text === 'Checking the wallet’s network…')
  const ready = texts.findIndex(([text]) => text === 'Review order')
  const waited = (texts[ready]?.[1] ?? 0) - (texts[connected]?.[1] ?? 0)
  // A connected account waits for four seconds at most, which a busy machine may exceed.
  if (waited < 3_900) expect(ready).toBe(texts.length - 1)
})

test('a declined permit can be signed again or replaced by an approval transaction', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const { dialog, button, permit, sign } = await reviewSale(page)
  await expect(permit).toBeVisible()
  wallet.declineNext('eth_signTypedData_v4')
  await permit.click()
  await expect(dialog.getByText('You declined the request')).toBeVisible()
  await expect(permit).toBeVisible()
  await button('Approve with a transaction instead').click()
  await button('Approve USDC').click()
  await sign.click()
  await expectFilled(page)
  expect(wallet.calls).toContain('eth_sendTransaction')
  const listed = await fetch(`${baseURL}/sepolia/api/v1/account/${wallet.account.address}/orders`)
  const [order] = await listed.json()
  expect(JSON.parse(order.fullAppData).metadata).not.toHaveProperty('hooks')
})

test('falls back to an approval if the service rejects the permit', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await injectFundedWallet(page, baseURL)
  const { dialog, button, permit, sign } = await reviewSale(page)
  await permit.click()
  await page.route('**/api/v1/orders', (route) =>
    route.fulfill({ status: 400, json: { errorType: 'InsufficientAllowance' } }),
  )
  await sign.click()
  await expect(dialog.getByText('Not enough allowance')).toBeVisible()
  await page.unroute('**/api/v1/orders')
  await button('Approve USDC').click()
  await sign.click()
  await expectFilled(page)
})

/** Injects a wallet with an approved open order of 1 USDC, far from the market. */
async function injectWaiting(page: Page, baseURL: string | undefined) {
  const wallet = await injectFundedWallet(page, baseURL)
  const { account } = wallet
  const far = { sellAmount: 10n ** 6n, buyAmount: 10n ** 20n }
  const order = { network: 'sepolia', account, sellToken: usdc, buyToken: weth, ...far } as const
  await placeOrder(baseURL ?? '', order)
  await approveToken(baseURL ?? '', { network: 'sepolia', account, token: usdc, amount: 10n ** 6n })
  return wallet
}

async function readAllowance(baseURL: string | undefined, owner: `0x${string}`): Promise<bigint> {
  const settings = await fetchSettings(baseURL ?? '')
  const rpcUrl = settings.networks.find(({ name }) => name === 'sepolia')?.rpcUrl
  return createPublicClient({ transport: http(rpcUrl) }).readContract({
    ...{ address: usdc, abi: erc20Abi, functionName: 'allowance' },
    args: [owner, settings.vaultRelayerContract as `0x${string}`],
  })
}

test('a permit also covers the open orders of the token and says so', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { account } = await injectWaiting(page, baseURL)
  const { dialog, permit, sign } = await reviewSale(page)
  await expect(
    dialog.getByText(
      '121.00 USDC in total: 120.00 USDC for this order, 1.00 USDC for your open order',
    ),
  ).toBeVisible()
  await permit.click()
  await sign.click()
  await expectFilled(page)
  expect(await readAllowance(baseURL, account.address)).toBe(10n ** 6n)
})

test('an approval also covers the open orders of the token and says so', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { account } = await injectWaiting(page, baseURL)
  const { dialog, button, permit, sign } = await reviewSale(page)
  await expect(permit).toBeVisible()
  await button('Approve with a transaction instead').click()
  await expect(
    dialog.getByText(
      '121.00 USDC in total: 120.00 USDC for this order, 1.00 USDC for your open order',
    ),
  ).toBeVisible()
  await button('Approve USDC').click()
  await expect(sign).toBeVisible()
  expect(await readAllowance(baseURL, account.address)).toBe(121n * 10n ** 6n)
  await sign.click()
  await expectFilled(page)
  expect(await readAllowance(baseURL, account.address)).toBe(10n ** 6n)
})
