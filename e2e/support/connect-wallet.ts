import { expect, type Page } from '@playwright/test'

/** Opens the wallet dialog and connects the named wallet. */
export async function connectWallet(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
}

/** Opens the inbox, connects the named wallet and signs in. */
export async function signIn(page: Page, wallet: string, network = 'mainnet'): Promise<void> {
  await page.goto(`/notifications?chain=${network}`)
  await connectWallet(page, wallet)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
}
