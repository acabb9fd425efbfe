import { expect, type Page, test } from '@playwright/test'
import { placeOrder, testAccount } from './place-order'

/** KB of gzip, without headers, that a browser which was never here loads before the person touches the page. */
type Sizes = { readonly script: number; readonly css: number; readonly font: number }

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/** Most KB of scripts that a page may load. */
const pages: readonly { readonly path: string; readonly script: number }[] = [
  { path: '/', script: 260 },
  // The card of swaps with a price field.
  { path: '/limit', script: 260 },
  { path: '/orders', script: 270 },
  { path: '/no-such-page', script: 150 },
  { path: `/orders/0x${'1'.repeat(112)}?chain=mainnet`, script: 150 },
  { path: '/portfolio', script: 240 },
  { path: `/tx/mainnet/0x${'1'.repeat(64)}`, script: 150 },
  { path: '/find?q=usd', script: 150 },
  { path: '/notifications', script: 240 },
  { path: '/notifications/confirm', script: 240 },
  { path: '/notifications/unsubscribe', script: 240 },
  { path: '/affiliate', script: 240 },
  { path: '/auctions', script: 240 },
  { path: '/auctions/999999999', script: 240 },
  { path: '/tokens', script: 240 },
  { path: `/tokens/mainnet/${weth}`, script: 240 },
  { path: '/docs', script: 240 },
  { path: '/docs/order-book', script: 240 },
]

for (const { path, script } of pages) {
  test(`${path} loads at most ${script} KB of scripts, 20 of CSS, 100 of fonts`, async ({
    page,
  }) => {
    expectSmall(await measure(page, path), script)
  })
}

test('the page of an order loads at most 150 KB of scripts, 20 of CSS, 100 of fonts', async ({
  page,
  baseURL,
}) => {
  // Nobody else's account, and a price that nobody pays.
  const account = testAccount(20)
  await page.request.post('/mainnet/faucet', { data: { address: account.address } })
  const uid = await placeOrder(baseURL ?? '', {
    ...{ network: 'mainnet', account, sellToken: weth, buyToken: usdc },
    ...{ sellAmount: 10n ** 15n, buyAmount: 10n ** 12n },
  })
  expectSmall(await measure(page, `/orders/${uid}?chain=mainnet`), 150)
})

function expectSmall(sizes: Sizes, script: number): void {
  const { title, annotations } = test.info()
  annotations.push({ type: title, description: JSON.stringify(sizes) })
  if (process.env.PRINT_SIZES) process.stdout.write(`${JSON.stringify(sizes)} ${title}\n`)
  expect(sizes.script).toBeLessThanOrEqual(script)
  expect(sizes.css).toBeLessThanOrEqual(20)
  expect(sizes.font).toBeLessThanOrEqual(100)
}

/** What the browser has received of each kind once the page asks for nothing more. */
async function measure(page: Page, path: string): Promise<Sizes> {
  await page.goto(path, { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  return page.evaluate(() => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const sum = (pattern: RegExp) => {
      const found = all.filter(({ name }) => pattern.test(new URL(name).pathname))
      const bytes = found.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
      return Math.round(bytes / 102.4) / 10
    }
    return { script: sum(/\.js$/), css: sum(/\.css$/), font: sum(/\.woff2$/) }
  })
}

/** Waits until no resource was asked for in a second: streams of events and relayed reads never end. */
async function settled(page: Page): Promise<void> {
  const count = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/_next/static/')).length,
    )
  for (let before = -1, now = await count(); before !== now; now = await count()) {
    before = now
    await page.waitForTimeout(1_000)
  }
}
