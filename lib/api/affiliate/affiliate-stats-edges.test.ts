import { describe, expect } from 'vitest'
import { markPayoutsPaid } from '@/lib/affiliate/payouts/payout-store'
import type { Address } from '@/lib/core/address'
import { daySeconds } from '@/lib/core/time'
import { toDecimal } from '@/lib/db/database'
import { insertReferralRows } from '@/lib/testing/affiliate/referral-rows'
import type { WebFixture } from '@/lib/testing/http/web-fixture'
import { test as base } from '@/lib/testing/test'

/** 2026-11-23, a Monday. */
const now = 1_795_392_000
const at = now - 5 * daySeconds

const account = (digits: string): Address => `0x${digits.repeat(20)}`
const test = base.extend('webNow', { scope: 'file' }, now * 1_000)

let fixture: WebFixture

test.beforeAll(({ web }) => {
  fixture = web
})
let count = 0

async function get(path: string, base = fixture.url) {
  const response = await fetch(`${base}/affiliate/${path}`)
  return { status: response.status, body: await response.json() }
}

/** Registers a new wallet with a code: $20 per $1,000, volume cap $2,500, 90 days. */
async function register(change: { readonly freedAt?: Date } = {}) {
  count += 1
  const wallet = account(`${count + 10}`)
  const { id, code } = await fixture.ctx.db.affiliate.create({
    data: {
      walletAddress: wallet,
      code: `CODE-${count}`,
      signedMessage: '0x',
      createdAt: new Date((now - 200 * daySeconds) * 1_000),
      rewardAmount: toDecimal(20_000_000n),
      triggerVolume: toDecimal(1_000_000_000n),
      volumeCap: toDecimal(2_500_000_000n),
      timeCapDays: 90,
      affiliatePercent: 50,
      traderPercent: 40,
      daoPercent: 10,
      ...change,
    },
  })
  return { wallet, code, affiliateId: id }
}

type Referral = { readonly code: string; readonly affiliateId: bigint }

/** Refers a new trader with this eligible volume in dollars. */
async function refer({ code, affiliateId }: Referral, usd: number, time = at): Promise<Address> {
  count += 1
  const trader = account(`${count + 10}`)
  const volume = BigInt(usd) * 1_000_000n
  const trade = { trader, at: time, code, affiliateId, volume, eligible: volume } as const
  await insertReferralRows(fixture.ctx.db, [{ ...trade, reason: 'eligible' }])
  return trader
}

describe('statistics of an affiliate', () => {
  test('are zero for an unused code, with a whole trigger volume to the first reward', async () => {
    const { wallet, code } = await register()
    expect((await get(`affiliate-stats/${wallet}`)).body).toEqual({
      affiliate_address: wallet,
      referrer_code: code,
      total_volume: 0,
      trigger_volume: 1_000,
      total_earned: 0,
      paid_out: 0,
      next_payout: 0,
      left_to_next_reward: 1_000,
      active_traders: 0,
      total_traders: 0,
      lastUpdatedAt: new Date((now - 200 * daySeconds) * 1_000).toISOString(),
    })
  })

  test('report the minimum volume to the next reward over traders who can still earn', async () => {
    const affiliate = await register()
    await refer(affiliate, 300)
    await refer(affiliate, 1_250)
    // The volume cap allows no third reward, and the other trader's period has ended.
    await refer(affiliate, 2_100)
    await refer(affiliate, 950, now - 91 * daySeconds)
    const { body } = await get(`affiliate-stats/${affiliate.wallet}`)
    expect(body).toMatchObject({
      total_volume: 4_600,
      left_to_next_reward: 700,
      total_earned: 30,
      active_traders: 3,
      total_traders: 4,
    })
  })

  test('report no next reward after the code is released, but keep earned rewards', async () => {
    const affiliate = await register({ freedAt: new Date((now - daySeconds) * 1_000) })
    const trader = await refer(affiliate, 1_600)
    expect((await get(`affiliate-stats/${affiliate.wallet}`)).body).toMatchObject({
      left_to_next_reward: null,
      total_earned: 10,
      next_payout: 10,
    })
    expect((await get(`trader-stats/${trader}`)).body).toMatchObject({
      rewards_end: new Date((now - daySeconds) * 1_000).toISOString(),
      left_to_next_rewards: null,
      total_earned: 8,
    })
  })

  test('report the paid sum, and paginate payouts newest first, for affiliate and trader', async () => {
    const affiliate = await register()
    const trader = await refer(affiliate, 2_000)
    const epochs = [now - 14 * daySeconds, now - 7 * daySeconds]
    const paid = { paidAt: new Date(now * 1_000), paidTx: `0x${'ab'.repeat(32)}` as const }
    for (const epoch of epochs) {
      for (const [role, wallet, amount] of [
        ['affiliate', affiliate.wallet, 10_000_000n],
        ['trader', trader, 8_000_000n],
      ] as const) {
        await fixture.ctx.db.referralPayout.create({
          data: {
            epoch: BigInt(epoch),
            trader,
            role,
            wallet,
            affiliateId: affiliate.affiliateId,
            rewards: 1,
            amount: toDecimal(amount),
            createdAt: new Date(at * 1_000),
          },
        })
      }
    }
    for (const wallet of [affiliate.wallet, trader]) {
      const role = wallet === trader ? 'trader' : 'affiliate'
      const marked = { payouts: [{ epoch: epochs[0] ?? 0, trader, role }], ...paid } as const
      expect(await markPayoutsPaid(fixture.ctx.db, marked)).toBe(1)
      expect(await markPayoutsPaid(fixture.ctx.db, marked)).toBe(0)
    }
    const sums = (each: number) => ({
      total_earned: 2 * each,
      paid_out: each,
      next_payout: each,
      lastUpdatedAt: paid.paidAt.toISOString(),
    })
    expect((await get(`affiliate-stats/${affiliate.wallet}`)).body).toMatchObject(sums(10))
    expect((await get(`trader-stats/${trader}`)).body).toMatchObject(sums(8))
    const row = { trader_address: trader, referrer_code: affiliate.code, rewards: 1 }
    const [older, newer] = epochs.map((epoch) => new Date(epoch * 1_000).toISOString())
    const own = { ...row, role: 'affiliate', amount: 10 }
    const isPaid = { paid_at: paid.paidAt.toISOString(), paid_tx: paid.paidTx }
    const payouts = `payouts/${affiliate.wallet}`
    expect((await get(`${payouts}?limit=1`)).body).toEqual({
      rows: [{ ...own, epoch: newer, paid_at: null, paid_tx: null }],
    })
    expect((await get(`${payouts}?offset=1`)).body).toEqual({
      rows: [{ ...own, epoch: older, ...isPaid }],
    })
    expect((await get(`payouts/${trader}?offset=1`)).body.rows).toEqual([
      { ...row, role: 'trader', amount: 8, epoch: older, ...isPaid },
    ])
  })
})

