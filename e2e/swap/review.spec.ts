import { expect, type Page, test } from '@playwright/test'
import { decodeFunctionData, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expectAccessibleInBothThemes } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { type InjectedWallet, injectFundedWallet } from '@/e2e/support/injected-wallet'
import { recentOrders } from '@/e2e/support/recent-orders'
import { fetchSettings } from '@/e2e/support/service-api'
import { untilReactive } from '@/e2e/support/until-loaded'
import type { QuoteAnswer } from '@/lib/client/api'

/** Opens the swap page with a funded browser wallet connected on Sepolia. */
async function openSwap(page: Page, baseURL?: string): Promise<InjectedWallet> {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  return wallet
}

async function openReview(page: Page) {
  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  return { dialog, approve: button('Approve WETH'), sign: button('Sign order'), button }
}

const sent = (wallet: InjectedWallet, method: string) =>
  wallet.calls.filter((call) => call === method).length

const filled = (page: Page) => page.getByText('Filled', { exact: true }).first()

test('a declined or insufficient approval is requested again and may be unlimited', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await openSwap(page, baseURL)
  const { dialog, approve, sign, button } = await openReview(page)
  wallet.declineNext('eth_sendTransaction')
  await approve.click()
  await expect(dialog.getByText('You declined the request')).toBeVisible()

  const { vaultRelayerContract } = await fetchSettings(baseURL ?? '')
  wallet.changeNext('eth_sendTransaction', ([transaction]) => {
    const args = [vaultRelayerContract as `0x${string}`, 10n ** 16n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    return [{ ...(transaction as object), data }]
  })
  await approve.click()
  await expect(dialog.getByText('You approved 0.01 WETH')).toBeVisible()
  await dialog.getByRole('switch', { name: 'Unlimited WETH allowance' }).click()
  const approved: bigint[] = []
  wallet.changeNext('eth_sendTransaction', (params) => {
    const [{ data }] = params as [{ data: `0x${string}` }]
    approved.push(decodeFunctionData({ abi: erc20Abi, data }).args?.[1] as bigint)
    return params
  })
  await button('Approve WETH again').click()
  await sign.click()
  await expect(filled(page)).toBeVisible()
  expect(approved).toEqual([maxUint256])
})

test('resumes a pending approval after a reload', { tag: '@long' }, async ({ page, baseURL }) => {
  await page.clock.install()
  const wallet = await openSwap(page, baseURL)
  const send = wallet.holdNextTransaction()
  const before = await openReview(page)
  await before.approve.click()
  await expect(before.button('Approving WETH…')).toBeVisible()
  await page.reload()
  const { dialog, sign, button } = await openReview(page)
  await expect(button('Approving WETH…')).toBeVisible()
  // After a minute the transaction may have been dropped.
  await page.clock.fastForward(60_000)
  await expect(dialog.getByText('The transaction is not on-chain yet')).toBeVisible()
  await expect(button('Ask the wallet again')).toBeVisible()
  await send()
  // The price may have moved within the minute.
  await expect(sign.or(button('Accept new price'))).toBeVisible()
  expect(sent(wallet, 'eth_sendTransaction')).toBe(1)
})

test('an account change during review closes it with a reason and requests a new price', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await openSwap(page, baseURL)
  const { dialog } = await openReview(page)
  await expect(dialog).toBeVisible()
  await wallet.switchAccount(generatePrivateKey())
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Account changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not enough WETH' })).toBeVisible()
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
})

test('a disconnect during review closes it with a reason and keeps the form', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await openSwap(page, baseURL)
  const { dialog } = await openReview(page)
  await expect(dialog).toBeVisible()
  await wallet.disconnect()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The wallet disconnected')).toBeVisible()
  await expect(page.getByLabel('You pay amount')).toHaveValue('0.1')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
})

test('reports a reverted approval, which can be requested again', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const wallet = await openSwap(page, baseURL)
  const { dialog, approve, sign } = await openReview(page)
  wallet.changeNext('eth_sendTransaction', ([transaction]) => {
    // Exceeds every balance, so it reverts.
    const args = [wallet.account.address, maxUint256] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    return [{ ...(transaction as object), data, gas: '0x30d40' }]
  })
  await approve.click()
  await expect(dialog.getByText('The transaction reverted.')).toBeVisible()
  await approve.click()
  await expect(sign).toBeVisible()
})

