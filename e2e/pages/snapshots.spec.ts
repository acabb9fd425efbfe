import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { fund, placeOrder, testAccount } from '@/e2e/support/service-api'
import { shrinkPicture } from '@/e2e/support/shrink-picture'
import { pictureTime, stubAnswers } from '@/e2e/support/snapshot-answers'
import { getNetwork } from '@/lib/core/networks'

// Visual regression tests: pages in both themes and all widths against the images in e2e/snapshots/.
// Time, prices and all script requests are fixed (snapshot-answers.ts). In server-rendered content, figures and hashes
// are masked with zeros and growing lists are cut to their first row.

/** A page in one of its states. */
type View = {
  readonly name: string
  readonly path: string
  /** Text to wait for, if the heading is not enough. */
  readonly shows?: RegExp
  /** Selector of server-rendered content that varies between runs: figures are zeroed, only the first row is kept. */
  readonly varying?: string
  /** Selector of elements to remove: not always present, or drawn from varying figures. */
  readonly without?: string
  /** Compared height in pixels from the top; default 900. */
  readonly height?: number
  /** `end` scrolls to the footer first. */
  readonly at?: 'end'
}

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const offer = `/?chain=mainnet&sell=${weth}&buy=${usdc}&amount=1.5`

/** Height for long pages. */
const tall = { height: 1_600 }

const anonymous: readonly View[] = [
  { ...tall, name: 'swap', path: '/' },
  { name: 'swap-offer', path: offer, shows: /Connect for your exact price/ },
  { name: 'limit', path: `/limit?chain=mainnet&sell=${weth}&buy=${usdc}` },
  { ...tall, name: 'schedule', path: `/schedule?chain=mainnet&sell=${usdc}&buy=${weth}` },
  { name: 'tokens', path: '/tokens', shows: /\$3,021/ },
  {
    ...{ ...tall, name: 'token', path: `/tokens/mainnet/${weth}`, shows: /\$3,021/ },
    // Faucets increase the supply, and with it the market value.
    varying: 'section:has([aria-label^="Top holders of"]), main dl',
  },
  { name: 'token-unknown', path: '/tokens/mainnet/0x0000000000000000000000000000000000000001' },
  { name: 'orders', path: '/orders' },
  { name: 'order-unknown', path: `/orders/0x${'1'.repeat(112)}?chain=mainnet` },
  { name: 'portfolio', path: '/portfolio' },
  { name: 'inbox', path: '/notifications' },
  { name: 'mail-confirmation', path: '/notifications/confirm' },
  { name: 'mail-end', path: '/notifications/unsubscribe' },
  { ...tall, name: 'rewards', path: '/affiliate' },
  { name: 'auction-unknown', path: '/auctions/999999999' },
  { name: 'transaction-unknown', path: `/tx/mainnet/0x${'ab'.repeat(32)}` },
  { name: 'search', path: '/find?q=nothing-is-called-this' },
  { ...tall, name: 'docs', path: '/docs' },
  { ...tall, name: 'docs-section', path: '/docs/order-book' },
  { name: 'nowhere', path: '/no-such-page' },
  { name: 'embed', path: `/embed?chain=mainnet&sell=${weth}&buy=${usdc}&amount=1` },
  { name: 'footer', path: '/orders', shows: /^Prices live/, at: 'end' },
]

const connected: readonly View[] = [
  { ...tall, name: 'swap-connected', path: offer, shows: /Review order/ },
  {
    // At 1,600 the list of orders would begin where the bar that leads to it disappears.
    ...{ name: 'limit-connected', path: '/limit?chain=mainnet', height: 1_750 },
    shows: /^(Open|Filled)$/,
  },
  { ...tall, name: 'orders-connected', path: '/orders?tab=all', shows: /^(Open|Filled)$/ },
  { name: 'portfolio-connected', path: '/portfolio', shows: /at risk in total|No allowances/ },
  { name: 'inbox-connected', path: '/notifications', shows: /Sold 1 WETH/ },
  { ...tall, name: 'rewards-connected', path: '/affiliate', shows: /COW-12345/ },
]

const widths = [375, 768, 1280]
const folder = 'e2e/snapshots'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const view of anonymous) {
  test(`${view.name} matches its screenshots`, { tag: '@long' }, async ({ page }) => {
    await openStill(page, view)
    await compare(page, view)
  })
}

test('server-rendered order pages match their screenshots', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  // Used by no other test; far from the market, so that the order stays open.
  const account = testAccount(37)
  await fund(baseURL, account.address, 'mainnet')
  const uid = await placeOrder(baseURL ?? '', {
    ...{ network: 'mainnet', account, sellToken: weth, buyToken: usdc },
    ...{ sellAmount: 10n ** 15n, buyAmount: 10n ** 12n },
  })
  const view = { name: 'order', path: `/orders/${uid}?chain=mainnet`, varying: 'main' } as const
  await openStill(page, view)
  await compare(page, view)
})

