import { type Browser, expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { expectAccessibleEverywhere } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectWallet } from '@/e2e/support/injected-wallet'
import { fetchSettings, fund, registerFreshCode } from '@/e2e/support/service-api'
import type { Hex } from '@/lib/core/bytes'

const sepolia = 11_155_111

async function openWallet(
  page: Page,
  { baseUrl, privateKey }: { baseUrl: string; privateKey: Hex },
) {
  const { networks } = await fetchSettings(baseUrl)
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  return injectWallet(page, {
    privateKey,
    networks: [{ chainId: sepolia, rpcUrl }],
    chainId: sepolia,
  })
}

/** Opens a referral link as a new trader, trades, and returns the trader's address. */
async function tradeByLink(page: Page, { baseUrl, code }: { baseUrl: string; code: string }) {
  const { account } = await openWallet(page, { baseUrl, privateKey: generatePrivateKey() })
  await fund(baseUrl, account.address)
  await page.goto(`/?chain=sepolia&ref=${code}`)
  await connectWallet(page, 'Test wallet')
  await page.getByLabel('You pay amount').fill('0.1')
  await page.getByRole('button', { name: 'Review order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(code)
  await dialog.getByRole('button', { name: 'Approve WETH' }).click()
  await dialog.getByRole('button', { name: 'Sign order' }).click()
  await expect(page.getByText('Filled', { exact: true }).first()).toBeVisible()
  return account.address.toLowerCase()
}

/** Waits until a trade of the trader counts. Varies `limit` because responses are cached per query. */
async function untilCounted(page: Page, trader: string): Promise<void> {
  let limit = 0
  await expect(async () => {
    limit += 1
    const answer = await page.request.get(`/affiliate/trader-activity/${trader}?limit=${limit}`)
    expect((await answer.json()).rows).toMatchObject([{ eligibility_reason: 'eligible' }])
  }).toPass({ timeout: 90_000, intervals: [1_000] })
}

async function openAffiliate(
  browser: Browser,
  { baseUrl, privateKey }: { baseUrl: string; privateKey: Hex },
) {
  const context = await browser.newContext({ baseURL: baseUrl })
  const page = await context.newPage()
  await openWallet(page, { baseUrl, privateKey })
  await page.goto('/affiliate?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  return page
}

test('a trade through a referral link counts for its affiliate', { tag: '@long' }, async ({
  page,
  browser,
  baseURL: baseUrl = '',
}) => {
  const { code, privateKey } = await registerFreshCode(baseUrl)
  const trader = await tradeByLink(page, { baseUrl, code })
  await untilCounted(page, trader)
  const affiliate = await openAffiliate(browser, { baseUrl, privateKey })
  const traders = affiliate.getByRole('table', { name: 'Referred traders and their rewards' })
  await expect(traders).toContainText(trader)
  await expect(traders).toContainText(/\$\d/)
  await expect(affiliate.getByRole('img', { name: /In the last 30 days: 1 trade,/ })).toBeVisible()
  await expect(
    affiliate.getByRole('progressbar', { name: 'Progress to the next reward' }),
  ).toBeVisible()

  await expectAccessibleEverywhere(affiliate, 'rewards')

  await page.goto('/affiliate?chain=sepolia')
  const own = page.getByRole('region', { name: 'Your own trades' })
  await expect(own).toContainText(code)
  await own.getByText('Eligibility of each trade').click()
  await expect(own.getByRole('table')).toContainText('Fully eligible.')

  const later = await registerFreshCode(baseUrl)
  await page.goto(`/?chain=sepolia&ref=${later.code}`)
  const card = page.getByRole('region', { name: 'Swap' })
  await expect(card).toContainText(`Referred by ${code}: this wallet is bound to it.`)
  await expect(card).toContainText(`${later.code} is not eligible.`)
})

test('a wallet’s own code is not added to its orders', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const baseUrl = baseURL ?? ''
  const { code, privateKey } = await registerFreshCode(baseUrl)
  await openWallet(page, { baseUrl, privateKey })
  await page.goto(`/?chain=sepolia&ref=${code}`)
  await connectWallet(page, 'Test wallet')
  const card = page.getByRole('region', { name: 'Swap' })
  await expect(card).toContainText(`${code} is your own code. It is not added.`)
  const [request] = await Promise.all([
    page.waitForRequest('**/api/v1/quote'),
    page.getByLabel('You pay amount').fill('0.1'),
  ])
  expect(request.postDataJSON().appData).not.toContain(code)
})
