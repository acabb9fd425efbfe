import { expect, test } from '@playwright/test'
import type { HDAccount } from 'viem/accounts'
import { fetchSettings, fund, placeOrder, testAccount } from '@/e2e/support/service-api'
import { untilReactive } from '@/e2e/support/until-loaded'
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
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.getByText('Filled', { exact: true })).toBeVisible()
  await expect(receipt.getByRole('link', { name: /^0x/ })).toHaveAttribute('href', /\/tx\//)
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(`${trade.blockNumber} log ${trade.logIndex}`)
  const steps = page.getByRole('list', { name: 'Progress' })
  await expect(steps).toContainText(/Settled, done\d\d:\d\d:\d\d · \d+ s in total/)
  const bids = page.getByRole('table', { name: 'Solver bids' })
  await expect(bids.getByText('Won', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Repeat' })).toHaveAttribute('href', /chain=mainnet/)

  const title = /^Sold 0\.001 WETH for [\d.]+ USDC/
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(title)
  const description = page.locator('meta[property="og:description"]')
  await expect(description).toHaveAttribute('content', /^Filled · /)
  // The image URL must be on the same public origin as the page.
  const picture = page.locator('meta[property="og:image"]')
  const address = new URL((await picture.getAttribute('content')) ?? '')
  expect(address.origin).toBe(new URL(url).origin)
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute(
    'content',
    'summary_large_image',
  )
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

test('the page of an open order survives an outage and then updates by itself', {
  tag: '@long',
}, async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  const account = testAccount(39)
  await fund(url, account.address, 'mainnet')
  // Far from the market: it stays open.
  const uid = await placeOrder(url, {
    ...{ network: 'mainnet', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 15n, buyAmount: 10n ** 12n },
  })
  await page.goto(`/orders/${uid}`)
  await expect(page).toHaveTitle(/^Selling 0\.001 WETH for at least 1,000,000\.00 USDC · /)
  const failed = page.waitForEvent('requestfailed')
  await untilReactive(page)
  await context.setOffline(true)
  await failed
  await page.waitForEvent('requestfailed')
  await expect(page.getByRole('heading', { name: /^Selling 0\.001 WETH/, level: 1 })).toBeVisible()

  await cancelOrder(url, account, uid)
  await context.setOffline(false)
  // The stamp is pressed on in front of the reader.
  await expect(page.locator('[data-slot="stamp"]')).toContainText('Cancelled')
  await expect(page).toHaveTitle(/^Cancelled: sell 0\.001 WETH /)
})

test('an order is shared by link and picture, without its amounts if wanted', {
  tag: '@long',
}, async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = testAccount(40)
  await fund(url, account.address, 'mainnet')
  const uid = await placeOrder(url, {
    ...{ network: 'mainnet', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 15n, buyAmount: 987_654n * 10n ** 6n },
  })
  await page.goto(`/orders/${uid}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share order' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(await copied()).toBe(`${new URL(url).origin}/orders/${uid}`)

  await dialog.getByRole('switch', { name: 'Hide amounts' }).click()
  await expect(dialog.getByRole('img', { name: 'Selling WETH for USDC' })).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download picture' }).click()
  expect((await download).suggestedFilename()).toBe(`coincide-${uid.slice(2, 10)}.png`)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(copied).toMatch(/\?amounts=hidden$/)

  await page.goto(await copied())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Selling WETH for USDC')
  await expect(page).toHaveTitle(/^Selling WETH for USDC · /)
  // A price is no amount.
  await expect(page.getByRole('main')).not.toContainText('0.001')
  const picture = page.locator('meta[property="og:image"]')
  await expect(picture).toHaveAttribute('content', /\/picture\?amounts=hidden$/)
  await page.getByRole('link', { name: 'Show amounts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('987,654.00 USDC')
})
