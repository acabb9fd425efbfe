import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothThemes } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { registerFreshCode } from '@/e2e/support/service-api'

/** The line of the swap form that shows the referral code. */
const referralLine = (page: Page) =>
  page.getByRole('region', { name: 'Swap' }).getByText(/Referred by/)

test('stores the code of a referral link on any page and adds it to the order', async ({
  page,
  baseURL,
  request,
}) => {
  const { code } = await registerFreshCode(baseURL ?? '')
  await page.goto(`/docs?ref=${code.toLowerCase()}#signing`)
  await expect(page.getByText(`Link of ${code} opened`)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  expect(new URL(page.url()).hash).toBe('#signing')

  await page.goto('/?chain=mainnet')
  await expect(referralLine(page)).toContainText(code)
  await connectWallet(page, 'Demo account 3')
  await page.getByLabel('You pay amount').fill('0.05')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(code)
  const approve = dialog.getByRole('button', { name: 'Approve WETH' })
  const sign = dialog.getByRole('button', { name: 'Sign order' })
  await expect(approve.or(sign)).toBeVisible()
  if (await approve.isVisible()) await approve.click()
  const [placed] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/orders') && answer.status() === 201),
    sign.click(),
  ])
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
  const order = await request.get(`/mainnet/api/v1/orders/${await placed.json()}`)
  const { fullAppData } = (await order.json()) as { fullAppData: string }
  expect(JSON.parse(fullAppData)).toEqual({
    version: '1.3.0',
    appCode: 'Coincide',
    metadata: { referrer: { code } },
  })
})

test('a code can be removed and is replaced by that of a later link', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const [first, second] = await Promise.all([
    registerFreshCode(baseURL ?? ''),
    registerFreshCode(baseURL ?? ''),
  ])
  await page.goto(`/?chain=mainnet&ref=${first.code}`)
  await expect(referralLine(page)).toContainText(first.code)
  expect(new URL(page.url()).search).toBe('?chain=mainnet')
  await page.getByRole('button', { name: `Remove code ${first.code}` }).click()
  await expect(referralLine(page)).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('You pay amount')).toBeVisible()
  await expect(referralLine(page)).toBeHidden()

  await page.goto('/affiliate?chain=mainnet')
  const panel = page.getByRole('region', { name: 'Trade with a code' })
  const field = panel.getByLabel('Have a referral code?')
  await field.fill('NOBODY-HAS-THIS')
  await panel.getByRole('button', { name: 'Use code' }).click()
  await expect(panel).toContainText('The code NOBODY-HAS-THIS is unknown')
  await field.fill(first.code)
  await field.press('Enter')
  await expect(panel).toContainText(`Referred by ${first.code}`)
  await expect(panel).toContainText('of your eligible volume earns you')

  await page.goto(`/tokens#ref=${second.code}`)
  await expect(page.getByText(`Link of ${second.code} opened`)).toBeVisible()
  await page.getByRole('link', { name: 'Trade' }).filter({ visible: true }).click()
  await expect(referralLine(page)).toContainText(second.code)
  expect(page.url()).not.toContain(second.code)
})

test('reports and discards an unknown, disabled or invalid code', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/?chain=mainnet&ref=NOBODY-HAS-THIS')
  await expect(page.getByText('The code NOBODY-HAS-THIS is unknown')).toBeVisible()
  await page.route('**/ref-codes/OFF-12345', (route) =>
    route.fulfill({ status: 403, json: { message: 'affiliate code disabled' } }),
  )
  await page.goto('/?chain=mainnet&ref=OFF-12345')
  await expect(page.getByText('The code OFF-12345 is turned off')).toBeVisible()
  await page.goto('/?chain=mainnet&ref=x')
  await expect(page.getByText('The link has no valid code')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?chain=mainnet')
  await expect(referralLine(page)).toBeHidden()
})

test('waits for the referral code check before review', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { code } = await registerFreshCode(baseURL ?? '')
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  // Disable the timeout of the check: on a busy machine it would expire before the first price.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })
  await page.route('**/trader-stats/**', async (route) => {
    await isAnswered
    await route.fulfill({ status: 404, json: { message: 'trader stats not found' } })
  })
  await page.goto(`/?chain=mainnet&ref=${code}`)
  await connectWallet(page, 'Demo account 2')
  await page.getByLabel('You pay amount').fill('0.05')
  await expect(page.getByRole('button', { name: 'Checking the referral code…' })).toBeVisible()
  answer()
  await expect(page.getByRole('button', { name: 'Review order' })).toBeEnabled()
})

test('an unchecked code is reported, does not block the order, and is rechecked', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { code } = await registerFreshCode(baseURL ?? '')
  const failure = { status: 500, json: { message: 'internal error' } }
  await page.route(`**/ref-codes/${code}`, (route) => route.fulfill(failure))
  await page.goto(`/?chain=mainnet&ref=${code}`)
  await expect(page.getByText(`The code ${code} is not checked yet`)).toBeVisible()
  await expect(referralLine(page)).toContainText(`Referred by ${code}, not checked yet`)
  await connectWallet(page, 'Demo account 2')
  await page.getByLabel('You pay amount').fill('0.05')
  await expect(page.getByRole('button', { name: 'Review order' })).toBeEnabled()
  await page.unroute(`**/ref-codes/${code}`)
  await expect(referralLine(page)).toHaveText(`Referred by ${code} What this means`)
})

test('does not add a bound account’s code once it is disabled', { tag: '@long' }, async ({
  page,
}) => {
  const bound = { bound_referrer_code: 'OFF-12345', rewards_end: '2100-01-01T00:00:00.000Z' }
  await page.route('**/trader-stats/**', (route) => route.fulfill({ json: bound }))
  await page.route('**/ref-codes/OFF-12345', (route) =>
    route.fulfill({ status: 403, json: { message: 'affiliate code disabled' } }),
  )
  await page.goto('/?chain=mainnet')
  await connectWallet(page, 'Demo account 2')
  const card = page.getByRole('region', { name: 'Swap' })
  await expect(card).toContainText(
    'bound to OFF-12345, which is no longer eligible. No code is added.',
  )
  const [request] = await Promise.all([
    page.waitForRequest('**/api/v1/quote'),
    page.getByLabel('You pay amount').fill('0.05'),
  ])
  expect(request.postDataJSON().appData).not.toContain('OFF-12345')
})

test('the referral line is accessible in both themes at 375', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { code } = await registerFreshCode(baseURL ?? '')
  await page.setViewportSize({ width: 375, height: 900 })
  await page.goto(`/?chain=mainnet&ref=${code}`)
  await expect(referralLine(page)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the line')
})
