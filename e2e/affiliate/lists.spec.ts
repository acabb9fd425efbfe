import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { expectAccessibleEverywhere } from '@/e2e/support/accessibility'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { injectWallet } from '@/e2e/support/injected-wallet'
import { fetchSettings, registerFreshCode } from '@/e2e/support/service-api'

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

const trade = {
  chain_id: sepolia,
  creation_date: '2026-11-20T09:30:00.000Z',
  tx_hash: `0x${'cd'.repeat(32)}`,
  order_uid: `0x${'01'.repeat(56)}`,
  trader_address: traders[0]?.trader_address,
  sell_token: `0x${'0a'.repeat(20)}`,
  buy_token: `0x${'0b'.repeat(20)}`,
  sell_token_symbol: 'WETH',
  buy_token_symbol: 'USDC',
  executed_sell_amount: '1000000000000000000',
  executed_buy_amount: '100000000',
  usd_value: 100,
  eligible_volume_usd: 100,
  referrer_code: 'E2E-00000',
  bound_referrer_code: 'E2E-00000',
  eligibility_reason: 'eligible',
  is_bound_to_code: true,
  is_eligible: true,
}
const ineligible = { eligible_volume_usd: 0, is_eligible: false }
const activity = [
  trade,
  { ...trade, eligible_volume_usd: 60.5 },
  { ...trade, ...ineligible, eligibility_reason: 'same_asset' },
  { ...trade, ...ineligible, eligibility_reason: 'not_ours' },
  { ...trade, ...ineligible, usd_value: null, eligibility_reason: 'no_price' },
].map((row, index) => ({ ...row, order_uid: `0x${String(index + 10).repeat(56)}` }))
const bound = {
  trader_address: traders[0]?.trader_address,
  bound_referrer_code: 'E2E-00000',
  linked_since: '2026-11-20T09:30:00.000Z',
  rewards_end: '2027-02-18T09:30:00.000Z',
  eligible_volume: 160.5,
  left_to_next_rewards: 49_839.5,
  trigger_volume: 50_000,
  total_earned: 0,
  paid_out: 0,
  next_payout: 0,
  lastUpdatedAt: '2026-11-20T09:40:00.000Z',
}

/** Stubs a service with many trades, which a test cannot produce in reasonable time. */
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

test('paginates long lists of traders and shows payouts as pending or paid', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { networks } = await fetchSettings(baseURL ?? '')
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  const { privateKey } = await registerFreshCode(baseURL ?? '')
  const known = [{ chainId: sepolia, rpcUrl }]
  await injectWallet(page, { privateKey, networks: known, chainId: sepolia })
  await stubLists(page)
  await page.goto('/affiliate?chain=sepolia')
  await connectWallet(page, 'Test wallet')

  const rows = page
    .getByRole('table', { name: 'Referred traders and their rewards' })
    .getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.getByRole('button', { name: 'More traders' }).click()
  await expect(rows).toHaveCount(64)
  await expect(page.getByRole('button', { name: 'More traders' })).toBeHidden()
  const payouts = page.getByRole('table', { name: 'Payouts by epoch' })
  await expect(payouts).toContainText('pending')
  await expect(payouts).toContainText('paid 15 Nov 2026')

  await expectTablesFit(page)
})

test('shows how much of each trade counts and why', { tag: '@long' }, async ({ page, baseURL }) => {
  const { networks } = await fetchSettings(baseURL ?? '')
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  const known = [{ chainId: sepolia, rpcUrl }]
  await injectWallet(page, { privateKey: generatePrivateKey(), networks: known, chainId: sepolia })
  await page.route('**/trader-stats/*', (route) => route.fulfill({ json: bound }))
  await page.route('**/trader-activity/*', (route) => route.fulfill({ json: { rows: activity } }))
  await page.goto('/affiliate?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  const own = page.getByRole('region', { name: 'Your own trades' })
  await own.getByText('Eligibility of each trade').click()
  const rows = own.getByRole('row')
  for (const [index, words] of [
    ['$100.00', 'Fully eligible.'],
    ['$60.50 of $100.00', 'Partly eligible'],
    ['$0.00 of $100.00', 'Both tokens follow the same asset'],
    ['$0.00 of $100.00', 'Another service settled the order.'],
    ['unknown value', 'The tokens had no price'],
  ].entries()) {
    for (const word of words) await expect(rows.nth(index + 1)).toContainText(word)
  }
  await expectTablesFit(page)
})

/** Expects good looks and no table that scrolls horizontally inside its container. */
async function expectTablesFit(page: Page): Promise<void> {
  await expectAccessibleEverywhere(page, 'rewards')
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 })
    const overflowing = await page.evaluate(() =>
      [...document.querySelectorAll('section:has(> table)')]
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => box.getAttribute('aria-label')),
    )
    expect(overflowing, `horizontal scrolling at ${width}`).toEqual([])
  }
}
