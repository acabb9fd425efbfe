import { expect, type Page, type Route, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { recentOrders } from '@/e2e/support/recent-orders'

const orders = '**/api/v1/orders'

/** Opens a review with the approval done, so that only the signature remains; the test stubs the response. */
async function openReview(page: Page, baseURL?: string) {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const review = async () => {
    await page.getByLabel('You pay amount').fill('0.1')
    await page.getByRole('button', { name: 'Review order' }).click()
  }
  await review()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await button('Approve WETH').click()
  // The market may move meanwhile; a worse price has to be accepted first.
  await page.addLocatorHandler(button('Accept new price'), (accept) => accept.click())
  const sign = button('Sign order')
  await expect(sign).toBeVisible()
  const signatures = () => wallet.calls.filter((call) => call === 'eth_signTypedData_v4').length
  return { dialog, button, sign, signatures, review }
}

/** Stubs the responses to the next submitted orders, one each; later orders reach the service. */
async function answerNext(page: Page, ...answers: readonly ((route: Route) => Promise<void>)[]) {
  const queue = [...answers]
  await page.route(orders, (route) => {
    const answer = route.request().method() === 'POST' ? queue.shift() : undefined
    return answer ? answer(route) : route.fallback()
  })
}

const refuse =
  (errorType: string, status = 400) =>
  (route: Route) =>
    route.fulfill({ status, json: { errorType, description: 'this is why' } })

const slip = (page: Page) => recentOrders(page)

test('explains why an order is rejected and signs it again', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { dialog, sign, signatures } = await openReview(page, baseURL)
  const rejections = [
    ['InvalidSignature', 'The wallet signed different data'],
    ['InsufficientAllowance', 'Not enough allowance'],
    ['OrderExpired', 'This took too long'],
    ['UnsupportedToken', 'The order was not accepted'],
  ] as const
  for (const [errorType, words] of rejections) {
    await answerNext(page, refuse(errorType))
    await sign.click()
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(dialog.getByText('Nothing was submitted.')).toBeVisible()
    await expect(dialog.getByText('This is why.')).toBeVisible()
  }
  await sign.click()
  await expect(slip(page)).toBeVisible()
  expect(signatures()).toBe(rejections.length + 1)
})

test('an input-related rejection returns to the form; a forbidden wallet is final', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { dialog, button, sign, review } = await openReview(page, baseURL)
  for (const [errorType, words] of [
    ['InsufficientBalance', 'Not enough balance'],
    ['SellAmountOverflow', 'The amount is too large'],
  ] as const) {
    await answerNext(page, refuse(errorType))
    await sign.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByLabel('You pay amount')).toHaveValue('0.1')
    await review()
  }
  await answerNext(page, refuse('Forbidden', 403))
  await sign.click()
  await expect(button('This wallet cannot place orders here')).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(dialog.getByText('Ask the operator of this service')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('retries a busy service with the same signature until stopped', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { dialog, button, sign, signatures } = await openReview(page, baseURL)
  await page.route(orders, refuse('RateLimited', 429))
  await sign.click()
  await expect(dialog.getByText(/^Service busy, retrying in \d+ s$/)).toBeVisible()
  await button('Stop retrying').click()
  await expect(sign).toBeVisible()
  expect(signatures()).toBe(1)
  await page.unroute(orders)

  // The response is lost, but the order is placed: the retry is rejected as a duplicate.
  await answerNext(page, async (route) => {
    expect((await route.fetch()).status()).toBe(201)
    await route.fulfill({ status: 500, json: { errorType: 'InternalServerError' } })
  })
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/v1/orders')) {
      answers.push(response.status())
    }
  })
  await sign.click()
  await expect(slip(page)).toHaveCount(1)
  expect(answers).toEqual([500, 400])
  expect(signatures()).toBe(2)
})

test('an order placed by the service appears even if its response was not awaited', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await page.clock.install()
  const { dialog, button, sign, signatures } = await openReview(page, baseURL)
  const statuses: number[] = []
  await answerNext(page, async (route) => {
    statuses.push((await route.fetch()).status())
  })
  await sign.click()
  await expect(button('Sending…')).toBeVisible()
  await expect.poll(() => statuses).toEqual([201])
  await page.clock.fastForward(60_000)
  await button('Stop retrying').click()
  await expect(dialog).toBeHidden()
  await expect(slip(page)).toHaveCount(1)
  expect(signatures()).toBe(1)
})

test('an unresponsive service can be dismissed, and a missing app data document is uploaded', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await page.clock.install()
  const { button, sign, signatures } = await openReview(page, baseURL)
  await answerNext(page, () => new Promise<void>(() => {}))
  await sign.click()
  await expect(button('Sending…')).toBeVisible()
  await expect(button('Stop retrying')).toBeHidden()
  await page.clock.fastForward(60_000)
  await button('Stop retrying').click()
  await expect(sign.or(button('Accept new price'))).toBeVisible()

  if (await button('Accept new price').isVisible()) await button('Accept new price').click()
  await answerNext(page, refuse('InvalidAppData'))
  const uploaded = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/api/v1/app_data/'),
  )
  await sign.click()
  await uploaded
  await expect(slip(page)).toBeVisible()
  expect(signatures()).toBe(2)
})
