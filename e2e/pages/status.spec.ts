import { expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '@/e2e/support/accessibility'

test('the footer leads to the state of each network and its incidents', async ({ page }) => {
  await page.goto('/docs')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status', exact: true }).click()
  await expect(page).toHaveURL('/status')
  const network = page.getByRole('region', { name: 'Ethereum', exact: true })
  // The first measurement is made as soon as a worker leads.
  await expect(async () => {
    await page.reload()
    await expect(network.getByText(/^Measured /)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect(network.getByText(/^(Operational|Degraded)$/)).toBeVisible()
  await expect(network.getByText('Newest block')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Incidents', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
})
