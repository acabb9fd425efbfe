import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { connectWallet } from '@/e2e/support/connect-wallet'
import {
  type InjectedWallet,
  injectFundedWallet,
  injectWallet,
} from '@/e2e/support/injected-wallet'
import { chooseAction, orderRows } from '@/e2e/support/recent-orders'
import { fetchSettings, placeOrder } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const [mainnet, sepolia] = [1, 11_155_111] as const

/** Returns the RPC URL of a network of the service under test. */
async function rpcUrlOf(baseURL: string | undefined, chainId: number) {
  const { networks } = await fetchSettings(baseURL ?? '')
  return networks.find((network) => network.chainId === chainId)?.rpcUrl
}

/** Records the RPC URLs of the next `wallet_addEthereumChain` call. */
function recordAddedUrls(wallet: InjectedWallet): string[] {
  const added: string[] = []
  wallet.changeNext('wallet_addEthereumChain', (params) => {
    added.push(...(params[0] as { rpcUrls: string[] }).rpcUrls)
    return params
  })
  return added
}

/** Connects a browser wallet that is on, and only knows, the embedded mainnet. */
async function connectElsewhere(page: Page, baseURL = ''): Promise<InjectedWallet> {
  const rpcUrl = (await rpcUrlOf(baseURL, mainnet)) ?? ''
  const known = [{ chainId: mainnet, rpcUrl }]
  const options = { privateKey: generatePrivateKey(), networks: known, chainId: mainnet }
  const wallet = await injectWallet(page, options)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.1')
  return wallet
}

const switchButton = (page: Page) => page.getByRole('button', { name: 'Switch to Sepolia' })

test('switches a wallet on another network in place, also to a network it does not know', async ({
  page,
  baseURL,
}) => {
  const wallet = await connectElsewhere(page, baseURL)
  expect(wallet.calls).not.toContain('wallet_switchEthereumChain')
  await expect(page.getByRole('button', { name: /^Account .* on another network$/ })).toBeVisible()
  wallet.declineNext('wallet_switchEthereumChain')
  await switchButton(page).click()
  await expect.poll(() => wallet.calls).toContain('wallet_switchEthereumChain')
  await expect(switchButton(page)).toBeVisible()
  await expect(page.getByText('Switch to Sepolia in')).toBeHidden()

  const added = recordAddedUrls(wallet)
  await switchButton(page).click()
  await expect(page.getByRole('button', { name: 'Not enough WETH' })).toBeVisible()
  expect(added).toEqual([await rpcUrlOf(baseURL, sepolia)])
  await expect(page.getByRole('button', { name: /^Account 0x[^,]*$/ })).toBeVisible()
})

test('a cancellation adds the network to the wallet with the service’s RPC URL', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL, mainnet)
  const { wrappedNative: sellToken, usdToken: buyToken } = getNetwork(sepolia)
  // Far from the market: the order stays open.
  const amounts = { sellAmount: 10n ** 16n, buyAmount: 900_000n * 10n ** 6n }
  const terms = { network: 'sepolia', account: wallet.account, sellToken, buyToken }
  await placeOrder(baseURL ?? '', { ...terms, ...amounts })
  const added = recordAddedUrls(wallet)
  await page.goto('/orders?chain=sepolia&tab=open')
  await connectWallet(page, 'Test wallet')
  await chooseAction(orderRows(page).first(), 'Cancel')
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  expect(added).toEqual([await rpcUrlOf(baseURL, sepolia)])
})

test('explains how to switch manually if the wallet cannot switch', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const wallet = await connectElsewhere(page, baseURL)
  wallet.beforeNext('wallet_switchEthereumChain', () => {
    throw Object.assign(new Error('The method is not supported.'), { code: 4200 })
  })
  await switchButton(page).click()
  await expect(page.getByText('Switch to Sepolia in Test wallet.')).toBeVisible()
})

test('an embedded network with a real chain id is offered to the demo wallet only', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await injectFundedWallet(page, baseURL)
  const wallets = page.getByRole('dialog', { name: 'Connect a wallet' })
  const open = async (network: string) => {
    await page.goto(`/?chain=${network}`)
    await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
    await expect(wallets.getByRole('button', { name: 'Demo account 1' })).toBeVisible()
  }
  await open('sepolia')
  await expect(wallets.getByRole('button', { name: 'Test wallet' })).toBeVisible()
  await open('mainnet')
  await expect(
    wallets.getByText('Ethereum is a demo here: only the demo wallet works'),
  ).toBeVisible()
  await expect(wallets.getByRole('button', { name: 'Test wallet' })).toHaveCount(0)
})

