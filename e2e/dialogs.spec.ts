import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { getNetwork } from '@/lib/core/networks'
import { connectWallet } from './connect-wallet'
import { injectFundedWallet } from './funded-wallet'
import { placeOrder } from './place-order'

const { wrappedNative, usdToken } = getNetwork(11_155_111)
const far = {
  ...{ network: 'sepolia', sellToken: wrappedNative, buyToken: usdToken },
  ...{ sellAmount: 10n ** 16n, buyAmount: 751_001n * 10n ** 6n },
}

/** Looks at what is on the screen in both themes. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect(found, `${what}, ${colorScheme}`).toEqual([])
  }
}

for (const width of [375, 1280]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 900 } })

    test(`each dialog of a swap is accessible in both themes at ${width}`, async ({
      page,
      baseURL,
    }) => {
      await injectFundedWallet(page, baseURL)
      await page.goto('/?chain=sepolia')
      const dialog = (name: string) => page.getByRole('dialog', { name })
      const close = async (name: string) => {
        await page.keyboard.press('Escape')
        await expect(dialog(name)).toBeHidden()
      }
      await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
      await expect(dialog('Connect a wallet')).toBeVisible()
      await expectAccessible(page, 'connecting a wallet')
      await close('Connect a wallet')
      await connectWallet(page, 'Test wallet')
      await expectAccessible(page, 'connected')

      await page.getByRole('button', { name: /^Token you pay/ }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await expectAccessible(page, 'choosing a token')
      await close('Token you pay')
      await page.getByRole('button', { name: /^Slippage/ }).click()
      await expect(dialog('Settings').getByLabel('Deadline')).toBeVisible()
      await expectAccessible(page, 'settings')
      await close('Settings')

      await page.getByLabel('You pay amount').fill('0.1')
      await page.getByRole('button', { name: 'Review order' }).click()
      await expect(
        dialog('Review order').getByRole('button', { name: 'Approve WETH' }),
      ).toBeVisible()
      await expectAccessible(page, 'review')
      await close('Review order')
      await page.getByRole('button', { name: /^Account 0x/ }).click()
      await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
      await expectAccessible(page, 'account')
    })

    test(`pages of a connected wallet are accessible in both themes at ${width}`, async ({
      page,
      baseURL,
    }) => {
      const { account } = await injectFundedWallet(page, baseURL)
      const uid = await placeOrder(baseURL ?? '', { ...far, account })
      await page.goto('/orders?chain=sepolia&tab=open')
      await connectWallet(page, 'Test wallet')
      await page.getByRole('button', { name: 'Cancel WETH to USDC' }).click()
      await expect(page.getByRole('dialog', { name: 'Cancel this order?' })).toBeVisible()
      await expectAccessible(page, 'cancelling')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expectAccessible(page, 'orders')
      for (const path of ['/portfolio', '/notifications', '/affiliate', `/orders/${uid}`]) {
        await page.goto(`${path}?chain=sepolia`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('main .animate-pulse-flat')).toHaveCount(0)
        await expectAccessible(page, path)
      }
    })
  })
}
