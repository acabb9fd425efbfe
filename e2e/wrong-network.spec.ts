import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { getNetwork } from '@/lib/core/networks'
import { connectWallet } from './connect-wallet'
import { injectFundedWallet } from './funded-wallet'
import { type InjectedWallet, injectWallet } from './injected-wallet'
import { fetchSettings, placeOrder } from './place-order'

const [mainnet, sepolia] = [1, 11_155_111] as const

/** Where a wallet reaches a network of this instance. */
async function addressOf(baseURL: string | undefined, chainId: number) {
  const { networks } = await fetchSettings(baseURL ?? '')
  return networks.find((network) => network.chainId === chainId)?.rpcUrl
}

/** The addresses of networks that the wallet will have been told next. */
function addedAddresses(wallet: InjectedWallet): string[] {
  const added: string[] = []
  wallet.changeNext('wallet_addEthereumChain', (params) => {
    added.push(...(params[0] as { rpcUrls: string[] }).rpcUrls)
    return params
  })
  return added
}

/** A wallet of the browser that is on the embedded mainnet and knows nothing else. */
async function connectElsewhere(page: Page, baseURL = ''): Promise<InjectedWallet> {
  const rpcUrl = (await addressOf(baseURL, mainnet)) ?? ''
  const known = [{ chainId: mainnet, rpcUrl }]
  const options = { privateKey: generatePrivateKey(), networks: known, chainId: mainnet }
  const wallet = await injectWallet(page, options)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.1')
  return wallet
}

const switchButton = (page: Page) => page.getByRole('button', { name: 'Switch to Sepolia' })

test('a wallet on another network is turned in place, also where it does not know the network', async ({
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
  await expect(page.getByText('Change the network to Sepolia')).toBeHidden()

  const added = addedAddresses(wallet)
  await switchButton(page).click()
  await expect(page.getByRole('button', { name: 'Not enough WETH' })).toBeVisible()
  expect(added).toEqual([await addressOf(baseURL, sepolia)])
  await expect(page.getByRole('button', { name: /^Account 0x[^,]*$/ })).toBeVisible()
})

test('a cancellation has the wallet learn the network by an address of its own', async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL, mainnet)
  const { wrappedNative: sellToken, usdToken: buyToken } = getNetwork(sepolia)
  // Nobody gives so much for 0.01 WETH.
  const amounts = { sellAmount: 10n ** 16n, buyAmount: 900_000n * 10n ** 6n }
  const terms = { network: 'sepolia', account: wallet.account, sellToken, buyToken }
  await placeOrder(baseURL ?? '', { ...terms, ...amounts })
  const added = addedAddresses(wallet)
  await page.goto('/orders?chain=sepolia&tab=open')
  await connectWallet(page, 'Test wallet')
  await page.getByRole('button', { name: 'Cancel WETH to USDC' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Sign cancellation' }).click()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  expect(added).toEqual([await addressOf(baseURL, sepolia)])
})

test('a wallet that cannot be turned is turned by hand, as the page says', async ({
  page,
  baseURL,
}) => {
  const wallet = await connectElsewhere(page, baseURL)
  wallet.beforeNext('wallet_switchEthereumChain', () => {
    throw Object.assign(new Error('The method is not supported.'), { code: 4200 })
  })
  await switchButton(page).click()
  await expect(page.getByText('Change the network to Sepolia in Test wallet.')).toBeVisible()
})

test('an embedded network with the chain id of real money is offered to the demo wallet only', async ({
  page,
  baseURL,
}) => {
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
  await expect(wallets.getByText('Only the demo wallet works on this Ethereum')).toBeVisible()
  await expect(wallets.getByRole('button', { name: 'Test wallet' })).toHaveCount(0)
})

test('the network of a link is kept by the ways on from it and back, and by no later visit', async ({
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
  // These pages have no wallet, and know the network by their address alone.
  await go('Auctions')
  await expect(page).toHaveURL('/auctions?chain=sepolia')
  await go('Swap')
  await expect(shown('Sepolia')).toBeVisible()

  await page.goto('/orders')
  await shown('Ethereum').click()
  await page.getByRole('button', { name: /^Gnosis/ }).click()
  await page.reload()
  await expect(shown('Gnosis')).toBeVisible()
  await expect(page).toHaveURL('/orders')
  await go('Auctions')
  await expect(page).toHaveURL('/auctions')
  const networks = page.getByRole('navigation', { name: 'Network' })
  await expect(networks.locator('[aria-current]')).toHaveText('Gnosis Chain')

  await go('Swap')
  // A choice that is opened on the page before closes with it.
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
})

test('another network in mid-review closes it and says why', async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await expect(dialog).toBeVisible()
  await wallet.turnToNetwork(mainnet)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The wallet changed its network')).toBeVisible()
  await switchButton(page).click()
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
})

test('the demo wallet follows the network of the page, also after the page is loaded anew', async ({
  page,
}) => {
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
  const kept = (await page.context().cookies()).find(({ name }) => name === 'coincide.store')
  expect(kept?.value).toContain('"chainId":100')
})

test('a wallet of the browser shows its own name and icon', async ({ page, baseURL }) => {
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
