import { expect, type Page, test } from '@playwright/test'
import { createPublicClient, type Hex, http, maxUint256, parseAbi } from 'viem'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { type InjectedWallet, injectFundedWallet } from '@/e2e/support/injected-wallet'
import { chooseAction, orderRows } from '@/e2e/support/recent-orders'
import { fetchSettings, placeOrder } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)
const network = 'sepolia'
const pair = { network, sellToken: wrappedNative, buyToken: usdToken, sellAmount: 10n ** 16n }

/** Places an order far from the market, so that it stays open; limit in thousands of USDC. */
const placeFar = (baseURL: string, { account }: InjectedWallet, thousands: bigint) =>
  placeOrder(baseURL, { ...pair, account, buyAmount: thousands * 10n ** 9n })

/** Places an order at any price that becomes valid, and thus fills, after some seconds. */
const placeSoon = (baseURL: string, { account }: InjectedWallet, seconds: number) => {
  const metadata = { validFrom: Math.floor(Date.now() / 1000) + seconds }
  const document = JSON.stringify({ version: '1.3.0', metadata })
  return placeOrder(baseURL, { ...pair, account, buyAmount: 1n, document })
}

const readOrder = async (baseURL: string, uid: string) =>
  (await fetch(`${baseURL}/${network}/api/v1/orders/${uid}`)).json()
const untilFilled = async (baseURL: string, uid: string) =>
  expect
    .poll(() => readOrder(baseURL, uid), { timeout: 90_000 })
    .toMatchObject({ status: 'fulfilled' })
const countCalls = ({ calls }: InjectedWallet, method: string) =>
  calls.filter((call) => call === method).length
const openList = async (page: Page, count: number) => {
  await page.goto('/orders?chain=sepolia&tab=open')
  await connectWallet(page, 'Test wallet')
  await expect(orderRows(page)).toHaveCount(count)
}

// Each test has its own wallet, and two of them wait half a minute for a fill.
test.describe.configure({ mode: 'parallel' })

test('one signature cancels several orders and each result is shown', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  const uids = [
    await placeFar(url, wallet, 801n),
    await placeFar(url, wallet, 802n),
    await placeFar(url, wallet, 803n),
  ]
  await openList(page, 3)
  await page.getByRole('checkbox', { name: /803,000/ }).check()
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('checkbox', { name: /803,000/ }).uncheck()
  await expect(bar).toContainText('One signature cancels both. Free.')
  await bar.getByRole('button', { name: 'Cancel 2 orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 orders?' })
  await expect(dialog.getByRole('list', { name: 'Orders to cancel' })).toContainText(
    '801,000.00 USDC',
  )
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  const results = page
    .getByRole('list', { name: 'Results' })
    .getByText('Cancelled', { exact: true })
  await expect(results).toHaveCount(2)
  expect(countCalls(wallet, 'eth_signTypedData_v4')).toBe(1)
  const states = await Promise.all(uids.map(async (uid) => (await readOrder(url, uid)).status))
  expect(states).toEqual(['cancelled', 'cancelled', 'open'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { name: 'Cancelled 2' })).toBeVisible()
})

test('a phone selects orders once asked, and cancels them with one signature', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  await placeFar(url, wallet, 804n)
  await placeFar(url, wallet, 805n)
  await page.setViewportSize({ width: 375, height: 800 })
  await openList(page, 2)
  const boxes = orderRows(page).getByRole('checkbox')
  await expect(boxes).toHaveCount(0)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await expect(boxes).toHaveCount(2)
  await boxes.first().check()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(boxes).toHaveCount(0)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: 'Cancel 2 orders' }).click()
  await page.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByRole('list', { name: 'Results' }).getByText('Cancelled')).toHaveCount(2)
  expect(countCalls(wallet, 'eth_signTypedData_v4')).toBe(1)
})

test('an on-chain cancellation shows its cost first and survives a reload', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  const uid = await placeFar(url, wallet, 811n)
  await openList(page, 1)
  await chooseAction(orderRows(page).first(), 'Cancel')
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'On-chain' }).click()
  await expect(dialog).toContainText('Final once the transaction is on-chain')
  await expect(dialog).toContainText(/about [\d.<]+ ETH/)
  const send = wallet.holdNextTransaction()
  await dialog.getByRole('button', { name: 'Send transaction' }).click()
  await expect(dialog.getByText('Waiting for the network…')).toBeVisible()
  await page.reload()
  const row = orderRows(page)
  await expect(row.getByText('Cancelling', { exact: true })).toBeVisible()
  await expect(row.getByRole('checkbox')).toBeHidden()
  await send()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await readOrder(url, uid)).toMatchObject({ status: 'cancelled', invalidated: true })
  expect(countCalls(wallet, 'eth_signTypedData_v4')).toBe(0)
  expect(countCalls(wallet, 'eth_sendTransaction')).toBe(1)
  const { networks, settlementContract } = await fetchSettings(url)
  const rpcUrl = networks.find(({ name }) => name === network)?.rpcUrl
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const filled = await chain.readContract({
    address: settlementContract as Hex,
    abi: parseAbi(['function filledAmount(bytes orderUid) view returns (uint256)']),
    functionName: 'filledAmount',
    args: [uid as Hex],
  })
  expect(filled).toBe(maxUint256)
})

test('reports a cancellation that loses the race to a fill', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  const uid = await placeSoon(url, wallet, 30)
  await openList(page, 1)
  wallet.beforeNext('eth_signTypedData_v4', () => untilFilled(url, uid))
  await chooseAction(orderRows(page).first(), 'Cancel')
  await page.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByText('Filled before cancellation', { exact: true })).toBeVisible({
    timeout: 90_000,
  })
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('tab', { name: 'Filled' }).click()
  await expect(page.getByRole('tabpanel').getByText('Filled', { exact: true })).toBeVisible()
})

test('a declined signature keeps all orders open; a filled order does not block the other', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  const far = await placeFar(url, wallet, 821n)
  const soon = await placeSoon(url, wallet, 35)
  await openList(page, 2)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Cancel 2 orders' }).click()
  wallet.declineNext('eth_signTypedData_v4')
  await page.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByRole('alert')).toContainText('You declined the request')
  expect(await readOrder(url, far)).toMatchObject({ status: 'open' })

  wallet.beforeNext('eth_signTypedData_v4', () => untilFilled(url, soon))
  await page.getByRole('button', { name: 'Sign cancellation' }).click()
  const rest = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(rest).toContainText('Some orders are no longer open', { timeout: 90_000 })
  await rest.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  expect(await readOrder(url, far)).toMatchObject({ status: 'cancelled' })
  expect(await readOrder(url, soon)).toMatchObject({ status: 'fulfilled' })
})
