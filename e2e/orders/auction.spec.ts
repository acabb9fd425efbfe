import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '@/e2e/support/accessibility'
import { fund, placeOrder, testAccount } from '@/e2e/support/service-api'
import { networkCookie } from '@/lib/client/cookies'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(1)
/** Used by no other test. */
const account = testAccount(34)

/** Sells 0.01 WETH with a limit 1 % below the quote. */
async function sellAtQuote(baseUrl: string): Promise<string> {
  const sellAmount = 10n ** 16n
  const pair = { sellToken: wrappedNative, buyToken: usdToken }
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...pair,
      kind: 'sell',
      sellAmountBeforeFee: `${sellAmount}`,
      from: account.address,
    }),
  }
  let buyAmount = 0n
  // A service that has just started and is busy may find no price in time.
  await expect(async () => {
    const answer = await fetch(`${baseUrl}/mainnet/api/v1/quote`, request)
    expect(answer.status).toBe(200)
    const { quote } = (await answer.json()) as { quote: { buyAmount: string } }
    buyAmount = (BigInt(quote.buyAmount) * 99n) / 100n
  }).toPass()
  return placeOrder(baseUrl, { network: 'mainnet', account, ...pair, sellAmount, buyAmount })
}

test('shows the execution quality of a fill and its auction without a wallet', async ({
  page,
  baseURL,
}) => {
  await fund(baseURL, account.address, 'mainnet')
  const uid = await sellAtQuote(baseURL ?? '')
  await page.goto(`/orders/${uid}`)
  await expect(page.getByText('Filled', { exact: true })).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.getByRole('img', { name: /^Min .*, Quote .*, Got / })).toBeVisible()
  await expect(receipt.getByText(/^(As quoted|Surplus vs quote|Below quote)$/)).toBeVisible()
  for (const name of ['Executed price', 'Limit price', 'Surplus vs limit', 'Network costs']) {
    await expect(receipt.getByRole('term').filter({ hasText: name })).toBeVisible()
  }
  await expect(receipt.getByText(/^\$\S+ included$/)).toBeVisible()
  const bidders = page.getByRole('region', { name: 'Solver bids' })
  await expect(bidders.getByRole('paragraph').last()).toContainText(/possible settlement|ceiling/i)

  const link = bidders.getByRole('link', { name: /^Auction #\d+$/ })
  const title = (await link.textContent()) ?? ''
  await link.click()
  const number = title.replace('Auction ', '')
  const heading = page.getByRole('heading', { level: 1, name: `Auction ${number}` })
  await expect(heading).toBeVisible()
  await expect(page.getByText(/^Traders got .* more than their limits\./)).toBeVisible()
  const bars = page.getByRole('list', { name: 'Surplus each bid would give traders' })
  await expect(bars.getByRole('listitem').first()).toContainText(/\$|ETH/)
  const fill = page.getByRole('table', { name: 'Orders in this batch' }).locator('[data-row]')
  await expect(fill.first()).toContainText(/Ceiling [\d.,]+/)
  const bids = page.getByRole('table', { name: 'Bids' })
  await expect(bids.getByText('Won', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Clearing prices' })).toContainText(
    /1 WETH\s*[\d,.]+ USDC/,
  )
  await expect(page.getByText(/^\d+\.\d\d%$/).first()).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: 'Auctions' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Auctions' })).toBeVisible()
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(heading).toBeVisible()

  // The header shows the auction's network, whichever was selected last.
  await page.context().addCookies([{ name: networkCookie, value: '100', url: page.url() }])
  await page.goto(new URL(page.url()).pathname)
  await expect(page.getByRole('button', { name: 'Network: Ethereum' })).toBeVisible()
})

test('the auction page is accessible in both themes at every width', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const answer = await request.get('/mainnet/auctions?limit=1')
  const [{ auctionId } = { auctionId: 0 }] = (await answer.json()) as { auctionId: number }[]
  await page.goto(`/auctions/${auctionId}`)
  await expectAccessibleEverywhere(page, 'an auction')
})

test('paginates auctions and reports missing ones', async ({ page }) => {
  await page.goto('/auctions?chain=mainnet&before=1')
  await expect(page.getByRole('heading', { name: 'No older auction' })).toBeVisible()
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page.getByRole('table', { name: /^Auctions on/ })).toBeVisible()
  const missing = await page.goto('/auctions/999999999')
  expect(missing?.status()).toBe(404)
  await page.getByRole('link', { name: 'All auctions' }).click()
  await expect(page).toHaveURL(/\/auctions$/)
})
