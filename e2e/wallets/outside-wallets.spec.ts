import { expect, type Page, test } from '@playwright/test'
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type OutsideService, startOutsideService } from '@/e2e/support/outside-service'
import { recentOrders } from '@/e2e/support/recent-orders'
import {
  confirmCalls,
  executeCalls,
  openSafeApp,
  type SafePages,
  serveSafePages,
} from '@/e2e/support/safe-frame'
import { fetchSettings, fund } from '@/e2e/support/service-api'
import { startPhoneWallet, startRelay } from '@/lib/testing/accounts/walletconnect-wallet'

const sepolia = 11_155_111
let relay: Awaited<ReturnType<typeof startRelay>>
let safePages: SafePages
let outside: OutsideService
let rpcUrl: string

test.beforeAll(async ({ baseURL }) => {
  relay = await startRelay()
  safePages = await serveSafePages()
  const { networks } = await fetchSettings(baseURL ?? '')
  rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  outside = await startOutsideService(baseURL ?? '', {
    SAFE_APP_ORIGINS: safePages.origin,
    WALLETCONNECT_PROJECT_ID: 'test',
    WALLETCONNECT_RELAY_URL: relay.url,
  })
})
test.afterAll(async () => {
  await outside.stop()
  await safePages.stop()
  await relay.close()
})

test('a Safe app trades with two of three owner confirmations', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { address, app, queue } = await openSafeApp(page, {
    ...{ pages: safePages, appUrl: `${outside.url}/`, rpcUrl, chainId: sepolia },
  })
  await fund(baseURL, address)
  await expect(app.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
  await app.getByLabel('You pay amount').fill('0.1')
  await app.getByRole('button', { name: 'Review order' }).click()
  const dialog = app.getByRole('dialog', { name: 'Review order' })
  await expect(dialog.getByText('Approve WETH and sign, in one transaction')).toBeVisible()
  await dialog.getByRole('button', { name: 'Place order', exact: true }).click()
  const slip = app.getByRole('region', { name: 'Recent orders' }).locator('[data-row]')
  await expect(slip.getByText('2 of its 3 owners must confirm it.')).toBeVisible()
  await expect(slip.getByText('1 of 2 confirmations so far.')).toBeVisible()
  await expect(slip.getByRole('link', { name: 'Open the Safe queue' })).toBeVisible()
  const [calls] = queue
  if (!calls) throw new Error('no transaction was proposed')
  await confirmCalls(calls)
  await expect(slip.getByText('2 of 2 confirmations so far.')).toBeVisible()
  await executeCalls(calls)
  await expect(slip.getByText('Filled', { exact: true })).toBeVisible()
})

test('a non-owner viewing a Safe cannot sign', { tag: '@long' }, async ({ page, baseURL }) => {
  const { address, app, queue } = await openSafeApp(page, {
    ...{ pages: safePages, appUrl: `${outside.url}/`, rpcUrl, chainId: sepolia, isReadOnly: true },
  })
  await fund(baseURL, address)
  await app.getByLabel('You pay amount').fill('0.1')
  const button = app.getByRole('button', { name: 'Connect a signing wallet' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(app.getByText('View only: you do not own this Safe')).toBeVisible()
  expect(queue).toHaveLength(0)
})

test('only the Safe origin configured by the operator may frame pages', async ({
  page,
  baseURL,
}) => {
  const unlisted = await serveSafePages()
  const blocked = page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  )
  await page.goto(`${unlisted.origin}/?appUrl=${outside.url}`)
  expect((await blocked).text()).toContain(safePages.origin)
  await unlisted.stop()
  const { headers } = await fetch(baseURL ?? '')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('a mobile wallet trades through WalletConnect', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(baseURL, account.address)
  const chain = defineChain({
    ...{ id: sepolia, name: 'Sepolia', rpcUrls: { default: { http: [rpcUrl] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  const sender = createWalletClient({ account, chain, transport: http() })
  const wallet = await startPhoneWallet({
    ...{ relayUrl: relay.url, account, chainIds: [sepolia] },
    answer: async (method, params) => {
      if (method === 'eth_signTypedData_v4') {
        return account.signTypedData(JSON.parse(params[1] as string))
      }
      const { to, data } = params[0] as { to: Hex; data: Hex }
      return sender.sendTransaction({ to, data })
    },
  })
  const hosts = hostsRequestedBy(page)
  let isDown = true
  await page.routeWebSocket(`${relay.url}/**`, (socket) => {
    if (isDown) void socket.close()
    else socket.connectToServer()
  })
  await page.goto(`${outside.url}/`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
  const connect = page.getByRole('dialog', { name: 'Connect a wallet' })
  const choose = connect.getByRole('button', { name: 'WalletConnect' })
  await expect(choose).toBeVisible()
  expect(hosts).toEqual(new Set([new URL(outside.url).host]))

  await choose.click()
  await expect(connect.getByText('WalletConnect has not responded yet.')).toBeVisible()
  await connect.getByRole('button', { name: 'Back' }).click()
  isDown = false
  await choose.click()
  const link = connect.getByRole('link', { name: 'Open a wallet' })
  await wallet.scan((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  const review = page.getByRole('dialog', { name: 'Review order' })
  await review.getByRole('button', { name: 'Approve WETH' }).click()
  await review.getByRole('button', { name: 'Sign order', exact: true }).click()
  const slip = recentOrders(page)
  await expect(slip.getByText('Filled', { exact: true })).toBeVisible()
  expect(wallet.asked).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])

  // The session survives a reload.
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
  const reader = createPublicClient({ chain, transport: http() })
  expect(await reader.getTransactionCount(account)).toBe(1)
  await wallet.close()
})

/** Collects the hosts that a page contacts from now on. */
function hostsRequestedBy(page: Page): ReadonlySet<string> {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host))
  return hosts
}
