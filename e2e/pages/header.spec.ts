import { expect, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { untilReactive } from '@/e2e/support/until-loaded'

/** A page of each kind: with the wallet, without it, and not found. */
const paths = [
  ...[
    '/?chain=mainnet',
    '/limit',
    '/schedule',
    '/orders',
    '/portfolio',
    '/notifications',
    '/affiliate',
  ],
  ...['/tokens', '/tokens/mainnet/0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
  ...['/auctions', '/auctions/999999999', '/status', '/docs', '/docs/order-book'],
  ...[`/tx/mainnet/0x${'ab'.repeat(32)}`, `/orders/0x${'1'.repeat(112)}`],
  ...['/find?q=nothing-is-called-this', '/no-such-page'],
]

test('every page has one header with network, account and theme', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/docs')
  await connectWallet(page, 'Demo account 9')
  for (const path of paths) {
    await page.goto(path)
    const header = page.getByRole('banner')
    await expect(header.getByRole('button', { name: /^Account 0x/ }), path).toHaveCount(1)
    await expect(header.getByRole('button', { name: /^Network: / }), path).toHaveCount(1)
    await expect(header.getByRole('button', { name: /theme/ }), path).toHaveCount(1)
  }
})

test('a page served without the wallet loads it on use', { tag: '@long' }, async ({ page }) => {
  await page.goto('/tokens/gnosis/0xe91d153e0b41518a2ce8dd3d7944fa863463a97d')
  const header = page.getByRole('banner')
  const network = header.getByRole('button', { name: 'Network: Gnosis' })
  await network.press('Enter')
  const choice = page.getByRole('dialog', { name: 'Network' })
  await expect(choice.getByRole('button', { name: /^Gnosis/ })).toHaveAttribute(
    ...(['aria-current', 'true'] as const),
  )
  await page.keyboard.press('Escape')
  await expect(network).toBeFocused()

  await connectWallet(page, 'Demo account 9')
  await page.reload()
  const account = header.getByRole('button', { name: /^Account 0x/ })
  await account.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Account' })
  await expect(menu.getByText('Demo account 9')).toBeVisible()
  await menu.getByRole('button', { name: 'Disconnect' }).click()
  await expect(header.getByRole('button', { name: 'Connect' })).toBeVisible()
})

test('the focus stays in the content when a wallet connects and disconnects', {
  tag: '@long',
}, async ({ page }) => {
  const skip = page.getByRole('link', { name: 'Skip to content' })
  for (const path of ['/orders?chain=mainnet', '/auctions?chain=mainnet']) {
    await page.goto(path)
    await connectWallet(page, 'Demo account 8')
    await expect(page.getByRole('main'), path).toBeFocused()
    await expect(skip).not.toBeInViewport()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account 0x/ })
      .press('Enter')
    await page.getByRole('button', { name: 'Disconnect' }).press('Enter')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Connect' })).toBeVisible()
    await expect(page.getByRole('main'), path).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(skip).not.toBeFocused()
  }
  // By keyboard alone it shows.
  await page.goto('/auctions?chain=mainnet')
  await page.keyboard.press('Tab')
  await expect(skip).toBeInViewport()
})

test('the footer shows how old the prices are, on pages without prices too', {
  tag: '@long',
}, async ({ page, context }) => {
  const footer = page.getByRole('contentinfo')
  for (const path of ['/tokens', '/docs']) {
    await page.goto(path)
    await expect(footer.getByText(/^Prices live · \d\d:\d\d:\d\d UTC$/)).toBeVisible({
      timeout: 20_000,
    })
  }
  await untilReactive(page)
  await context.setOffline(true)
  await expect(footer.getByText(/^Prices not updating · \d\d:\d\d:\d\d UTC$/)).toBeVisible()
  await context.setOffline(false)
  await expect(footer.getByText(/^Prices live/)).toBeVisible({ timeout: 20_000 })
})

test('on a phone the header has the inbox once a wallet connects', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/?chain=mainnet')
  const inbox = page.getByRole('banner').getByRole('link', { name: 'Inbox' })
  await expect(inbox).toBeHidden()
  await connectWallet(page, 'Demo account 9')
  await expect(inbox).toBeVisible()
})