test('links keep the network of the URL, later visits do not', { tag: '@long' }, async ({
  page,
}) => {
  const shown = (title: string) => page.getByRole('button', { name: `Network: ${title}` })
  const go = (name: string) =>
    page.getByRole('banner').getByRole('link', { name, exact: true }).click()
  await page.goto('/?chain=sepolia')
  await expect(shown('Sepolia')).toBeVisible()
  await go('Orders')
  await expect(page).toHaveURL('/orders?chain=sepolia')
  await page.reload()
  await expect(shown('Sepolia')).toBeVisible()
  // Pages without the wallet take the network from the URL only.
  await go('Auctions')
  await expect(page).toHaveURL('/auctions?chain=sepolia')
  await go('Trade')
  await expect(shown('Sepolia')).toBeVisible()

  await page.goto('/orders')
  await shown('Ethereum').click()
  await page.getByRole('button', { name: /^Gnosis/ }).click()
  await page.reload()
  await expect(shown('Gnosis')).toBeVisible()
  await expect(page).toHaveURL('/orders')
  await go('Auctions')
  await expect(page).toHaveURL('/auctions')
  await expect(shown('Gnosis')).toBeVisible()
  await shown('Gnosis').click()
  await page.getByRole('button', { name: /^Sepolia/ }).click()
  await expect(page).toHaveURL('/auctions?chain=sepolia')
  const main = page.getByRole('main')
  const auctions = main.getByRole('table', { name: /^Auctions on .*Sepolia$/ })
  await expect(auctions.or(main.getByText(/^No auctions on .*Sepolia yet$/))).toBeVisible()
  await shown('Sepolia').click()
  await page.getByRole('button', { name: /^Gnosis/ }).click()
  await expect(page).toHaveURL('/auctions?chain=gnosis')

  await go('Trade')
  // Wait for the navigation, which closes a network selection opened before it.
  await expect(page.getByLabel('You pay amount')).toBeVisible()
  await shown('Gnosis').click()
  await page.getByRole('button', { name: /^Sepolia/ }).click()
  await page.getByLabel('You pay amount').fill('1.25')
  await expect(page).toHaveURL(/amount=1\.25/)
  await go('Auctions')
  await expect(page).toHaveURL('/auctions?chain=sepolia')
  await page.goBack()
  await expect(shown('Sepolia')).toBeVisible()
  await expect(page.getByLabel('You pay amount')).toHaveValue('1.25')
  await shown('Sepolia').click()
  await page.getByRole('button', { name: /^Gnosis/ }).click()
  await expect(page.getByLabel('You pay amount')).toHaveValue('')
  await expect(page).not.toHaveURL(/amount|kind/)
})

test('a network change during review closes it with a reason', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await expect(dialog).toBeVisible()
  await wallet.switchNetwork(mainnet)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The wallet switched networks')).toBeVisible()
  await switchButton(page).click()
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
})

test('the demo wallet follows the network of the page, also after a reload', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/?chain=mainnet')
  await connectWallet(page, 'Demo account 9')
  const follows = async (network: string) => {
    await expect(page.getByRole('button', { name: `Network: ${network}` })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Account 0x[^,]*$/ })).toBeVisible()
    const action = page.locator('[data-slot="action-bar"]').getByRole('button')
    await expect(action).toHaveText('Enter an amount')
  }
  await follows('Ethereum')
  await page.getByRole('button', { name: 'Network: Ethereum' }).click()
  await page.getByRole('button', { name: /^Gnosis/ }).click()
  await follows('Gnosis')
  await page.reload()
  await follows('Gnosis')
  await expect(page.getByText('Switch to')).toBeHidden()
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'coincide.store')
  expect(cookie?.value).toContain('"chainId":100')
})

test('a browser wallet shows its own name and icon', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
  const row = page.getByRole('dialog').getByRole('button', { name: 'Test wallet' })
  await expect(row.locator('img')).toHaveAttribute('src', /^data:image\/svg/)
  await row.click()
  const account = page.getByRole('button', { name: /^Account 0x/ })
  await account.click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByText('Test wallet')).toBeVisible()
  await expect(menu.locator('img')).toHaveAttribute('src', /^data:image\/svg/)
})
