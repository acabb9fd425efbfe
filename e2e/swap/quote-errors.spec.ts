import { expect, type Page, type Route, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import type { QuoteAnswer } from '@/lib/client/api'

const quotes = '**/api/v1/quote'
/** Title of every temporary quote failure. */
const failed = 'Could not get a quote'
const pay = (page: Page) => page.getByLabel(/^You (pay|sell) amount$/)
const receive = (page: Page) => page.getByLabel(/^You receive( at least)? amount$/)
const note = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title })

type Refusal = { readonly status: number; readonly errorType: string; readonly after?: number }

/** Stubs every further quote request with an error response. */
const refuse = (page: Page, { status, errorType, after }: Refusal) =>
  page.route(quotes, (route) =>
    route.fulfill({
      ...{ status, json: { errorType, description: 'this is why' } },
      ...(after === undefined ? {} : { headers: { 'retry-after': `${after}` } }),
    }),
  )

/** Returns the sell amount of a quote request. */
const sellAmountOf = (route: Route): bigint =>
  BigInt(String((route.request().postDataJSON() as Record<string, unknown>).sellAmountBeforeFee))

for (const [errorType, status, title, advice] of [
  ['NoLiquidity', 404, 'No route for this size', 'Try a smaller amount or another token.'],
  ['UnsupportedToken', 400, 'Token not supported', 'This is why.'],
  ['InvalidParameter', 400, 'No price for this order', 'This is why.'],
  ['SellAmountDoesNotCoverFee', 400, 'Amount too small', 'Try a larger amount of WETH.'],
] as const) {
  test(`${errorType} is explained and disappears with the next price`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/?chain=mainnet')
    await pay(page).fill('2')
    await expect(receive(page)).not.toHaveValue('')
    await refuse(page, { status, errorType })
    await pay(page).fill('3')
    await expect(note(page, title)).toContainText(advice)
    await expect(receive(page)).toHaveValue('')
    await page.unroute(quotes)
    await pay(page).fill('2')
    await expect(note(page, title)).toBeHidden()
    await expect(receive(page)).not.toHaveValue('')
  })
}

test('an amount that does not cover the network cost is too small', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/?chain=mainnet')
  await pay(page).fill('0.000000000000000001')
  const refusal = note(page, 'Amount too small')
  await expect(refusal).toContainText(/Try [\d.]+ WETH or more/)
  const [, minimum = ''] = /Try ([\d.]+) WETH/.exec((await refusal.textContent()) ?? '') ?? []
  await pay(page).fill(minimum)
  await expect(refusal).toBeHidden()
  await expect(receive(page)).not.toHaveValue('')
  await expect(page.getByText('Amount too small')).toHaveCount(0)
})

test('reports a busy service at once if retry-after is long, and does not retry sooner', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/?chain=mainnet')
  let requests = 0
  await page.route(quotes, async (route) => {
    requests++
    const json = { errorType: 'RateLimited', description: 'slow down' }
    await route.fulfill({ status: 429, json, headers: { 'retry-after': '40' } })
  })
  await pay(page).fill('1')
  await page.clock.runFor(1_000)
  await expect(note(page, failed)).toContainText('The service is busy')
  const first = requests
  await page.clock.runFor(35_000)
  expect(requests).toBe(first)
  await page.unroute(quotes)
  await page.clock.runFor(6_000)
  await expect(receive(page)).not.toHaveValue('')
  await expect(note(page, failed)).toBeHidden()
  // Refocusing the window after ten seconds refreshes the price.
  await expect(page.getByText(/^Updates in \d+ s$/)).toBeVisible()
  await page.clock.runFor(11_000)
  const again = page.waitForRequest(quotes, { timeout: 10_000 })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await again
})

