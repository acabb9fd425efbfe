import { expect, test } from '@playwright/test'
import { connectWallet } from '@/e2e/support/connect-wallet'

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

test('a page served without the wallet loads it on use', async ({ page }) => {
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
