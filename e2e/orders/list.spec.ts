import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { type InjectedWallet, injectFundedWallet } from '@/e2e/support/injected-wallet'
import { chooseAction, orderRows } from '@/e2e/support/recent-orders'
import { approveToken, fund, placeOrder } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)
const network = 'sepolia'

/** Places three orders far from the market: two sell orders, then a buy order. */
const placeThree = async (baseURL: string, { account }: InjectedWallet) => {
  const far = { network, account, sellToken: wrappedNative, buyToken: usdToken }
  const sell = { ...far, sellAmount: 10n ** 16n }
  return [
    await placeOrder(baseURL, { ...sell, buyAmount: 700_001n * 10n ** 6n }),
    await placeOrder(baseURL, { ...sell, buyAmount: 700_002n * 10n ** 6n }),
    await placeOrder(baseURL, {
      ...{ ...far, kind: 'buy', sellToken: usdToken, buyToken: wrappedNative },
      ...{ sellAmount: 10n ** 6n, buyAmount: 703n * 10n ** 18n },
    }),
  ]
}

const rows = (page: Page) => orderRows(page)
const waitUntilFilled = async (baseURL: string, uid: string) =>
  expect
    .poll(async () => (await fetch(`${baseURL}/${network}/api/v1/orders/${uid}`)).json(), {
      timeout: 60_000,
    })
    .toMatchObject({ status: 'fulfilled' })

test('tabs and filters are kept in the URL and restored from a link', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  const [first] = await placeThree(url, wallet)
  await page.goto('/orders?chain=sepolia&tab=open')
  await connectWallet(page, 'Test wallet')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('tab', { name: 'Open 3' })).toHaveAttribute('aria-selected', 'true')

  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await search.fill(first?.slice(2, 12) ?? '')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('700,001')
  await expect(page).toHaveURL(new RegExp(`q=${first?.slice(2, 12)}`))
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(search).toHaveValue(/./)

  await page.getByRole('tab', { name: 'Cancelled' }).click()
  await expect(page.getByText('No matching orders')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('No cancelled orders')).toBeVisible()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/orders\?chain=sepolia&tab=cancelled&period=all$/)

  await page.goto('/orders?chain=sepolia&q=weth&to=2020-01-01')
  await expect(page.getByText('No matching orders')).toBeVisible()
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Swap')
  await expect(page.getByText('No matching orders')).toBeVisible()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Limit')
  await expect(rows(page)).toHaveCount(3)

  // The wallet stays connected after navigating back to the page where it was connected.
  await rows(page).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/orders\/0x/)
  await page.goBack()
  await expect(page).toHaveURL(/type=limit/)
  await expect(rows(page)).toHaveCount(3)
})

test('rows are selected by keyboard and cancelled with one signature', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  await placeThree(url, wallet)
  await page.goto('/orders?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect(rows(page)).toHaveCount(3)
  const links = rows(page).getByRole('link')
  await links.first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar).toContainText('2 selected')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()

  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(2)).toBeFocused()
  await page.keyboard.press('x')
  await expect(bar).toContainText('One signature cancels both. Free.')
  await bar.getByRole('button', { name: 'Cancel 2 orders' }).press('Enter')
  await page.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByRole('list', { name: 'Results' }).getByText('Cancelled')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { name: 'Cancelled 2' })).toBeVisible()
  await rows(page).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/0x/)
})

test('the orders of all networks are one list, and one signature is for one network', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  await placeThree(url, wallet)
  await fund(url, wallet.account.address, 'gnosis')
  const gnosis = getNetwork(100)
  await placeOrder(url, {
    ...{ network: 'gnosis', account: wallet.account, sellToken: gnosis.wrappedNative },
    ...{ buyToken: gnosis.usdToken, sellAmount: 10n ** 16n, buyAmount: 10n ** 12n },
  })
  await page.goto('/orders?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect(rows(page)).toHaveCount(3)
  const choice = page.getByRole('combobox', { name: 'Network' })
  await choice.selectOption('All networks')
  await expect(page).toHaveURL(/networks=all/)
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).first()).toContainText(gnosis.title)
  await expect(rows(page).filter({ hasText: 'Sepolia' })).toHaveCount(3)
  await expect(rows(page).first().getByRole('link')).toHaveAttribute('href', /chain=100$/)
  await expect(page.getByRole('region', { name: 'Last 30 days' })).toContainText('testnets')

  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  await rows(page).last().getByRole('checkbox').check()
  await expect(rows(page).getByRole('checkbox')).toHaveCount(3)
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar).toContainText('Sepolia only: each network needs its own signature.')
  await bar.getByRole('button', { name: 'Select all' }).click()
  await bar.getByRole('button', { name: 'Cancel 3 orders' }).click()
  await page.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByRole('list', { name: 'Results' }).getByText('Cancelled')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { name: 'Open 1' })).toBeVisible()
  await choice.selectOption(gnosis.title)
  await expect(rows(page)).toHaveCount(1)
  await expect(page).not.toHaveURL(/networks=all/)
})

