import { expect, type Page, test } from '@playwright/test'
import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { fetchSettings } from '@/e2e/support/service-api'

const sepolia = 11_155_111

const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address

async function openSwap(page: Page, baseURL?: string) {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.1')
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
  return wallet
}

async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^Slippage/ }).click()
  const panel = page.getByRole('dialog', { name: 'Settings' })
  await expect(panel).toBeVisible()
  return {
    panel,
    slippage: panel.getByLabel('Max slippage'),
    deadline: panel.getByLabel('Expires'),
    elsewhere: panel.getByLabel('Send to a different address'),
  }
}

async function openRecipient(page: Page) {
  const { elsewhere } = await openSettings(page)
  await elsewhere.check()
  await page.keyboard.press('Escape')
  return page.getByRole('textbox', { name: 'Recipient' })
}

async function openReview(page: Page) {
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review order' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  return { dialog, button, approve: button('Approve WETH'), sign: button('Sign order') }
}

test('the buy tokens go to the recipient and the order has the chosen deadline', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { networks } = await fetchSettings(baseURL ?? '')
  const network = networks.find(({ chainId }) => chainId === sepolia)
  const recipient = newAddress()
  const wallet = await openSwap(page, baseURL)
  const { deadline } = await openSettings(page)
  await deadline.fill('5')
  await page.keyboard.press('Escape')
  const field = await openRecipient(page)
  await field.fill(recipient)

  const { dialog, approve, sign } = await openReview(page)
  await expect(dialog.getByText('in 5 minutes')).toBeVisible()
  await expect(dialog.getByText('Recipient is not your wallet')).toBeVisible()
  await expect(dialog.getByText(recipient.toLowerCase())).toBeVisible()
  await approve.click()
  const signed: { receiver?: string; validTo?: number }[] = []
  wallet.changeNext('eth_signTypedData_v4', (params) => {
    signed.push(JSON.parse(String(params[1])).message)
    return params
  })
  await sign.click()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()

  expect(signed[0]?.receiver?.toLowerCase()).toBe(recipient.toLowerCase())
  const lifetime = Number(signed[0]?.validTo) - Date.now() / 1_000
  expect(lifetime).toBeGreaterThan(180)
  expect(lifetime).toBeLessThanOrEqual(300)
  const received = await createPublicClient({ transport: http(network?.rpcUrl) }).readContract({
    ...{ address: network?.usdToken as Address, abi: erc20Abi },
    ...{ functionName: 'balanceOf', args: [recipient] },
  })
  expect(received).toBeGreaterThan(0n)
})

test('an unsafe recipient blocks the order and is focused', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const settings = await fetchSettings(baseURL ?? '')
  const network = settings.networks.find(({ chainId }) => chainId === sepolia)
  const wallet = await openSwap(page, baseURL)
  const field = await openRecipient(page)
  const check = page.getByRole('button', { name: 'Check recipient' })
  const rejected = [
    ['', 'Enter a recipient'],
    ['0x1234', 'Neither an address nor a name'],
    [wrongChecksum, 'checksum does not match'],
    [`0x${'0'.repeat(40)}`, 'sent to the zero address are lost'],
    [String(network?.usdToken), 'token contract'],
    [settings.settlementContract, 'contract of this protocol'],
    ['alice.eth', 'no name service'],
  ] as const
  for (const [text, reason] of rejected) {
    await field.fill(text)
    await check.click()
    await expect(field).toBeFocused()
    await field.blur()
    await expect(page.getByText(reason)).toBeVisible()
  }
  await field.fill(wallet.account.address)
  await expect(page.getByText('This is your wallet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
  await field.fill('')
  await page.getByRole('button', { name: 'Send to your wallet' }).click()
  await expect(field).toBeHidden()
  await expect(page.getByRole('button', { name: 'Review order' })).toBeVisible()
})

test('a contract recipient requires confirmation', { tag: '@long' }, async ({ page, baseURL }) => {
  await openSwap(page, baseURL)
  const field = await openRecipient(page)
  await field.fill('0xcA11bde05977b3631167028862bE2a173976CA11')
  await expect(page.getByText('This is a contract.')).toBeVisible()
  const { dialog, approve, button, sign } = await openReview(page)
  await approve.click()
  await expect(button('Accept the risk first')).toBeVisible()
  await dialog.getByLabel('The recipient is a contract.').check()
  await expect(sign).toBeVisible()
})

test('a slippage tolerance of 20 % requires confirmation and persists in the browser', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await openSwap(page, baseURL)
  const { panel, slippage, deadline } = await openSettings(page)
  await slippage.fill('51')
  await expect(panel.getByText('Enter a percentage from 0 to 50')).toBeVisible()
  await deadline.focus()
  await expect(slippage).toHaveValue('51')
  await expect(panel.getByText('Enter a percentage from 0 to 50')).toBeVisible()
  await slippage.fill('20')
  await expect(panel.getByText('you may receive much less than quoted')).toBeVisible()
  await deadline.fill('1')
  await expect(panel.getByText('whole minutes from 2 to 180')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Slippage 20.00%' })).toBeVisible()
  await page.getByLabel('You pay amount').fill('0.1')
  const { dialog, approve, button, sign } = await openReview(page)
  await expect(dialog.getByText('in 30 minutes')).toBeVisible()
  await approve.click()
  await expect(button('Accept the risk first')).toBeVisible()
  await dialog.getByLabel('I may receive up to 20.00% less than quoted.').check()
  await expect(sign).toBeVisible()
})

/** An address with one letter in the wrong case (EIP-55). */
const wrongChecksum = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('the form’s URL updates do not cancel a navigation', { tag: '@long' }, async ({ page }) => {
  await page.goto('/?chain=sepolia')
  await page.route(/\/orders\?.*_rsc/, async (route) => {
    await expect(page.getByLabel('You pay amount')).toHaveValue('0.2')
    // Longer than the input debounce.
    await page.waitForTimeout(1_000)
    await route.continue()
  })
  await page.getByLabel('You pay amount').fill('0.1')
  await expect(page).toHaveURL(/amount=0.1/)
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await page.getByLabel('You pay amount').fill('0.2')
  await expect(page).toHaveURL(/\/orders/)
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
})
