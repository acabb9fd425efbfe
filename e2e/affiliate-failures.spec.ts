import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expectAccessible } from './accessibility'
import { connectWallet } from './connect-wallet'
import { type InjectedWallet, injectWallet } from './injected-wallet'
import { fetchSettings } from './place-order'

const sepolia = 11_155_111

type Opened = { readonly wallet: InjectedWallet; readonly code: string; readonly rpcUrl: string }

/** A connected wallet without a code, with a code typed that nobody has. */
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
  await expect(page.getByText('This code is free.')).toBeVisible()
  return { wallet, code, rpcUrl }
}

/** Answers the next registration in place of the service. */
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

test('a service that fails or is busy gets the same signature again', async ({ page, baseURL }) => {
  const { wallet, code } = await openForm(page, baseURL)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog')
  await answerNext(page, 500, 'internal error')
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(dialog.getByText('The service did not answer')).toBeVisible()
  await answerNext(page, 429, 'too many requests', '2')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: /Try again in \d s/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Your affiliate code' })).toContainText(code)
  expect(signings(wallet)).toBe(1)
})

test('a signature that the service refuses is made anew', async ({ page, baseURL }) => {
  const { wallet, code } = await openForm(page, baseURL)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog')
  await answerNext(page, 401, 'affiliate has invalid signature')
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(dialog.getByText('does not match this wallet')).toBeVisible()
  await expect(dialog.getByText('A smart wallet has to exist on Ethereum mainnet')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign again' }).click()
  await expect(page.getByRole('region', { name: 'Your affiliate code' })).toContainText(code)
  expect(signings(wallet)).toBe(2)
})

test('a code that was taken meanwhile leads back to the field', async ({ page, baseURL }) => {
  await openForm(page, baseURL)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await answerNext(page, 409, 'affiliate code already taken')
  await page.getByRole('button', { name: 'Sign and register' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Choose another code' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByLabel('Your code')).toBeFocused()
  await expect(page.getByText('The code was taken meanwhile')).toBeVisible()
  await page.getByRole('button', { name: 'Suggest one' }).click()
  await expect(page.getByText('The code was taken meanwhile')).toBeHidden()
  await expect(page.getByText('This code is free.')).toBeVisible()
})

test('a wallet that has a code already is shown it', async ({ page, baseURL }) => {
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
  await expect(page.getByRole('region', { name: 'Your affiliate code' })).toContainText(code)
})

test('an account that changes while it signs is said so, and the new one signs', async ({
  page,
  baseURL,
}) => {
  const { wallet, code } = await openForm(page, baseURL)
  const privateKey = generatePrivateKey()
  const next = privateKeyToAccount(privateKey).address.toLowerCase()
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog')
  wallet.beforeNext('eth_signTypedData_v4', async () => {
    await wallet.turnTo(privateKey)
    await expect(dialog).toContainText(next)
  })
  await dialog.getByRole('button', { name: 'Sign and register' }).click()
  await expect(dialog.getByText('The account changed while signing')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign again' }).click()
  await expect(page.getByRole('region', { name: 'Your affiliate code' })).toContainText(code)
  const stored = await page.request.get(`/affiliate/${next}`)
  expect(await stored.json()).toMatchObject({ code, walletAddress: next })
})

test('a wallet that keeps silent is left, or asked again', async ({ page, baseURL }) => {
  await page.clock.install()
  const { wallet, code } = await openForm(page, baseURL)
  const never = () => new Promise<void>(() => {})
  const dialog = page.getByRole('dialog')
  const ask = async () => {
    const before = signings(wallet)
    wallet.beforeNext('eth_signTypedData_v4', never)
    await page.getByRole('button', { name: 'Review and sign' }).click()
    await dialog.getByRole('button', { name: 'Sign and register' }).click()
    await expect(dialog.getByRole('button', { name: 'Confirm in your wallet' })).toBeVisible()
    await expect.poll(() => signings(wallet)).toBe(before + 1)
  }
  await ask()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await ask()
  await page.clock.runFor(61_000)
  await expect(dialog.getByText('The wallet has not answered')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ask the wallet again' }).click()
  await expect(page.getByRole('region', { name: 'Your affiliate code' })).toContainText(code)
})

test('a smart wallet is told where its contract is asked', async ({ page, baseURL }) => {
  const { wallet, rpcUrl } = await openForm(page, baseURL)
  const params = [wallet.account.address, '0x6001600055']
  await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params }),
  })
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await expect(page.getByRole('dialog').getByText('This is a smart wallet')).toBeVisible()
})

test('a programme that is switched off is said so', async ({ page, baseURL }) => {
  const { wallet } = await openForm(page, baseURL)
  await page.route(`**/affiliate/${wallet.account.address.toLowerCase()}`, (route) =>
    route.fulfill({ status: 503, json: { message: 'the affiliate programme is switched off' } }),
  )
  await page.reload()
  await expect(page.getByText('Rewards are switched off here')).toBeVisible()
})
