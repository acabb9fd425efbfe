import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothThemes } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { orderRows } from '@/e2e/support/recent-orders'
import { testAccount } from '@/e2e/support/service-api'
import type { ScheduleView } from '@/lib/client/api'
import { getNetwork } from '@/lib/core/networks'

const mainnet = getNetwork(1)
const sepolia = getNetwork(11_155_111)

const address = (network: typeof mainnet, more: Record<string, string>) => {
  const { name: chain, usdToken: sell, wrappedNative: buy } = network
  return `/schedule?${new URLSearchParams({ chain, sell, buy, ...more })}`
}

/** Opens the review of the form and approves; the orders can be signed then. */
async function review(page: Page, count: number) {
  await page.getByRole('button', { name: 'Review schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review schedule' })
  const approve = dialog.getByRole('button', { name: 'Approve USDC' })
  const sign = dialog.getByRole('button', { name: `Sign ${count} orders` })
  await expect(approve.or(sign)).toBeVisible()
  if (await approve.isVisible()) await approve.click()
  await expect(sign).toBeVisible()
  return { dialog, sign }
}

const ticket = (page: Page) => page.getByRole('region', { name: 'Schedule to sign' })
const list = (page: Page) => page.getByRole('table', { name: 'Your schedules' })

async function fetchSchedules(baseURL: string | undefined, network: string, owner: string) {
  const answer = await fetch(`${baseURL}/${network}/api/v1/account/${owner}/schedules`)
  return (await answer.json()) as ScheduleView[]
}

test('three orders are signed with a pause and a busy service, the first fills, the rest is cancelled', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let submissions = 0
  await page.route('**/api/v1/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    submissions += 1
    if (submissions === 1) await gate
    // The service limits submissions: the page waits as long as it is asked to.
    if (submissions !== 2) return route.fallback()
    const headers = { 'retry-after': '3' }
    return route.fulfill({ status: 429, headers, json: { errorType: 'RateLimited' } })
  })
  await page.goto(address(mainnet, { amount: '90', parts: '3', worst: '20' }))
  await connectWallet(page, 'Demo account 6')
  await expect(page.getByText(/^3 orders of 30\.00 USDC each/)).toBeVisible()
  const { dialog, sign } = await review(page, 3)
  await expect(dialog).toContainText(/Worse than today\s*20\.00%/)
  await sign.click()
  await expect(dialog).toBeHidden()

  await expect(ticket(page).getByText('Placing order 1…')).toBeVisible()
  await expect(ticket(page).getByRole('button', { name: 'Pause' })).toBeFocused()
  await ticket(page).getByRole('button', { name: 'Pause' }).click()
  await expect(ticket(page).getByRole('button', { name: 'Pausing after this order' })).toBeVisible()
  open()
  await expect(ticket(page).getByText('1 of 3 orders placed').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.reload()
  await ticket(page).getByRole('button', { name: 'Continue signing' }).click()
  await expect(ticket(page).getByText(/Continues in \d s/)).toBeVisible()
  await expect(ticket(page)).toBeHidden()
  await expect(page.getByText('Schedule placed')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(list(page)).toBeInViewport()
  expect(submissions).toBe(4)

  const row = list(page).getByRole('row').nth(1)
  await expect(row).toContainText('1 of 3 filled')
  await row.getByRole('button', { name: 'USDC → WETH' }).press('Enter')
  const parts = list(page).getByRole('list', { name: 'Orders of this schedule' })
  await expect(parts.getByRole('listitem')).toHaveCount(3)
  await expect(parts.getByText('Filled')).toHaveCount(1)
  await expect(parts.getByText('Planned')).toHaveCount(2)
  await expect(row).toContainText('vs market')

  await list(page).getByRole('button', { name: 'Cancel 2 open orders' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel 2 orders?' })
  await cancel.getByRole('button', { name: 'Cancel all' }).click()
  await expect(cancel).toBeHidden()
  await expect(row).toContainText('Cancelled')
  const owner = testAccount(5).address
  const [schedule] = await fetchSchedules(baseURL, 'mainnet', owner)
  expect(schedule).toMatchObject({ parts: 3, fulfilled: 1, cancelled: 2, open: 0 })
  expect(schedule?.executedSellAmount).toBe('30000000')

  await page.goto('/orders?chain=mainnet&type=schedule&tab=filled')
  await expect(orderRows(page).first()).toContainText('Scheduled')
})

test('a revoked allowance names the schedule that needs it, which warns until it is granted again', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await injectFundedWallet(page, baseURL)
  await page.goto(address(sepolia, { amount: '30', parts: '3' }))
  await connectWallet(page, 'Test wallet')
  await (await review(page, 3)).sign.click()
  const row = list(page).getByRole('row').nth(1)
  await expect(row).toContainText('1 of 3 filled')
  await expect(row).toContainText('Running')

  await page.goto('/portfolio?chain=sepolia')
  const usd = page
    .getByRole('table', { name: 'Allowances' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'USDC on Sepolia', exact: true }) })
  await expect(usd).toContainText('Covers 2 open orders')
  await usd.getByRole('button', { name: 'Revoke the USDC allowance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke the USDC allowance?' })
  await expect(dialog).toContainText('Schedule with 2 orders left: 20.00 USDC for WETH')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/schedule?chain=sepolia')
  await expect(row).toContainText('Allowance too low')
  await expect(row).toContainText('The next order cannot be filled')
  await row.getByRole('button', { name: 'Approve USDC' }).click()
  await expect(row).toContainText('Running')
  await expect(row.getByRole('alert')).toBeHidden()
})

