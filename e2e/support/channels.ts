import { expect, type Locator, type Page } from '@playwright/test'
import { signIn } from './connect-wallet'
import { placeOrder, testAccount } from './service-api'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/**
 * Sells a little WETH at any price, which a solver settles within seconds. The account is notified of the fill and of
 * the better price. Demo account names are 1-based, test account indices 0-based.
 */
export function trade(baseUrl: string, index: number): Promise<string> {
  return placeOrder(baseUrl, {
    network: 'mainnet',
    account: testAccount(index),
    sellToken: weth,
    buyToken: usdc,
    sellAmount: 10n ** 15n + BigInt(Date.now() % 1_000_000),
    buyAmount: 1n,
  })
}

/** Deletes channels left by an earlier run. */
export async function clearChannels(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Channels' }).click()
  const everything = page.getByRole('button', { name: 'Delete everything' })
  // Content loading above the button can shift it during the click.
  await expect(async () => {
    if (await everything.isHidden())
      await page.getByRole('button', { name: 'Delete all my data' }).click({ timeout: 5_000 })
    await expect(everything).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await everything.click()
  await expect(page.getByText('No channels yet.')).toBeVisible()
}

/** Signs a demo account in and opens its channels tab with no channels. */
export async function openChannels(page: Page, wallet: string): Promise<void> {
  await signIn(page, wallet)
  await clearChannels(page)
}

/** Sends a test message to a channel and waits for its delivery. */
export async function sendTest(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Send a test' }).click()
  await expect(card.getByText('Test received.')).toBeVisible()
}

/** The account's delivery list on the channels tab. */
export const deliveriesOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Deliveries', exact: true })
