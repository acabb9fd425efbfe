import { expect, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { installNames, type NameService } from '@/e2e/support/name-service'
import { placeOrder } from '@/e2e/support/service-api'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)

/** Sets the primary name of an account. */
function setPrimary(names: NameService, account: string, name: string): void {
  names.set(`${account.toLowerCase().slice(2)}.addr.reverse`, name)
  names.set(name, account.toLowerCase())
}

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address.toLowerCase()

test('a recipient’s name is shown with its address, and checked again before it is signed', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const [alice, mallory] = [newAddress(), newAddress()]
  const names = await installNames(page, 'sepolia')
  names.set('alice.eth', alice)
  const own = wallet.account.address.toLowerCase()
  names.set(`${own.slice(2)}.addr.reverse`, 'trader.eth')
  names.set('trader.eth', own)
  await page.goto('/?chain=sepolia')
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
  await expect(page.getByRole('button', { name: 'Account trader.eth' })).toBeVisible()

  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: /^Slippage/ }).click()
  await page.getByLabel('Send to a different address').check()
  await page.keyboard.press('Escape')
  const field = page.getByRole('textbox', { name: 'Recipient' })
  await field.fill('p\u0430ypal.eth')
  await field.blur()
  await expect(page.getByText('contains invalid characters')).toBeVisible()
  await field.fill('Alice.eth')
  await expect(page.getByText(alice)).toBeVisible()
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  await expect(dialog.getByText('alice.eth', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  const sign = dialog.getByRole('button', { name: 'Sign order', exact: true })
  await expect(sign).toBeVisible()

  names.set('alice.eth', mallory)
  await sign.click()
  await expect(page.getByText('The recipient’s name has changed')).toBeVisible()
  await expect(page.getByText(mallory)).toBeVisible()
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
})

test('a primary name that belongs to another account is not shown', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  const names = await installNames(page, 'sepolia')
  names.set(`${wallet.account.address.toLowerCase().slice(2)}.addr.reverse`, 'famous.eth')
  names.set('famous.eth', newAddress())
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect.poll(() => names.asked).toEqual(['name', 'addr'])
  await expect(page.getByText('famous.eth')).toBeHidden()
})

test('pages without the wallet show the names that accounts have chosen', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const { account } = await injectFundedWallet(page, baseURL)
  const names = await installNames(page, 'sepolia')
  setPrimary(names, account.address, 'trader.eth')
  const uid = await placeOrder(url, {
    ...{ network: 'sepolia', account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 16n, buyAmount: 1n },
  })
  await page.goto(`/orders/${uid}?chain=sepolia`)
  const owner = page.getByRole('main').getByText('trader.eth', { exact: true })
  await expect(owner.first()).toBeVisible()
  const trades = `${url}/sepolia/api/v2/trades?orderUid=${uid}`
  const read = async () => (await (await fetch(trades)).json()) as { readonly txHash: string }[]
  await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBe(1)
  const [trade] = await read()
  await page.goto(`/tx/sepolia/${trade?.txHash}`)
  await expect(owner.first()).toBeVisible()

  // A holder without a label: its name replaces the short address.
  const everyHolder = page.getByRole('button', { name: /^Show \d+ holders$/ })
  await page.goto(`/tokens/sepolia/${usdToken}`)
  await everyHolder.click()
  const unnamed = page.locator('span[title^="0x"]:has(> .font-mono)').first()
  setPrimary(names, (await unnamed.getAttribute('title')) ?? '', 'whale.eth')
  await page.reload()
  await everyHolder.click()
  await expect(page.getByText('whale.eth', { exact: true })).toBeVisible()
})
