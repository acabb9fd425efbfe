import type { Locator, Page } from '@playwright/test'

/** The rows of the recent orders below a form, newest first. */
export const recentOrders = (page: Page): Locator =>
  page.getByRole('region', { name: 'Recent orders' }).locator('[data-row]')

/** The rows of the order list. */
export const orderRows = (page: Page): Locator => page.getByRole('tabpanel').locator('[data-row]')

/** Chooses an action from the menu of a row of the order list. */
export async function chooseAction(row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  const menu = row.page().getByRole('dialog', { name: /^Actions for/ })
  await menu.getByText(name, { exact: true }).click()
}
