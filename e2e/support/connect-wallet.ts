import { expect, type Page } from '@playwright/test'

/** Opens the wallet dialog and connects the named wallet. */
export async function connectWallet(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
}
