import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { fund, placeOrder, testAccount } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative: weth, usdToken: usdc } = getNetwork(1)
const pair = `chain=mainnet&sell=${weth}&buy=${usdc}`

async function openLine(page: Page) {
  await page.goto(`/limit?${pair}&amount=1.5`)
  const price = page.getByLabel('Limit price', { exact: true })
  const line = page.getByRole('slider', { name: 'Limit price on the chart' })
  await expect(price).not.toHaveValue('')
  await expect(line).toBeVisible()
  await page.getByRole('button', { name: '+2%' }).click()
  await expect(line).toHaveAttribute('aria-valuetext', /\+2\.00% vs market$/)
  return { price, line }
}

const numberOf = (text: string) => Number(text.replaceAll(',', ''))

test('the limit line moves by keys and always equals the price field', async ({ page }) => {
  const { price, line } = await openLine(page)
  await expect(page.getByRole('button', { name: '+2%' })).toHaveAttribute('aria-pressed', 'true')
  await line.focus()
  await page.keyboard.press('ArrowUp')
  await expect(line).toHaveAttribute('aria-valuetext', /\+2\.10% vs market$/)
  await expect(page.getByRole('button', { name: '+2%' })).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(line).toHaveAttribute('aria-valuetext', /\+1\.10% vs market$/)
  const shown = (await line.getAttribute('aria-valuetext'))?.split(' ')[0] ?? ''
  expect(numberOf(await price.inputValue())).toBeCloseTo(numberOf(shown), 2)

  await price.fill('9000')
  await expect(line).toHaveAttribute('aria-valuetext', /^9,000\.00 USDC per WETH/)
})

test('the limit line is dragged, and the price field follows', { tag: '@long' }, async ({
  page,
}) => {
  const { price, line } = await openLine(page)
  const before = numberOf(await price.inputValue())
  const box = await line.boundingBox()
  if (!box) throw new Error('the line has no place')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 30, { steps: 5 })
  const during = numberOf(await price.inputValue())
  expect(during).toBeLessThan(before)
  await page.mouse.up()
  expect(numberOf(await price.inputValue())).toBe(during)
  await expect(line).not.toHaveAttribute('aria-valuetext', /\+2\.00% vs market$/)
})

test('the chart has ranges, candles and a table, and turns the pair', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`/?${pair}`)
  const chart = page.getByRole('region', { name: /WETH \/ USDC/ })
  await expect(chart.getByRole('slider')).toBeVisible()
  await chart.getByRole('button', { name: '1W' }).click()
  await expect(chart.getByRole('slider', { name: /the last week/ })).toBeVisible()
  await chart.getByRole('button', { name: 'Show candles' }).click()
  await expect(chart.getByRole('button', { name: 'Show line' })).toBeVisible()
  await chart.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(chart.getByRole('table')).toBeVisible()
  await chart.getByRole('button', { name: 'Show USDC / WETH' }).click()
  await expect(page.getByRole('region', { name: /USDC \/ WETH/ })).toBeVisible()
})

test('the own fills are marked on the chart, in words too', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const account = testAccount(6)
  await fund(url, account.address, 'mainnet')
  const uid = await placeOrder(url, {
    ...{ network: 'mainnet', account, sellToken: weth, buyToken: usdc },
    ...{ sellAmount: 10n ** 16n, buyAmount: 1n },
  })
  const order = `${url}/mainnet/api/v1/orders/${uid}`
  const read = async () => (await fetch(order)).json()
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({ status: 'fulfilled' })
  await page.goto(`/?${pair}`)
  await connectWallet(page, 'Demo account 7')
  const chart = page.getByRole('region', { name: /WETH \/ USDC/ })
  const fills = chart.getByRole('list', { name: 'Your fills in this chart' })
  const text = /^You sold 0\.\d+ WETH at [\d,.]+ USDC.*UTC\.$/
  await expect(fills.getByText(text).first()).toBeAttached()
  await expect(chart.locator('[data-fill="sold"]').first()).toBeVisible()
  await chart.getByRole('slider').focus()
  await page.keyboard.press('End')
  await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', /You sold 0\.\d+ WETH/)
  // The other way round, what was sold is what was bought.
  await chart.getByRole('button', { name: 'Show USDC / WETH' }).click()
  const turned = page.getByRole('region', { name: /USDC \/ WETH/ })
  await expect(turned.getByText(/^You bought [\d,.]+ USDC at/).first()).toBeAttached()
})