test('an edited schedule replaces the open orders of the old one', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto(address(sepolia, { amount: '30', parts: '3', every: '2', unit: 'week' }))
  await connectWallet(page, 'Test wallet')
  await (await review(page, 3)).sign.click()
  const row = list(page).getByRole('row').nth(1)
  await expect(row).toContainText('1 of 3 filled')
  await row.getByRole('button', { name: 'USDC → WETH' }).click()
  await list(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByText('You are editing a schedule')).toBeVisible()
  await expect(page.getByLabel('You pay in total amount')).toHaveValue('20')
  await expect(page.getByLabel('Unit')).toHaveValue('week')
  await page.getByLabel('Orders', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Review schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review schedule' })
  await expect(dialog).toContainText('Replaces 2 open orders')
  await dialog.getByRole('button', { name: 'Cancel the open orders' }).click()
  const approve = dialog.getByRole('button', { name: 'Approve USDC' })
  const sign = dialog.getByRole('button', { name: 'Sign 4 orders' })
  await expect(approve.or(sign)).toBeVisible()
  if (await approve.isVisible()) await approve.click()
  await sign.click()
  await expect(row).toContainText('1 of 4 filled')
  const schedules = await fetchSchedules(baseURL, 'sepolia', wallet.account.address)
  expect(schedules).toMatchObject([
    { parts: 4, fulfilled: 1, open: 3, sellAmount: '20000000' },
    { parts: 3, fulfilled: 1, cancelled: 2 },
  ])
})

test('a declined signature pauses, and what is not signed can be dropped', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto(address(sepolia, { amount: '20', parts: '2' }))
  await connectWallet(page, 'Test wallet')
  const { sign } = await review(page, 2)
  wallet.declineNext('eth_signTypedData_v4')
  await sign.click()
  await expect(ticket(page).getByText('Signing paused')).toBeVisible()
  await expect(ticket(page).getByText('You declined')).toBeVisible()
  await ticket(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeVisible()
  expect(await fetchSchedules(baseURL, 'sepolia', wallet.account.address)).toEqual([])
})

test('the form names what is wrong and focuses it', async ({ page }) => {
  await page.goto(address(mainnet, { amount: '70' }))
  const button = (name: string) => page.getByRole('button', { name })
  await page.getByLabel('Orders', { exact: true }).fill('51')
  await button('Check the number of orders').click()
  await expect(page.getByLabel('Orders', { exact: true })).toBeFocused()
  await expect(page.getByText('At most 50.')).toBeVisible()
  await page.getByLabel('Orders', { exact: true }).fill('2.5')
  await expect(page.getByText('Whole numbers only.')).toBeVisible()
  await page.getByLabel('Orders', { exact: true }).fill('5')
  await page.getByLabel('Unit').selectOption('minute')
  await button('Check the interval').click()
  await expect(page.getByLabel('Every')).toBeFocused()
  await page.getByLabel('Every').fill('30')
  await page.getByLabel('Worst price').fill('95')
  await button('Check the worst price').click()
  await page.getByRole('button', { name: '5%', exact: true }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  const members = () => Object.fromEntries(new URL(page.url()).searchParams)
  await expect.poll(members).toMatchObject({ parts: '5', every: '30', unit: 'minute', worst: '5' })
  await page.getByRole('link', { name: 'Limit' }).click()
  await expect(page.getByLabel('You sell amount')).toHaveValue('70')
})