test('server-rendered settlement pages match their screenshots', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const account = testAccount(38)
  const network = 'gnosis'
  const { wrappedNative, usdToken } = getNetwork(100)
  await fund(baseURL, account.address, network)
  const uid = await placeOrder(baseURL ?? '', {
    ...{ network, account, sellToken: wrappedNative, buyToken: usdToken },
    ...{ sellAmount: 10n ** 18n, buyAmount: 10n ** 5n },
  })
  const { auctionId, txHash } = await settlementOf(page, `/${network}/api`, uid)
  const drawn = '[data-slot="outcome"] > svg, [data-slot="outcome"] + p'
  const rest = 'main :is(ul, ol) > li + li, main ul ~ details'
  // What else was in the auction depends on other tests.
  const others = '[data-slot="unfilled"], [data-slot="proposal"]'
  // Whether there is another auction depends on other tests.
  const neighbours = 'main a:is([aria-label^="Previous"], [aria-label^="Next"])'
  const views: readonly View[] = [
    { name: 'order-filled', path: `/orders/${uid}?chain=${network}`, without: drawn },
    // The number of pages depends on other tests.
    { name: 'auctions', path: `/auctions?chain=${network}`, without: 'main section ~ nav' },
    {
      name: 'auction',
      path: `/auctions/${auctionId}`,
      without: `${drawn}, ${rest}, ${others}, [data-slot="bid-bar"], ${neighbours}`,
    },
    { name: 'transaction', path: `/tx/${network}/${txHash}`, without: rest },
  ]
  for (const view of views) {
    const still = { ...tall, ...view, varying: 'main' } as const
    await openStill(page, still)
    await compare(page, still)
  }
})

test('pages of a connected account match their screenshots', { tag: '@long' }, async ({ page }) => {
  await page.goto('/orders?chain=mainnet')
  await connectWallet(page, 'Demo account 1')
  for (const view of connected) {
    await test.step(view.name, async () => {
      await openStill(page, view)
      await compare(page, view)
    })
  }
})

/** Shrinks updated screenshots. */
test.afterAll(async () => {
  test.setTimeout(600_000)
  if (!['all', 'changed'].includes(test.info().config.updateSnapshots)) return
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = await readFile(path)
    const small = shrinkPicture(file)
    if (small.length < file.length) await writeFile(path, small)
  }
})

/** Waits for an order's fill; returns its auction and transaction. */
async function settlementOf(page: Page, api: string, uid: string) {
  const read = async (path: string) => (await page.request.get(`${api}/${path}`)).json()
  const find = () => read(`v2/trades?orderUid=${uid}`)
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1)
  const [{ txHash }] = await find()
  const { auctionId } = await read(`v2/solver_competition/by_tx_hash/${txHash}`)
  return { auctionId, txHash }
}

/** Opens a page at the fixed time with stubbed responses and masked figures. */
async function openStill(page: Page, { path, shows, varying, without }: View): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await stubAnswers(page)
  await page.clock.setFixedTime(pictureTime)
  await page.goto(path, { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (shows) await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  // Wait for late content, such as account data, to settle the layout.
  await page.waitForLoadState('networkidle')
  await page.evaluate(maskVarying, { varying, without })
}

type MaskOptions = { readonly varying: string | undefined; readonly without: string | undefined }

/** Runs in the page: masks content that differs between services and runs. */
function maskVarying({ varying, without }: MaskOptions) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').replaceAll(location.host, 'coincide.example')
    // Times of another day have a date before them.
    const time = /(\d+ [A-Z][a-z]{2,3}( \d+)?, )?\d+:\d+(:\d+)?/g
    const figure = /0x[0-9a-f…]+|\d+ [A-Z][a-z]{2,3} \d+|<?\d+([.,:]\d+)*/g
    const solver = /^(batch|route|base)$/
    // The best is reached or nearly reached.
    const optimality = /^(No possible settlement could|At most 0%).*/
    const zeroed = () =>
      text
        .replace(time, '0')
        .replace(figure, '0')
        .replace(solver, 'solver')
        .replace(optimality, 'Optimality.')
    // The block count may be singular or plural.
    const isVarying = varying !== undefined && node.parentElement?.closest(varying)
    node.nodeValue = isVarying ? zeroed().replace(/\b0 block\b/, '0 blocks') : text
  }
  if (varying === undefined) return
  const others = [`:is(${varying}) tbody tr + tr`, `:is(${varying}) [data-row] ~ [data-row]`]
  for (const row of document.querySelectorAll(others.join())) row.remove()
  for (const part of document.querySelectorAll('[data-slot="number"]')) {
    part.textContent = part.textContent?.replace(/\S+$/, '0') ?? ''
  }
  if (without) for (const part of document.querySelectorAll(without)) part.remove()
}

/** Scrolls to the end until the page height is stable. */
async function scrollToEnd(page: Page): Promise<void> {
  let before = 0
  const isSteadyAtEnd = async () => {
    const { gap, height } = await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight)
      const { bottom, height } = document.body.getBoundingClientRect()
      return { gap: Math.round(bottom - innerHeight), height }
    })
    const isSteady = height === before
    before = height
    return isSteady && gap === 0
  }
  await expect.poll(isSteadyAtEnd, { intervals: [200] }).toBe(true)
}

/** Compares the page with its screenshots in both themes and all {@link widths}. */
async function compare(page: Page, { name, height = 900, at }: View): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
    for (const width of widths) {
      await page.setViewportSize({ width, height })
      if (at === 'end') await scrollToEnd(page)
      await expect.soft(page).toHaveScreenshot(`${name}-${theme}-${width}.png`, {
        // One changed digit of the smallest text, or a different theme colour, exceeds this.
        maxDiffPixels: 4,
        threshold: 0.05,
      })
    }
  }
}
