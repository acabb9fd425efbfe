import { expect, test } from '@playwright/test'
import type { HDAccount } from 'viem/accounts'
import { fetchSettings, fund, placeOrder, testAccount } from '@/e2e/support/service-api'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { cancellationsTypes, orderDomain } from '@/lib/core/order'

const { wrappedNative, usdToken } = getNetwork(1)

test('the page of a filled order shows its fill and bids and has a preview image', async ({
  page,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  // Used by no other test.
  const account = testAccount(33)
  await fund(url, account.address, 'mainnet')
  const uid = await placeOrder(url, {
    ...{ network: 'mainnet', account, sellToken: wrappedNative },
    ...{ buyToken: usdToken, sellAmount: 10n ** 15n, buyAmount: 1n },
  })
  const trades = async () => (await fetch(`${url}/mainnet/api/v2/trades?orderUid=${uid}`)).json()
  await expect.poll(trades, { timeout: 60_000 }).toHaveLength(1)
  const [trade] = await trades()
  await page.goto(`/orders/${uid}`)
  const row = page.getByRole('list', { name: 'Trades' })
  await expect(row).toContainText(`Block ${trade.blockNumber}, log ${trade.logIndex}`)
  await expect(row.getByRole('link', { name: /^0x/ })).toHaveAttribute('href', /\/tx\//)
  const bids = page.getByRole('table', { name: 'What solvers bid for it' })
  await expect(bids.getByText('Won')).toBeVisible()

  await expect(page).toHaveTitle(/^WETH → USDC · Filled · /)
  const description = page.locator('meta[property="og:description"]')
  await expect(description).toHaveAttribute(
    'content',
    /^Filled · Paid: 0\.001 WETH · Received: .* USDC · /,
  )
  // The image URL must be on the same public origin as the page.
  const picture = page.locator('meta[property="og:image"]')
  const address = new URL((await picture.getAttribute('content')) ?? '')
  expect(address.origin).toBe(new URL(url).origin)
  const shared = await request.get(address.pathname)
  expect(shared.headers()['content-type']).toBe('image/png')
  // Width and height in the PNG header (IHDR).
  const head = await shared.body()
  expect([head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([1200, 630])
})

/** Cancels an order on the embedded mainnet through the API. */
async function cancelOrder(baseUrl: string, account: HDAccount, uid: string): Promise<void> {
  const { settlementContract } = await fetchSettings(baseUrl)
  const signature = await account.signTypedData({
    domain: orderDomain(1, settlementContract as Address),
    types: cancellationsTypes,
    primaryType: 'OrderCancellations',
    message: { orderUids: [uid as Address] },
  })
  const answer = await fetch(`${baseUrl}/mainnet/api/v1/orders`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderUids: [uid], signature, signingScheme: 'eip712' }),
  })
  expect(answer.status).toBe(200)
}

test('the page of an open order survives an outage and then updates by itself', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const account = testAccount(39)
  await fund(url, account.address, 'mainnet')
  // Far from the market: it stays open.
  const uid = await placeOrder(url, {
    ...{ network: 'mainnet', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 15n, buyAmount: 10n ** 12n },
  })
  await page.goto(`/orders/${uid}`)
  await expect(page).toHaveTitle(/^WETH → USDC · Open · /)
  const failed = page.waitForEvent('requestfailed')
  await context.setOffline(true)
  await failed
  await page.waitForEvent('requestfailed')
  await expect(page.getByRole('heading', { name: 'WETH → USDC', level: 1 })).toBeVisible()

  await cancelOrder(url, account, uid)
  await context.setOffline(false)
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveTitle(/^WETH → USDC · Cancelled · /)
})