test('reports a wallet that signs different data and falls back to a presignature', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await openSwap(page, baseURL)
  const { dialog, approve, sign, button } = await openReview(page)
  await approve.click()
  wallet.changeNext('eth_signTypedData_v4', ([account, text]) => {
    const typedData = JSON.parse(text as string)
    const message = { ...typedData.message, sellAmount: '1' }
    return [account, JSON.stringify({ ...typedData, message })]
  })
  await sign.click()
  await expect(dialog.getByText('The wallet signed something else')).toBeVisible()
  await dialog.getByRole('switch', { name: 'Sign with a transaction' }).click()
  await button('Place order').click()
  await expect(filled(page)).toBeVisible()
  expect(sent(wallet, 'eth_sendTransaction')).toBe(2)
})

test('prompts an unresponsive wallet again and does not sign an expired price', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await page.clock.install()
  const wallet = await openSwap(page, baseURL)
  const { dialog, approve, sign, button } = await openReview(page)
  await approve.click()
  await expect(sign).toBeVisible()

  await page.route('**/api/v1/quote', (route) =>
    route.fulfill({ status: 429, json: { errorType: 'RateLimited', description: 'slow down' } }),
  )
  await page.clock.fastForward(61_000)
  await expect(button('Updating price…')).toBeVisible()
  await page.unroute('**/api/v1/quote')
  await page.clock.fastForward(31_000)
  // Other tests move the price in the meantime.
  const accept = button('Accept new price')
  await expect(sign.or(accept)).toBeVisible()
  if (await accept.isVisible()) await accept.click()
  await expect(sign).toBeVisible()

  wallet.beforeNext('eth_signTypedData_v4', () => new Promise<void>(() => {}))
  await sign.click()
  await expect(button('Confirm in your wallet…')).toBeVisible()
  await expect.poll(() => sent(wallet, 'eth_signTypedData_v4')).toBe(1)
  await page.clock.fastForward(60_000)
  // The dialog can be closed while the wallet is unresponsive.
  await expect(button('Ask the wallet again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Review order' }).click()
  wallet.beforeNext('eth_signTypedData_v4', () => new Promise<void>(() => {}))
  await sign.click()
  await expect.poll(() => sent(wallet, 'eth_signTypedData_v4')).toBe(2)
  await page.clock.fastForward(60_000)
  await button('Ask the wallet again').click()
  await expect(filled(page)).toBeVisible()
  expect(sent(wallet, 'eth_signTypedData_v4')).toBe(3)
})

test('price impact is neutral, a warning from 1 %, an error from 5 %, and confirmed by a word from 15 %', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const weth = '0xfff9976782d46cc05630d1f6ebab18b2324d6b14'
  // The impact is set through the USD price of the sell token; the buy token is worth one dollar.
  let market = 0
  let loss = 0
  await page.route('**/usdPrice', (route) => {
    const isSold = route.request().url().toLowerCase().includes(weth)
    return route.fulfill({ json: { price: isSold ? market / (1 - loss) : 1 } })
  })
  await openSwap(page, baseURL)
  const read = async () => {
    await page.getByLabel('You pay amount').fill('0.1')
    await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
    return Number((await page.getByLabel('You receive amount').inputValue()).replace(/,/g, '')) * 10
  }
  market = await read()
  const alert = page.getByRole('alert').filter({ hasText: 'Price impact' })
  for (const [part, tone] of [
    [0.005, undefined],
    [0.03, 'Warning'],
    [0.1, 'Error'],
    [0.2, 'Error'],
  ] as const) {
    loss = part
    await page.reload()
    await read()
    if (tone === undefined) await expect(page.getByText(/\(−0\.\d\d%\)/)).toBeVisible()
    else await expect(alert).toContainText(`${tone}: Price impact`)
    await expect(alert).toHaveCount(tone === undefined ? 0 : 1)
    const consent = page.getByText('You type a word to confirm before you sign.')
    await expect(consent).toHaveCount(part === 0.2 ? 1 : 0)
  }
  await expectAccessibleInBothThemes(page, 'a price impact of 20 %')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await expect(dialog.getByRole('alert').filter({ hasText: 'Price impact' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  await expect(dialog.getByRole('button', { name: 'Accept the risk first' })).toBeVisible()
  await dialog.getByLabel(/% less in value than I pay/).fill('confirm')
  await dialog.getByRole('button', { name: 'Sign order' }).click()
  await expect(filled(page)).toBeVisible()
})

test('the price includes the network costs, which are also shown on a separate line', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await openSwap(page, baseURL)
  const response = page.waitForResponse(
    (each) =>
      each.url().endsWith('/quote') &&
      (each.request().postDataJSON() as { priceQuality: string }).priceQuality === 'verified',
  )
  await page.getByLabel('You pay amount').fill('0.1')
  const { quote } = (await (await response).json()) as QuoteAnswer
  const paid = Number(BigInt(quote.sellAmount) + BigInt(quote.feeAmount)) / 1e18
  const effective = Number(quote.buyAmount) / 1e6 / paid
  const line = page.getByRole('button', { name: /^1 WETH = [\d,.]+ USDC$/ })
  await expect(line).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^\$\S+ included$/ })).toBeVisible()
  const [, shownPrice = ''] = /= ([\d,.]+) USDC/.exec((await line.textContent()) ?? '') ?? []
  // A newer quote may have arrived; a price without the costs would be much further off.
  const withoutCosts = Number(quote.buyAmount) / 1e6 / (Number(quote.sellAmount) / 1e18)
  const shown = Number(shownPrice.replace(/,/g, ''))
  expect(Math.abs(shown - effective)).toBeLessThan(Math.abs(shown - withoutCosts))
})

