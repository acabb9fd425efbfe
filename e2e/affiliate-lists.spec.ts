import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { connectWallet } from './connect-wallet'
import { injectWallet } from './injected-wallet'
import { fetchSettings } from './place-order'
import { registerFreshCode } from './register-code'

const sepolia = 11_155_111
const traders = Array.from({ length: 63 }, (_, index) => ({
  trader_address: `0x${(index + 16).toString(16).repeat(20)}`,
  bound_referrer_code: 'E2E',
  linked_since: '2026-10-01T09:30:00.000Z',
  rewards_end: '2026-12-30T09:30:00.000Z',
  last_trade: '2026-11-01T09:30:00.000Z',
  trades: 3,
  eligible_trades: 2,
  volume: 100_000,
  eligible_volume: 90_000,
  left_to_next_reward: index === 0 ? null : 10_000,
  total_earned: 10,
}))
const payout = {
  epoch: '2026-11-02T00:00:00.000Z',
  role: 'affiliate',
  trader_address: traders[0]?.trader_address,
  referrer_code: 'E2E',
  rewards: 2,
  amount: 20,
  paid_at: '2026-11-15T00:00:00.000Z',
  paid_tx: `0x${'ab'.repeat(32)}`,
}

/** Answers in place of a service that has seen many trades, which no test can wait for. */
async function stubLists(page: Page): Promise<void> {
  await page.route('**/traders?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const offset = Number(query.get('offset'))
    return route.fulfill({
      json: { rows: traders.slice(offset, offset + Number(query.get('limit'))) },
    })
  })
  const due = { ...payout, role: 'trader', paid_at: null, paid_tx: null }
  await page.route('**/payouts/*', (route) => route.fulfill({ json: { rows: [due, payout] } }))
}

test('long lists of traders are read page by page, and payouts tell what was paid', async ({
  page,
  baseURL,
}) => {
  const { networks } = await fetchSettings(baseURL ?? '')
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  const { privateKey } = await registerFreshCode(baseURL ?? '')
  const known = [{ chainId: sepolia, rpcUrl }]
  await injectWallet(page, { privateKey, networks: known, chainId: sepolia })
  await stubLists(page)
  await page.goto('/affiliate?chain=sepolia')
  await connectWallet(page, 'Test wallet')

  const rows = page.getByRole('table', { name: 'Traders bound to your code' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.getByRole('button', { name: 'More traders' }).click()
  await expect(rows).toHaveCount(64)
  await expect(page.getByRole('button', { name: 'More traders' })).toBeHidden()
  const payouts = page.getByRole('table', { name: 'Payouts by epoch' })
  await expect(payouts).toContainText('due')
  await expect(payouts).toContainText('paid 2026-11-15')

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 375],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
})
