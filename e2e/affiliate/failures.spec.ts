import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expectAccessible } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { type InjectedWallet, injectWallet } from '@/e2e/support/injected-wallet'
import { fetchSettings } from '@/e2e/support/service-api'

const sepolia = 11_155_111

type Opened = { readonly wallet: InjectedWallet; readonly code: string; readonly rpcUrl: string }

/** Connects a wallet without a code and types a free code. */
async function openForm(page: Page, baseUrl = ''): Promise<Opened> {
  const { networks } = await fetchSettings(baseUrl)
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  const wallet = await injectWallet(page, {
    privateKey: generatePrivateKey(),
    networks: [{ chainId: sepolia, rpcUrl }],
    chainId: sepolia,
  })
  const code = `E2E-${wallet.account.address.slice(2, 12).toUpperCase()}`
  await page.goto('/affiliate?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('Your code').fill(code)
  await expect(page.getByText('This code is available.')).toBeVisible()
  return { wallet, code, rpcUrl }
}

/** Stubs the response to the next registration. */
const answerNext = (page: Page, status: number, message: string, retryAfter = '') =>
  page.route(
    '**/affiliate/0x*',
    (route) =>
      route.fulfill({
        status,
        json: { message },
        headers: retryAfter === '' ? {} : { 'retry-after': retryAfter },
      }),
    { times: 1 },
  )

const signings = ({ calls }: InjectedWallet) =>
  calls.filter((method) => method === 'eth_signTypedData_v4').length

test('retries with the same signature after a server error or rate limit', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { wallet, code } = await openForm(page, baseURL)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog')
  await answerNext(page, 500, 'internal error')
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(dialog.getByText('The service did not respond')).toBeVisible()
  await answerNext(page, 429, 'too many requests', '2')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: /Try again in \d s/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Your referral code' })).toContainText(code)
  expect(signings(wallet)).toBe(1)
})

test('asks for a new signature after the service rejects one', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { wallet, code } = await openForm(page, baseURL)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog')
  await answerNext(page, 401, 'affiliate has invalid signature')
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(dialog.getByText('does not match this wallet')).toBeVisible()
  await expect(
    dialog.getByText('A smart contract wallet must exist on Ethereum mainnet'),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(page.getByRole('region', { name: 'Your referral code' })).toContainText(code)
  expect(signings(wallet)).toBe(2)
})

test('returns to the field if the code was taken in the meantime', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await openForm(page, baseURL)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await answerNext(page, 409, 'affiliate code already taken')
  await page.getByRole('button', { name: 'Sign and register' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Choose another code' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByLabel('Your code')).toBeFocused()
  await expect(page.getByText('Someone else took this code')).toBeVisible()
  await page.getByRole('button', { name: 'Suggest one' }).click()
  await expect(page.getByText('Someone else took this code')).toBeHidden()
  await expect(page.getByText('This code is available.')).toBeVisible()
})

test('shows the existing code to a wallet that is already bound', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { wallet, code } = await openForm(page, baseURL)
  const walletAddress = wallet.account.address.toLowerCase()
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await answerNext(page, 409, 'affiliate wallet address already bound to a code')
  await page.getByRole('button', { name: 'Sign and register' }).click()
  await expect(page.getByText('This wallet already has a code')).toBeVisible()
  const { affiliateTerms } = await fetchSettings(baseURL ?? '')
  await page.route(`**/affiliate/${walletAddress}`, (route) =>
    route.fulfill({
      json: { code, walletAddress, createdAt: '2026-01-01T00:00:00.000Z', ...affiliateTerms },
    }),
  )
  await page.getByRole('button', { name: 'Show my code' }).click()
  await expect(page.getByRole('region', { name: 'Your referral code' })).toContainText(code)
})

test('reports an account change during signing and signs with the new account', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { wallet, code } = await openForm(page, baseURL)
  const privateKey = generatePrivateKey()
  const next = privateKeyToAccount(privateKey).address.toLowerCase()
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog')
  wallet.beforeNext('eth_signTypedData_v4', async () => {
    await wallet.switchAccount(privateKey)
    await expect(dialog).toContainText(next)
  })
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(dialog.getByText('The account changed while signing')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(page.getByRole('region', { name: 'Your referral code' })).toContainText(code)
  const stored = await page.request.get(`/affiliate/${next}`)
  expect(await stored.json()).toMatchObject({ code, walletAddress: next })
})

test('an unresponsive wallet can be dismissed or prompted again', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.clock.install()
  const { wallet, code } = await openForm(page, baseURL)
  const never = () => new Promise<void>(() => {})
  const dialog = page.getByRole('dialog')
  const requestSignature = async () => {
    const before = signings(wallet)
    wallet.beforeNext('eth_signTypedData_v4', never)
    await page.getByRole('button', { name: 'Review and sign' }).click()
    await dialog.getByRole('button', { name: 'Sign and register' }).click()
    await expect(dialog.getByRole('button', { name: 'Confirm in your wallet' })).toBeVisible()
    await expect.poll(() => signings(wallet)).toBe(before + 1)
  }
  await requestSignature()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await requestSignature()
  await page.clock.runFor(61_000)
  await expect(dialog.getByText('The wallet has not responded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Your referral code' })).toContainText(code)
})

test('shows a smart wallet the chain where its signature is checked', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const { wallet, rpcUrl } = await openForm(page, baseURL)
  const params = [wallet.account.address, '0x6001600055']
  await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params }),
  })
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await expect(page.getByRole('dialog').getByText(/Smart contract wallet$/)).toBeVisible()
})

test('reports a disabled affiliate programme', { tag: '@long' }, async ({ page, baseURL }) => {
  const { wallet } = await openForm(page, baseURL)
  await page.route(`**/affiliate/${wallet.account.address.toLowerCase()}`, (route) =>
    route.fulfill({ status: 503, json: { message: 'the affiliate programme is switched off' } }),
  )
  await page.reload()
  await expect(page.getByText('Rewards are turned off')).toBeVisible()
})