test('a fill shows its surplus over the quote and over the limit', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await openSwap(page, baseURL)
  const { approve, sign } = await openReview(page)
  await approve.click()
  await sign.click()
  await expect(filled(page)).toBeVisible()
  const slip = recentOrders(page).first()
  const amount = /^([+−][\d,.]+|0\.00) USDC [+−]?\d+\.\d\d%$/
  const fact = (name: string) =>
    page
      .getByRole('definition')
      .filter({ visible: true })
      .and(page.locator(`dt:text-is("${name}") + dd`))
  await slip.getByRole('button', { name: /^0\.1 WETH for / }).click()
  await expect(slip.locator('dt', { hasText: 'Surplus vs quote' })).toBeVisible()
  await expect(fact('Surplus vs quote')).toHaveText(amount)
  await expect(fact('Surplus vs limit')).toHaveText(amount)
  await expect(fact('Surplus vs limit').locator('.text-surplus')).toHaveCount(0)
  await slip.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Sold 0\.1 WETH for /)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText(/ResultAs quoted|(Surplus vs|Below) quote[+−][\d,.]+ USDC/)
  await expect(fact('Surplus vs limit')).toHaveText(amount)
})

test('the review states each fact once and has the focus on the next act', async ({
  page,
  baseURL,
}) => {
  await openSwap(page, baseURL)
  const { dialog, approve, sign } = await openReview(page)
  await expect(approve).toBeFocused()
  await expect(dialog.getByText('You pay exactly')).toBeVisible()
  await expect(dialog.getByText('0.1 WETH', { exact: true })).toHaveCount(1)
  const names = await dialog.locator('dt').allTextContents()
  expect(names).toEqual([
    ...['Rate', 'Minimum received', 'Max slippage', 'Network costs', 'Expires', 'Recipient'],
  ])
  const fact = (name: string) => dialog.locator(`dt:text-is("${name}") + dd`)
  await expect(fact('Rate')).toHaveText(/^1 WETH = [\d,.]+ USDC$/)
  await expect(fact('Max slippage')).toHaveText(/^\d+\.\d\d% Auto$/)
  await expect(fact('Network costs')).toHaveText(/ included$/)
  await expect(fact('Expires')).toHaveText(/^(\d+ \w+, )?\d\d:\d\d in 30 min/)
  await expect(fact('Recipient')).toHaveText('Your wallet')
  await approve.click()
  await expect(sign).toBeFocused()
  await expect(dialog.getByRole('list', { name: 'Steps' })).toHaveText(/WETH approved.*Sign order/)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
})

test('sends no quote request offline and resumes once online', { tag: '@long' }, async ({
  page,
  context,
  baseURL,
}) => {
  await openSwap(page, baseURL)
  await untilReactive(page)
  await context.setOffline(true)
  await page.getByLabel('You pay amount').fill('0.1')
  await expect(page.getByRole('button', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
})

test('each quote rejection has its own message', { tag: '@long' }, async ({ page }) => {
  await page.goto('/?chain=mainnet')
  const rejections = [
    ['SellAmountDoesNotCoverFee', 400, 'Amount too small'],
    ['NoLiquidity', 404, 'No route for this size'],
    ['UnsupportedToken', 400, 'Token not supported'],
    ['InvalidParameter', 400, 'No price for this order'],
  ] as const
  for (const [index, [errorType, status, words]] of rejections.entries()) {
    await page.route('**/api/v1/quote', (route) =>
      route.fulfill({ status, json: { errorType, description: 'why' } }),
    )
    await page.getByLabel('You pay amount').fill(`${index + 1}`)
    await expect(page.getByText(words).first()).toBeVisible()
    await page.unroute('**/api/v1/quote')
  }
  await page.getByLabel('You pay amount').fill('1.5')
  await expect(page.getByLabel('You receive amount')).not.toHaveValue('')
})
