import { describe, expect } from 'vitest'
import { fixtureNow, type ReferralFixture } from '@/lib/testing/affiliate/referral-fixture'
import { test } from '@/lib/testing/test'
import { getAffiliateStats } from './affiliate-stats'
import { listAffiliateDays } from './affiliate-stats-query'
import { getTraderStats } from './bound-trader'

let fixture: ReferralFixture

test.beforeEach(({ referrals }) => {
  fixture = referrals
})

const wallet = `0x${'a1'.repeat(20)}` as const
const trader = `0x${'b2'.repeat(20)}` as const
const other = `0x${'c3'.repeat(20)}` as const
const day = 86_400
const code = 'FRIEND'
const today = fixtureNow - (fixtureNow % day)

async function daysOf(): Promise<unknown> {
  const { db } = fixture.ctx
  return listAffiliateDays(db, { wallet, from: today - 90 * day, to: today })
}

describe('statistics follow attribution', () => {
  test('per day over all traders, per affiliate and per trader', async () => {
    const current = fixture
    await current.register({ wallet, code })
    await current.trade({ trader, code, at: today - 40 * day, usd: 700 })
    await current.trade({ trader, code, at: today - 2 * day, usd: 500 })
    await current.trade({ trader: other, code, at: today - 40 * day + 60, usd: 400 })
    await current.indexed({})
    await current.attribute()
    expect(await getAffiliateStats(current.ctx, wallet)).toMatchObject({
      code,
      eligible: 1_600_000_000n,
      earned: 10_000_000n,
      paid: 0n,
      missing: 600_000_000n,
      activeTraders: 1,
      traders: 2,
    })
    expect(await getTraderStats(current.ctx, trader)).toMatchObject({
      bound: { code, boundAt: today - 40 * day, trades: 2, eligible: 1_200_000_000n },
    })
    const dollars = (usd: bigint) => ({ volume: usd * 1_000_000n, eligible: usd * 1_000_000n })
    expect(await daysOf()).toEqual([
      { day: today - 40 * day, trades: 2, traders: 2, ...dollars(1_100n) },
      { day: today - 2 * day, trades: 1, traders: 1, ...dollars(500n) },
    ])
  })

  test('and shrink after a reorg', async () => {
    const current = fixture
    const { db } = current.ctx
    await current.register({ wallet, code })
    await current.trade({ trader, code, at: today - 60, usd: 700 })
    const place = await current.trade({ trader, code, at: today + 60, usd: 500 })
    await current.indexed({})
    await current.attribute()
    expect(await daysOf()).toHaveLength(2)
    await db.trade.delete({ where: { chainId_blockHash_logIndex: place } })
    await current.attribute()
    expect(await daysOf()).toMatchObject([{ day: today - day, trades: 1, eligible: 700_000_000n }])
    expect(await getAffiliateStats(current.ctx, wallet)).toMatchObject({
      eligible: 700_000_000n,
      earned: 0n,
      activeTraders: 1,
    })
    await db.trade.deleteMany()
    await current.attribute()
    expect(await daysOf()).toEqual([])
    expect(await getAffiliateStats(current.ctx, wallet)).toMatchObject({ eligible: 0n, traders: 0 })
    await expect(getTraderStats(current.ctx, trader)).rejects.toMatchObject({ code: 'NotFound' })
  })
})
