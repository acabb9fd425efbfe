import { expect, test } from '@playwright/test'
import { getNetwork } from '@/lib/core/networks'
import { placeOrder, testAccount } from './place-order'

const { wrappedNative, usdToken } = getNetwork(1)

test('the page of a filled order proves its fill, lists its bids and has a picture to share', async ({
  page,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  // Nobody else's account.
  const account = testAccount(33)
  await request.post('/mainnet/faucet', { data: { address: account.address } })
  const uid = await placeOrder(url, {
    ...{ network: 'mainnet', account, sellToken: wrappedNative },
    ...{ buyToken: usdToken, sellAmount: 10n ** 15n, buyAmount: 1n },
  })
  const trades = async () => (await fetch(`${url}/mainnet/api/v2/trades?orderUid=${uid}`)).json()
  await expect.poll(trades, { timeout: 60_000 }).toHaveLength(1)
  const [trade] = await trades()
  await page.goto(`/orders/${uid}`)
  const row = page.getByRole('list', { name: 'Trades' })
  await expect(row).toContainText(`Block ${trade.blockNumber}, log ${trade.logIndex}`)
  await expect(row.getByRole('link', { name: /^0x/ })).toHaveAttribute('href', /\/tx\//)
  const bids = page.getByRole('table', { name: 'What solvers bid for it' })
  await expect(bids.getByText('Won')).toBeVisible()

  const picture = page.locator('meta[property="og:image"]')
  const shared = await request.get(new URL((await picture.getAttribute('content')) ?? '').pathname)
  expect(shared.headers()['content-type']).toBe('image/png')
  // Width and height stand in the head of the file.
  const head = await shared.body()
  expect([head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([1200, 630])
})
