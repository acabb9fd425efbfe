import { expect, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { chooseToken } from '@/e2e/support/token-selector'
import { nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'

const { usdToken, wrappedNative } = getNetwork(11_155_111)

test('resumes a pending wrap after a reload without a second request', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.clock.install()
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto(`/?chain=sepolia&sell=${nativeToken}&buy=${wrappedNative}&amount=0.01`)
  await connectWallet(page, 'Test wallet')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const send = wallet.holdNextTransaction()
  await button('Wrap ETH').click()
  await expect(button('Wrapping ETH…')).toBeVisible()
  await page.reload()
  await expect(button('Wrapping ETH…')).toHaveAttribute('aria-busy', 'true')
  // After a minute the transaction may have been dropped.
  await page.clock.fastForward(60_000)
  await expect(button('Ask the wallet again')).toBeVisible()
  await expect(page.getByText('Ask again only if it is gone')).toBeVisible()
  await send()
  const toasts = page.getByRole('region', { name: /Messages/ })
  await expect(toasts.getByText('ETH wrapped')).toBeVisible()
  await expect(page.getByLabel('You pay amount')).toHaveValue('')
  expect(wallet.calls.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  await page.reload()
  await page.getByLabel('You pay amount').fill('0.01')
  await expect(button('Wrap ETH')).toBeVisible()
})

test('wraps before an exact buy, sells the wrapped token, and unwraps it', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto(`/?chain=sepolia&sell=${nativeToken}&buy=${usdToken}`)
  await connectWallet(page, 'Test wallet')
  const pay = page.getByLabel('You pay amount')
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  // Buy orders require an ERC-20 sell token.
  await page.getByLabel('You receive amount').fill('20')
  await expect(button('Wrap ETH first')).toBeVisible()
  await expect(pay).toHaveValue('')
  await button('Wrap ETH first').click()
  await expect(button('Token you receive: WETH')).toBeVisible()
  await expect(pay).toHaveValue('')
  await pay.fill('0.01')
  wallet.declineNext('eth_sendTransaction')
  await button('Wrap ETH').click()
  await expect(page.getByText('You declined the request')).toBeVisible()

  const send = wallet.holdNextTransaction()
  await button('Wrap ETH').click()
  await expect(button('Wrapping ETH…')).toHaveAttribute('aria-busy', 'true')
  await send()
  const toasts = page.getByRole('region', { name: /Messages/ })
  await expect(toasts.getByText('ETH wrapped')).toBeVisible()
  await expect(button('Token you pay: WETH')).toBeVisible()
  await expect(button('Token you receive: USDC')).toBeVisible()
  await expect(pay).toHaveValue('0.01')
  await expect(button('Review order')).toBeVisible()
  await button('Max: pay all WETH').click()
  const wrapped = Number(await pay.inputValue())

  await chooseToken(page, { side: 'receive', symbol: 'ETH' })
  await pay.fill('0.01')
  await button('Unwrap to ETH').click()
  await expect(toasts.getByText('Unwrapped')).toBeVisible()
  await expect(pay).toHaveValue('')
  await button('Max: pay all WETH').click()
  expect(Number(await pay.inputValue())).toBeCloseTo(wrapped - 0.01, 10)
  expect(wallet.calls.filter((method) => method === 'eth_sendTransaction')).toHaveLength(3)

  await toasts.getByRole('listitem').filter({ hasText: 'Unwrapped' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/tx\/sepolia\/0x[0-9a-f]{64}$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
