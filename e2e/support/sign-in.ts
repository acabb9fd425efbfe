import { expect, type Page } from '@playwright/test'
import { connectWallet } from './connect-wallet'

/** Opens the inbox, connects the named wallet and signs in. */
export async function signIn(page: Page, wallet: string, network = 'mainnet'): Promise<void> {
  await page.goto(`/notifications?chain=${network}`)
  await connectWallet(page, wallet)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}