for (const path of ['/', '/limit']) {
  test(`${path}: a pending quote times out after six seconds and can be retried`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${path}?chain=mainnet`)
    await page.route(quotes, () => {})
    // The token list has its own timeout.
    await expect(page.getByRole('button', { name: 'Token you pay: WETH' })).toBeVisible()
    // /limit has a quote for one token from the start.
    await pay(page).fill('2')
    const ended = note(page, failed)
    // The timeout starts after the input debounce.
    await page.clock.runFor(4_000)
    await expect(ended).toBeHidden()
    // A busy browser may begin later.
    await expect(async () => {
      await page.clock.runFor(2_400)
      await expect(ended).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(pay(page)).toHaveValue('2')
    await expect(receive(page)).toHaveValue('')
    await page.unroute(quotes)
    await ended.getByRole('button', { name: 'Try again' }).click()
    await expect(receive(page)).not.toHaveValue('')
    await expect(ended).toBeHidden()
  })

  test(`${path}: clears amounts and minimums of the previous input immediately on change`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto(`${path}?chain=mainnet`)
    await pay(page).fill('1')
    const rail = page.getByRole('img', { name: path === '/' ? /^Min / : /^Market / })
    await expect(receive(page)).not.toHaveValue('')
    await expect(rail).toBeVisible()
    await page.route(quotes, () => {})
    await pay(page).press('End')
    await pay(page).pressSequentially('0')
    expect(await receive(page).inputValue()).toBe('')
    await expect(rail).toHaveCount(0)
  })

  test(`${path}: reports a failed token list and refetches it on retry`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.route('**/tokenlist.json', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${path}?chain=mainnet`)
    const ended = note(page, 'Could not load the token list')
    await expect(ended).toBeVisible({ timeout: 10_000 })
    await page.getByRole('button', { name: 'Token you receive: Select a token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Token you receive' })
    await expect(dialog.getByRole('alert')).toContainText('Could not load the token list')
    await page.unroute('**/tokenlist.json')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('option', { name: /USDC/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(ended).toBeHidden()
  })

  test(`${path}: keeps an amount typed before hydration`, { tag: '@long' }, async ({ page }) => {
    await page.goto(`${path}?chain=mainnet`)
    await connectWallet(page, 'Demo account 1')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/_next/static/**/*.js', (route) => released.then(() => route.continue()))
    await page.reload({ waitUntil: 'commit' })
    await pay(page).fill('0.25')
    release()
    await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Review (limit )?order$/ })).toBeVisible()
    await expect(pay(page)).toHaveValue('0.25')
    await expect(receive(page)).not.toHaveValue('')
  })
}

for (const [how, fail] of [
  ['answers 500', (route: Route) => route.fulfill({ status: 500, json: {} })],
  ['is cut off', (route: Route) => route.abort()],
] as const) {
  test(`a service that ${how} is retried twice, then on demand`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/?chain=mainnet')
    const verified: unknown[] = []
    await page.route(quotes, (route) => {
      const { priceQuality } = route.request().postDataJSON() as { priceQuality: string }
      if (priceQuality === 'verified') verified.push(priceQuality)
      return fail(route)
    })
    await pay(page).fill('1')
    const down = note(page, failed)
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(down).toBeVisible({ timeout: 500 })
      expect(verified).toHaveLength(3)
    }).toPass()
    await expect(pay(page)).toHaveValue('1')
    await page.unroute(quotes)
    await down.getByRole('button', { name: 'Try again' }).click()
    await expect(receive(page)).not.toHaveValue('')
    await expect(down).toBeHidden()
  })
}

test('ignores a late response to an older request', { tag: '@long' }, async ({ page }) => {
  await page.goto('/?chain=mainnet')
  const delayed: (() => Promise<void>)[] = []
  await page.route(quotes, async (route) => {
    if (sellAmountOf(route) === 10n ** 18n) {
      const response = await route.fetch()
      delayed.push(() => route.fulfill({ response }).catch(() => undefined))
    } else await route.continue()
  })
  await pay(page).fill('1')
  await expect.poll(() => delayed.length).toBeGreaterThan(1)
  await pay(page).fill('0.1')
  await expect(receive(page)).not.toHaveValue('')
  const shown = Number(await receive(page).inputValue())
  for (const answer of delayed) await answer()
  await page.waitForTimeout(500)
  // The verified price replaces the estimate and the market moves, but the stale response would be ten times as much.
  expect(Number(await receive(page).inputValue()) / shown).toBeCloseTo(1, 1)
})

test('a worse price during review must be accepted and is the one signed', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await page.clock.install()
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await pay(page).fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await button('Approve WETH').click()
  await expect(button('Sign order')).toBeVisible()

  const quoted: bigint[] = []
  await page.route(quotes, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as QuoteAnswer
    const buyAmount = (BigInt(answer.quote.buyAmount) * 975n) / 1000n
    quoted.push(buyAmount)
    await route.fulfill({
      response,
      json: { ...answer, quote: { ...answer.quote, buyAmount: `${buyAmount}` } },
    })
  })
  await page.clock.fastForward(31_000)
  await expect(button('Accept new price')).toBeVisible()
  await expect(note(page, 'The price moved against you')).toBeVisible()
  await expect(
    dialog.getByText(/^You now receive about [0-9.,]+ USDC, at least [0-9.,]+/),
  ).toBeVisible()
  await expect(button('Sign order')).toBeHidden()
  await button('Accept new price').click()
  await expect(note(page, 'The price moved against you')).toBeHidden()

  const signed: { buyAmount?: string }[] = []
  wallet.changeNext('eth_signTypedData_v4', (params) => {
    signed.push(JSON.parse(String(params[1])).message)
    return params
  })
  await button('Sign order').click()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
  const accepted = quoted.at(-1) ?? 0n
  expect(BigInt(signed[0]?.buyAmount ?? 0)).toBeLessThanOrEqual(accepted)
  expect(BigInt(signed[0]?.buyAmount ?? 0)).toBeGreaterThan((accepted * 9n) / 10n)
})