test('totals and the tax report have the dollars of the time of each fill', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { account } = await injectFundedWallet(page, url)
  const filled = await placeOrder(url, {
    ...{ network, account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 16n, buyAmount: 1n },
  })
  await waitUntilFilled(url, filled)
  await page.goto('/orders?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const totals = page.getByRole('region', { name: 'Last 30 days' })
  await expect(totals).toContainText('1 order')
  await expect(totals).toContainText(/\+\$[\d.,]+/)
  await page.getByRole('button', { name: 'Export' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Tax report/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('taxes-sepolia.csv')
  const [head = '', line = ''] = (await readFile(await saved.path(), 'utf8')).split('\r\n')
  const cells = line.split(',')
  const cell = (name: string) => cells[head.split(',').indexOf(name)]
  const trades = await fetch(`${url}/${network}/api/v2/trades?orderUid=${filled}`)
  const [trade] = await trades.json()
  expect(cell('txHash')).toBe(trade.txHash)
  expect(cell('timeUtc')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(cell('soldAmount')).toBe('0.01')
  expect(cell('soldToken')).toBe('WETH')
  expect(Number(cell('receivedUsd'))).toBeGreaterThan(1)
  expect(Number(cell('soldUsd')) / Number(cell('receivedUsd'))).toBeCloseTo(1, 1)
})

test('exports the filtered orders with their fill transactions', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  const { account } = wallet
  await placeThree(url, wallet)
  const filled = await placeOrder(url, {
    ...{ network, account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 16n, buyAmount: 1n },
  })
  await waitUntilFilled(url, filled)
  await page.goto('/orders?chain=sepolia&type=limit')
  await connectWallet(page, 'Test wallet')
  await expect(rows(page)).toHaveCount(4)

  const save = async (format: string) => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: `Orders (${format})` }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`orders-sepolia.${format.toLowerCase()}`)
    return readFile(await saved.path(), 'utf8')
  }
  const [head = '', ...lines] = (await save('CSV')).trimEnd().split('\r\n')
  const names = head.split(',')
  const cells = lines.map((line) => line.split(','))
  expect(cells).toHaveLength(4)
  const cell = (row: string[] | undefined, name: string) => row?.[names.indexOf(name)]
  const row = cells.find((each) => cell(each, 'uid') === filled)
  const trades = await fetch(`${url}/${network}/api/v2/trades?orderUid=${filled}`)
  const [trade] = await trades.json()
  expect(cell(row, 'txHashes')).toBe(trade.txHash)
  expect(cell(row, 'status')).toBe('fulfilled')
  expect(cell(row, 'sellAmountAtoms')).toBe('10000000000000000')
  expect(cell(row, 'sellAmount')).toBe('0.01')
  expect(cell(row, 'executedBuyAtoms')).toBe(trade.buyAmount)
  expect(cell(row, 'createdAt')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

  const json = JSON.parse(await save('JSON'))
  expect(json).toHaveLength(4)
  expect(json.find(({ uid }: { uid: string }) => uid === filled).txHashes).toEqual([trade.txHash])
})

test('rows show why an order is not filled and update live', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  const { account } = wallet
  const pair = { network, account, sellToken: wrappedNative, buyToken: usdToken }
  await page.goto('/orders?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect(page.getByText('No orders on Sepolia yet')).toBeVisible()
  await placeOrder(url, { ...pair, sellAmount: 10n ** 16n, buyAmount: 10n ** 18n })
  await expect(rows(page).getByText('Open', { exact: true })).toBeVisible()
  await approveToken(url, { network, account, token: wrappedNative, amount: 0n })
  await expect(rows(page).getByText('Allowance too low')).toBeVisible()
  await expect(rows(page)).toContainText('Approve WETH and it continues automatically')
})

test('a closed order prefills the form', { tag: '@long' }, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { account } = await injectFundedWallet(page, url)
  const uid = await placeOrder(url, {
    ...{ network, account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 12_500_000_000_000_000n, buyAmount: 1n },
  })
  await waitUntilFilled(url, uid)
  await page.goto('/orders?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect(rows(page)).toHaveCount(1)
  // It was signed without a quote, so its price is a limit price.
  await chooseAction(rows(page).first(), 'Repeat')
  await expect(page).toHaveURL(/\/limit\?.*amount=0\.0125&receive=0\.000001/)
  await expect(page.getByRole('textbox', { name: 'You sell amount' })).toHaveValue('0.0125')
})

test('orders expire by the service’s clock even if the local clock is wrong', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const wallet = await injectFundedWallet(page, url)
  await placeThree(url, wallet)
  await page.clock.install({ time: Date.now() + 48 * 3_600_000 })
  await page.goto('/orders?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).getByText('Open', { exact: true })).toHaveCount(3)
})
