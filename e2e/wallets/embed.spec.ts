import { readFileSync } from 'node:fs'
import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { type HostPage, serveHostPage } from '@/e2e/support/host-page'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { type OutsideService, startOutsideService } from '@/e2e/support/outside-service'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)
const guide = readFileSync('docs/embedding.md', 'utf8')
const snippets = [...guide.matchAll(/^```html\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)

/** The guide's example, on Sepolia. */
const example = (service: string) =>
  snippets
    .join('\n')
    .replaceAll('https://trade.example', service)
    .replaceAll('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', wrappedNative)
    .replaceAll('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', usdToken)
    .replaceAll('chain="mainnet"', 'chain="sepolia"')

let body = ''
let host: HostPage
let outside: OutsideService

test.beforeAll(async ({ baseURL }) => {
  host = await serveHostPage(
    () => `<!doctype html><meta charset="utf-8"><title>Shop</title>${body}`,
  )
  outside = await startOutsideService(baseURL ?? '', { EMBED_ORIGINS: host.origin })
})
test.afterAll(async () => {
  await outside.stop()
  await host.stop()
})
test.beforeEach(() => {
  body = example(outside.url)
})

const card = (page: Page) => page.locator('coincide-swap').frameLocator('iframe')

/** Enters an amount and presses the button of the card. */
async function openConnect(app: FrameLocator): Promise<void> {
  await app.getByLabel('You pay amount').fill('0.1')
  await app.getByRole('button', { name: 'Connect wallet' }).click()
}

test('a page of another origin trades with its own wallet in the embedded card', async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto(host.origin)
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('placed'))
  const app = card(page)
  await openConnect(app)
  await app
    .getByRole('dialog', { name: 'Connect a wallet' })
    .getByRole('button', { name: 'This page’s wallet' })
    .click()
  await expect(app.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
  await app.getByRole('button', { name: 'Review order' }).click()
  const review = app.getByRole('dialog', { name: 'Review order' })
  await review.getByRole('button', { name: 'Approve WETH' }).click()
  await review.getByRole('button', { name: 'Sign order', exact: true }).click()
  await expect(app.getByText('Filled', { exact: true }).first()).toBeVisible()
  expect((await reported).text()).toMatch(/^placed 0x[0-9a-f]{112} 11155111$/)
  expect(wallet.calls).toContain('eth_signTypedData_v4')

  // The frame has room for the whole card.
  const { scrollable, height } = await app.locator('html').evaluate((element) => ({
    scrollable: element.scrollHeight - element.clientHeight,
    height: element.clientHeight,
  }))
  expect(scrollable).toBeLessThanOrEqual(1)
  expect(height).toBeGreaterThan(300)

  // A wallet that the page has connected is used at once; one that it disconnects is gone.
  await page.reload()
  await expect(app.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
  await wallet.disconnect()
  await expect(app.getByRole('button', { name: /^Account 0x/ })).toBeHidden()
})

test('opening the card leaves the wallet of the pages connected', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/?chain=sepolia')
  await connectWallet(page, 'Demo account 3')
  await page.goto('/embed')
  await expect(page.getByLabel('You pay amount')).toBeEditable()
  await page.goto('/?chain=sepolia')
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
})

test('a refused signature is shown as the host’s wallet reports it', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const wallet = await injectFundedWallet(page, baseURL)
  await page.goto(host.origin)
  const app = card(page)
  wallet.declineNext('eth_requestAccounts')
  await openConnect(app)
  const dialog = app.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: 'This page’s wallet' }).click()
  await expect(dialog.getByText('You declined the request.')).toBeVisible()
})

test('parameters set the card, and invalid ones are named', { tag: '@long' }, async ({ page }) => {
  body = `<script src="${outside.url}/embed.js" async></script>
    <coincide-swap chain="sepolia" sell="${usdToken}" buy="${wrappedNative}" amount="25" theme="dark"></coincide-swap>`
  await page.goto(host.origin)
  const app = card(page)
  await expect(app.getByLabel('You pay amount')).toHaveValue('25')
  await expect(app.getByRole('button', { name: /Token you pay/ })).toContainText('USDC')
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(app.getByText('Some settings of this card were ignored')).toBeHidden()
  await page.evaluate(() => {
    document.querySelector('coincide-swap')?.setAttribute('amount', '1e9')
    document.querySelector('coincide-swap')?.setAttribute('buy', 'WETH')
  })
  await expect(app.getByText('Not valid here: buy and amount.')).toBeVisible()
  await expect(app.getByLabel('You pay amount')).toHaveValue('')
})

test('without a wallet in the page, the card offers those of the browser only', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(host.origin)
  const app = card(page)
  await openConnect(app)
  const dialog = app.getByRole('dialog', { name: 'Connect a wallet' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'This page’s wallet' })).toBeHidden()
})

test('an unlisted page cannot frame the card and shows a link, nor a listed one another page', async ({
  page,
}) => {
  const unlisted = await serveHostPage(() =>
    example(outside.url).replace('theme="auto"', 'ref="COW-12345"'),
  )
  const blocked = () =>
    page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  const first = blocked()
  await page.goto(unlisted.origin)
  expect((await first).text()).toContain(host.origin)
  const link = page.getByRole('link', { name: `Trade at ${new URL(outside.url).host}` })
  await expect(link).toBeVisible({ timeout: 15_000 })
  await expect(link).toHaveAttribute('href', /[?]chain=sepolia&sell=0x.*&ref=COW-12345$/)
  await expect(page.locator('coincide-swap iframe')).toBeHidden()
  await unlisted.stop()

  for (const path of ['/', '/orders', '/tokens', '/embed/', '/limit']) {
    body = `<iframe src="${outside.url}${path}"></iframe>`
    const refused = page.waitForEvent('console', (message) =>
      /frame-ancestors|X-Frame-Options/.test(message.text()),
    )
    await page.goto(host.origin)
    await refused
    const { headers } = await fetch(`${outside.url}${path}`, { redirect: 'manual' })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
})

test('the card answers no other window, and its links leave the frame', { tag: '@long' }, async ({
  page,
  context,
  baseURL,
}) => {
  await injectFundedWallet(page, baseURL)
  // Another frame in the listed page claims to be its host.
  body += `<iframe title="other" srcdoc="<script>
    setInterval(() => {
      for (let i = 0; i < parent.length; i++)
        parent[i].postMessage({ coincide: 1, type: 'event', name: 'accountsChanged', value: ['0x${'bad'.repeat(13)}0'] }, '*')
    }, 50)
  </script>"></iframe>`
  await page.goto(host.origin)
  const app = card(page)
  await expect(app.getByRole('button', { name: /^Account 0x/ })).toBeHidden()
  await page.waitForTimeout(500)
  await expect(app.getByRole('button', { name: /^Account/ })).toBeHidden()
  const opened = context.waitForEvent('page')
  await app.getByRole('link', { name: 'Open in Coincide' }).click()
  await expect((await opened).getByRole('banner')).toBeVisible()
  expect(page.frames().some((frame) => frame.url().startsWith(`${outside.url}/embed`))).toBe(true)
})
