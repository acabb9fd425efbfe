import { expect, test } from '@playwright/test'
import {
  expectAccessibleEverywhere,
  expectAccessibleInBothThemes,
} from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectFundedWallet } from '@/e2e/support/injected-wallet'
import { chooseAction, orderRows } from '@/e2e/support/recent-orders'
import { placeOrder } from '@/e2e/support/service-api'
import { untilLoaded } from '@/e2e/support/until-loaded'
import { getNetwork } from '@/lib/core/networks'

const { wrappedNative, usdToken } = getNetwork(11_155_111)
const far = {
  ...{ network: 'sepolia', sellToken: wrappedNative, buyToken: usdToken },
  ...{ sellAmount: 10n ** 16n, buyAmount: 751_001n * 10n ** 6n },
}

for (const width of [375, 1280]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 900 } })

    test(`each dialog of a swap is accessible in both themes at ${width}`, {
      tag: '@long',
    }, async ({ page, baseURL }) => {
      await injectFundedWallet(page, baseURL)
      await page.goto('/?chain=sepolia')
      const dialog = (name: string) => page.getByRole('dialog', { name })
      const close = async (name: string) => {
        await page.keyboard.press('Escape')
        await expect(dialog(name)).toBeHidden()
      }
      await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
      await expect(dialog('Connect a wallet')).toBeVisible()
      await expectAccessibleInBothThemes(page, 'connecting a wallet')
      await close('Connect a wallet')
      await connectWallet(page, 'Test wallet')
      await expectAccessibleInBothThemes(page, 'connected')

      await page.getByRole('button', { name: /^Token you pay/ }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await expectAccessibleInBothThemes(page, 'choosing a token')
      await close('Token you pay')
      await page.getByRole('button', { name: /^Slippage/ }).click()
      await expect(dialog('Settings').getByLabel('Expires')).toBeVisible()
      await expectAccessibleInBothThemes(page, 'settings')
      await close('Settings')

      await page.getByLabel('You pay amount').fill('0.1')
      await page.getByRole('button', { name: 'Review order' }).click()
      await expect(
        dialog('Review order').getByRole('button', { name: 'Approve WETH' }),
      ).toBeVisible()
      await expectAccessibleInBothThemes(page, 'review')
      await close('Review order')
      await page.getByRole('button', { name: /^Account 0x/ }).click()
      await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
      await expectAccessibleInBothThemes(page, 'account')
    })
  })
}

test('pages of a connected wallet are accessible in both themes at every width', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { account } = await injectFundedWallet(page, baseURL)
  const uid = await placeOrder(baseURL ?? '', { ...far, account })
  await page.goto('/orders?chain=sepolia&tab=open')
  await connectWallet(page, 'Test wallet')
  await chooseAction(orderRows(page).first(), 'Cancel')
  await expect(page.getByRole('dialog', { name: 'Cancel this order?' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'cancelling')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessibleEverywhere(page, 'orders')
  for (const path of ['/portfolio', '/notifications', '/affiliate', `/orders/${uid}`]) {
    await page.goto(`${path}?chain=sepolia`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await untilLoaded(page)
    await expectAccessibleEverywhere(page, path)
  }
})
