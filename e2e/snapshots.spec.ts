import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { getNetwork } from '@/lib/core/networks'
import { connectWallet } from './connect-wallet'
import { fund } from './fund'
import { placeOrder, testAccount } from './place-order'
import { shrinkPicture } from './shrink-picture'
import { answerAlike, pictureTime } from './snapshot-answers'

// What people see of each page, in each theme and width, beside what they saw when the pictures of e2e/snapshots/ were taken.
// The moment, prices, and all else that scripts ask for are the same each time (snapshot-answers.ts). Of what the server
// itself writes, figures and hashes are replaced by noughts, and lists that grow are cut to their first row.

/** A page in one of its states. */
type View = {
  readonly name: string
  readonly path: string
  /** Waited for, where the heading says too little. */
  readonly shows?: RegExp
  /** What the server writes other figures into each time: they are shown as noughts, of its rows only the first one. */
  readonly varying?: string
  /** What is there only at times, or drawn by such figures: left out of the picture. */
  readonly without?: string
  /** Pixels from the top that are compared; 900 unless told. */
  readonly height?: number
  /** Whether the page is scrolled to its end, where the footer is. */
  readonly at?: 'end'
}

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const offer = `/?chain=mainnet&sell=${weth}&buy=${usdc}&amount=1.5`

/** Of the pictures of long pages. */
const tall = { height: 1_600 }

const anonymous: readonly View[] = [
  { ...tall, name: 'swap', path: '/' },
  { name: 'swap-offer', path: offer, shows: /Connect for your exact price/ },
  { name: 'limit', path: `/limit?chain=mainnet&sell=${weth}&buy=${usdc}` },
  { name: 'tokens', path: '/tokens', shows: /\$3,021/ },
  {
    ...{ ...tall, name: 'token', path: `/tokens/mainnet/${weth}`, shows: /\$3,021/ },
    // Faucets add to the supply.
    varying: 'section:has([aria-label^="Largest holders of"])',
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
  { name: 'footer', path: '/orders', at: 'end' },
]

const connected: readonly View[] = [
  { ...tall, name: 'swap-connected', path: offer, shows: /Review order/ },
  { ...tall, name: 'limit-connected', path: '/limit?chain=mainnet', shows: /WETH → USDC/ },
  { ...tall, name: 'orders-connected', path: '/orders?tab=all', shows: /WETH → USDC/ },
  { name: 'portfolio-connected', path: '/portfolio', shows: /Wrapped Ether/ },
  { name: 'inbox-connected', path: '/notifications', shows: /Order filled/ },
  { ...tall, name: 'rewards-connected', path: '/affiliate', shows: /COW-12345/ },
]

const themes = ['light', 'dark'] as const
const widths = [375, 768, 1280] as const
const folder = 'e2e/snapshots'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const view of anonymous) {
  test(`${view.name} looks as it did`, async ({ page }) => {
    await openStill(page, view)
    await compare(page, view)
  })
}

test('what the server tells of an order looks as it did', async ({ page, baseURL }) => {
  // Nobody else's account, and a price that nobody pays.
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

test('what the server tells of a settlement looks as it did', async ({ page, baseURL }) => {
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
  const views: readonly View[] = [
    { name: 'order-filled', path: `/orders/${uid}?chain=${network}`, without: drawn },
    // How many pages there are depends on the other tests.
    { name: 'auctions', path: `/auctions?chain=${network}`, without: 'main section ~ nav' },
    { name: 'auction', path: `/auctions/${auctionId}`, without: `${drawn}, ${rest}` },
    { name: 'transaction', path: `/tx/${network}/${txHash}`, without: rest },
  ]
  for (const view of views) {
    const still = { ...tall, ...view, varying: 'main' } as const
    await openStill(page, still)
    await compare(page, still)
  }
})

test('the pages of a connected account look as they did', async ({ page }) => {
  await page.goto('/orders?chain=mainnet')
  await connectWallet(page, 'Demo account 1')
  for (const view of connected) {
    await test.step(view.name, async () => {
      await openStill(page, view)
      await compare(page, view)
    })
  }
})

/** Pictures that were taken anew are made small. */
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

/** Waits for the auction and the transaction that fill an order. */
async function settlementOf(page: Page, api: string, uid: string) {
  const read = async (path: string) => (await page.request.get(`${api}/${path}`)).json()
  const find = () => read(`v2/trades?orderUid=${uid}`)
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1)
  const [{ txHash }] = await find()
  const { auctionId } = await read(`v2/solver_competition/by_tx_hash/${txHash}`)
  return { auctionId, txHash }
}

/** Opens a page at the moment of the pictures. */
async function openStill(page: Page, { path, shows, varying, without }: View): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await answerAlike(page)
  await page.clock.setFixedTime(pictureTime)
  await page.goto(path, { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (shows) await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  // What is loaded for the account or on use finds its place.
  await page.waitForLoadState('networkidle')
  await page.evaluate(standIn, { varying, without })
}

type StandIn = { readonly varying: string | undefined; readonly without: string | undefined }

/** Runs in the page: shows what another service writes otherwise as what they all could write. */
function standIn({ varying, without }: StandIn) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').replaceAll(location.host, 'coincide.example')
    const figure = /0x[0-9a-f…]+|\d+ [A-Z][a-z]{2,3} \d+|<?\d+([.,:]\d+)*/g
    const solver = /^(batch|route|base)$/
    const noughts = () => text.replace(figure, '0').replace(solver, 'solver')
    // The blocks since a transaction are one or many.
    const isVarying = varying !== undefined && node.parentElement?.closest(varying)
    node.nodeValue = isVarying ? noughts().replace(/\b0 block\b/, '0 blocks') : text
  }
  if (varying === undefined) return
  for (const row of document.querySelectorAll(`${varying} tbody tr + tr`)) row.remove()
  if (without) for (const part of document.querySelectorAll(without)) part.remove()
}

/** Once the page has the height that it has at this width, and keeps it. */
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

/** Compares the page with its pictures, in each theme at each width. */
async function compare(page: Page, { name, height = 900, at }: View): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
    for (const width of widths) {
      await page.setViewportSize({ width, height })
      if (at === 'end') await scrollToEnd(page)
      await expect.soft(page).toHaveScreenshot(`${name}-${theme}-${width}.png`, {
        // A changed digit of the smallest text is more; so is a colour of another name.
        maxDiffPixels: 4,
        threshold: 0.05,
      })
    }
  }
}
