import { expect, test } from '@playwright/test'
import { fund } from './fund'
import { type OutsideService, startOutsideService } from './outside-service'
import { fetchSettings } from './place-order'
import {
  confirmCalls,
  executeCalls,
  openSafeApp,
  type SafePages,
  serveSafePages,
} from './safe-frame'

const sepolia = 11_155_111
let safePages: SafePages
let outside: OutsideService
let rpcUrl: string

test.beforeAll(async ({ baseURL }) => {
  safePages = await serveSafePages()
  const { networks } = await fetchSettings(baseURL ?? '')
  rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  outside = await startOutsideService(baseURL ?? '', { SAFE_APP_ORIGINS: safePages.origin })
})
test.afterAll(async () => {
  await outside.stop()
  await safePages.stop()
})

test('a Safe trades from the frame of its own page, by two of its three owners', async ({
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
  const slip = app.getByRole('region', { name: 'Your order' })
  await expect(slip.getByText('2 of its 3 owners have to confirm it.')).toBeVisible()
  await expect(slip.getByText('1 of 2 confirmations so far.')).toBeVisible()
  await expect(slip.getByRole('link', { name: 'Open the Safe’s queue' })).toBeVisible()
  const [calls] = queue
  if (!calls) throw new Error('the Safe was asked for nothing')
  await confirmCalls(calls)
  await expect(slip.getByText('2 of 2 confirmations so far.')).toBeVisible()
  await executeCalls(calls)
  await expect(slip.getByText('Filled', { exact: true })).toBeVisible({ timeout: 40_000 })
})

test('pages are framed by a Safe that the operator names, and by nobody else', async ({
  page,
  baseURL,
}) => {
  const stranger = await serveSafePages()
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  )
  await page.goto(`${stranger.origin}/?appUrl=${outside.url}`)
  expect((await refused).text()).toContain(safePages.origin)
  await stranger.stop()
  const { headers } = await fetch(baseURL ?? '')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
})