describe('statistics of a trader', () => {
  test('are reported for an unbound trader, with the reason in the activity', async () => {
    const trader = account('77')
    await insertReferralRows(fixture.ctx.db, [
      { trader, at, reason: 'no_code' },
      { trader, at: at + 60, code: 'CODE-1', volume: 5_000_000n, reason: 'late_binding' },
    ])
    expect((await get(`trader-stats/${trader}`)).body).toEqual({
      trader_address: trader,
      bound_referrer_code: null,
      linked_since: null,
      rewards_end: null,
      eligible_volume: 0,
      left_to_next_rewards: null,
      trigger_volume: null,
      total_earned: 0,
      paid_out: 0,
      next_payout: 0,
      lastUpdatedAt: new Date((at + 60) * 1_000).toISOString(),
    })
    const { rows } = (await get(`trader-activity/${trader}`)).body
    expect(rows).toMatchObject([
      {
        usd_value: 5,
        eligible_volume_usd: 0,
        referrer_code: 'CODE-1',
        bound_referrer_code: null,
        eligibility_reason: 'late_binding',
        is_bound_to_code: false,
        is_eligible: false,
      },
      { usd_value: null, referrer_code: null, eligibility_reason: 'no_code' },
    ])
  })

  test('list trades of the same second once each across pages', async () => {
    const trader = account('78')
    const trade = { trader, at, reason: 'no_code' } as const
    await insertReferralRows(
      fixture.ctx.db,
      [1, 1, 100, 100, 100].map((chainId) => ({ ...trade, chainId })),
    )
    const uids: string[] = []
    for (const offset of [0, 1, 2, 3, 4, 5]) {
      const page = await get(`trader-activity/${trader}?limit=1&offset=${offset}`)
      uids.push(...page.body.rows.map((row: { order_uid: string }) => row.order_uid))
    }
    expect(new Set(uids).size).toBe(5)
    expect(uids).toHaveLength(5)
  })
})

describe('statistics reject', () => {
  const nobody = `0x${'99'.repeat(20)}`

  test.each([
    ['affiliate-stats', 'affiliate stats not found'],
    ['trader-stats', 'trader stats not found'],
  ])('%s of a wallet that never had or used a code with 404', async (name, message) => {
    expect(await get(`${name}/${nobody}`)).toEqual({ status: 404, body: { message } })
  })

  test.each([
    `trader-activity/${nobody}`,
    `payouts/${nobody}`,
    `affiliate-stats/${nobody}/traders`,
    `affiliate-stats/${nobody}/days`,
  ])('nothing, but return no rows: %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: { rows: [] } })
  })

  test.each([
    'affiliate-stats/0x12',
    'trader-stats/0x12',
    'trader-activity/0x12',
    'payouts/0x12',
    'affiliate-stats/0x12/traders',
    'affiliate-stats/0x12/days',
  ])('%s with a malformed address with 400', async (path) => {
    expect(await get(path)).toEqual({
      status: 400,
      body: { message: 'address must be an address: 0x and 40 hexadecimal digits' },
    })
  })

  test.each([
    [`trader-activity/${nobody}?limit=101`, 'limit must be a whole number from 1 to 100'],
    [`trader-activity/${nobody}?limit=0`, 'limit must be a whole number from 1 to 100'],
    [`payouts/${nobody}?offset=-1`, 'offset must be a whole number from 0 to 1000000'],
    [`affiliate-stats/${nobody}/days?from=2026-02-30`, 'from must be a date such as 2026-11-21'],
    [`affiliate-stats/${nobody}/days?to=1795392000`, 'to must be a date such as 2026-11-21'],
  ])('%s with 400 and what to change', async (path, message) => {
    expect(await get(path)).toEqual({ status: 400, body: { message } })
  })

  test('every request with 503 while disabled; a statistics key has no effect', async () => {
    const [off, keyed] = await Promise.all([
      fixture.serve({ CMS_ENABLED: 'false' }),
      fixture.serve({ DUNE_API_KEY: 'key' }),
    ])
    for (const path of ['affiliate-stats', 'trader-stats', 'trader-activity', 'payouts']) {
      expect(await get(`${path}/${nobody}`, off), path).toEqual({
        status: 503,
        body: { message: 'service unavailable' },
      })
      const [plain, withKey] = await Promise.all(
        [fixture.url, keyed].map((base) => get(`${path}/${nobody}`, base)),
      )
      expect(withKey, path).toEqual(plain)
    }
  })
})
