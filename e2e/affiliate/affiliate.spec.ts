import { expect, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectWallet } from '@/e2e/support/injected-wallet'
import { fetchSettings } from '@/e2e/support/service-api'

const sepolia = 11_155_111

/** Injects a wallet without a code: codes are bound permanently, so each run needs a new wallet. */
async function freshWallet(page: Parameters<typeof injectWallet>[0], baseUrl = '') {
  const { networks } = await fetchSettings(baseUrl)
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  return injectWallet(page, {
    privateKey: generatePrivateKey(),
    networks: [{ chainId: sepolia, rpcUrl }],
    chainId: sepolia,
  })
}

test('a browser wallet binds a code by signature', async ({ page, baseURL, request }) => {
  const wallet = await freshWallet(page, baseURL)
  const { address } = wallet.account
  const code = `E2E-${address.slice(2, 12).toUpperCase()}`

  await page.goto('/affiliate?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('Your code').fill(code.toLowerCase())
  await expect(page.getByText('This code is available.')).toBeVisible()

  wallet.declineNext('eth_signTypedData_v4')
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog', { name: `Bind ${code} to your wallet` })
  await expect(dialog).toContainText(address.toLowerCase())
  await dialog.getByText('Raw message').click()
  await expect(dialog.getByText('"primaryType": "AffiliateCode"')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(dialog.getByText('You declined the signature')).toBeVisible()

  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  const card = page.getByRole('region', { name: 'Your referral code' })
  await expect(card).toContainText(code)
  await expect(card).toContainText(`/?ref=${code}`)
  await card.getByText('Embed the trade card').click()
  await expect(card).toContainText(`<coincide-swap ref="${code}">`)
  await expect(page.getByText('No referred traders yet')).toBeVisible()
  const stored = await request.get(`/affiliate/${address}`)
  expect(await stored.json()).toMatchObject({ code, walletAddress: address.toLowerCase() })
  expect(wallet.calls).not.toContain('eth_sendTransaction')
  expect(wallet.calls).not.toContain('wallet_switchEthereumChain')

  await page.reload()
  await expect(card).toContainText(code)
})

test('rejects taken and malformed codes before any signature', async ({ page, baseURL }) => {
  const wallet = await freshWallet(page, baseURL)
  const code = `E2E-${wallet.account.address.slice(2, 12).toUpperCase()}`
  await page.goto('/affiliate?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByLabel('Your code').fill('TRADE-WITH-ME-8WEEKS')
  const isCut = page.getByLabel('Your code').evaluate((field) => {
    return field.scrollWidth > field.clientWidth
  })
  expect(await isCut, 'the longest code fits').toBe(false)
  await page.getByLabel('Your code').fill('no')
  await expect(page.getByText('Use 5 to 20 letters')).toBeVisible()
  await page.route(`**/ref-codes/${code}`, (route) => route.fulfill({ status: 200, json: {} }))
  await page.getByLabel('Your code').fill(code)
  await expect(page.getByText('This code is taken.')).toBeVisible()
  await page.getByLabel('Your code').press('Enter')
  await expect(page.getByRole('button', { name: 'Choose another code' })).toBeDisabled()
  expect(wallet.calls).not.toContain('eth_signTypedData_v4')
})

test('an embedded mainnet offers only the demo wallet and explains why', async ({
  page,
  baseURL,
}) => {
  await freshWallet(page, baseURL)
  await page.goto('/affiliate?chain=mainnet')
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await expect(dialog.getByText('would be valid there too')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Demo account 1' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Test wallet' })).toBeHidden()
})
