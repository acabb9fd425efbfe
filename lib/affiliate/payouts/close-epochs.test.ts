import { describe, expect } from 'vitest'
import { getAffiliate } from '@/lib/affiliate/registration/get-affiliate'
import { rewardsFor } from '@/lib/core/affiliate-programme'
import { fixtureNow, type ReferralFixture } from '@/lib/testing/affiliate/referral-fixture'
import { test } from '@/lib/testing/test'
import { closeEpochs } from './close-epochs'
import { epochOf } from './epoch'

let fixture: ReferralFixture

test.beforeEach(({ referrals }) => {
  fixture = referrals
})

const affiliate = `0x${'a1'.repeat(20)}` as const
const trader = `0x${'b2'.repeat(20)}` as const
const other = `0x${'c3'.repeat(20)}` as const
const day = 86_400
const code = 'FRIEND'
const epoch = epochOf(fixtureNow - 7 * day, 7)

describe('closing epochs', () => {
  test('pays each reward once, to both parties, in the epoch in which it fell due', async () => {
    const current = fixture
    const affiliateId = await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch - day, usd: 900 })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.trade({ trader, code, at: epoch + 7 * day, usd: 1_000 })
    await current.trade({ trader: other, code, at: epoch + 2 * day, usd: 999.999999 })
    await current.settle()
    expect(await closeEpochs(current.ctx)).toBe(2)
    const shared = { epoch: BigInt(epoch), trader, affiliateId, rewards: 3, paidTx: null }
    const payouts = await current.ctx.db.referralPayout.findMany({ orderBy: { role: 'asc' } })
    expect(payouts).toMatchObject([
      { ...shared, role: 'affiliate', wallet: affiliate },
      { ...shared, role: 'trader', wallet: trader },
    ])
    expect(payouts.map(({ amount }) => amount.toString())).toEqual(['30000000', '24000000'])
    expect(await closeEpochs(current.ctx)).toBe(0)
  })

  test('waits until the trades of the epoch are decided', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.indexed({ final: epoch + 7 * day })
    await current.attribute()
    expect(await closeEpochs(current.ctx)).toBe(0)
  })

  test('does not wait for trades of a network that is no longer served', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.settle()
    const { blockHash } = await current.trade({ trader, code, at: epoch + 5 * day })
    await current.ctx.db.trade.updateMany({ where: { blockHash }, data: { chainId: 100 } })
    const undecided = { decidedTo: BigInt(epoch + 3 * day), lastTradeAt: BigInt(epoch + 5 * day) }
    await current.ctx.db.referredTrader.updateMany({ data: undecided })
    expect(await closeEpochs(current.ctx)).toBe(2)
  })

  test('pays no reward twice when the epoch length changes', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.settle()
    const config = { ...current.ctx.config, affiliateEpochDays: 1 }
    expect(await closeEpochs({ ...current.ctx, config })).toBe(2)
    expect(await closeEpochs(current.ctx)).toBe(0)
  })

  test('pays no reward twice when processes with different epoch lengths close concurrently', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    const days = [0, 1, 2, 3, 4, 5, 6]
    for (const index of days) {
      await current.trade({ trader, code, at: epoch + index * day, usd: 700 })
    }
    await current.settle()
    const closings = [7, 1, 3, 2, 7, 1].map((affiliateEpochDays) =>
      closeEpochs({ ...current.ctx, config: { ...current.ctx.config, affiliateEpochDays } }),
    )
    await Promise.all(closings)
    const sums = await current.ctx.db.referralPayout.groupBy({
      by: ['role'],
      _sum: { rewards: true, amount: true },
    })
    const { terms } = await getAffiliate(current.ctx, affiliate)
    const rewards = rewardsFor(terms, 4_900_000_000n)
    expect(rewards).toBe(4)
    expect(Object.fromEntries(sums.map(({ role, _sum }) => [role, _sum.rewards]))).toEqual({
      affiliate: rewards,
      trader: rewards,
    })
  })

  test('pays an inactive trader once the epoch is final', async () => {
    const current = fixture
    await decideEarly(2_200)
    expect(await closeEpochs(current.ctx)).toBe(0)
    await current.indexed({ final: epoch + 8 * day - 1 })
    expect(await closeEpochs(current.ctx)).toBe(0)
    await current.indexed({ final: epoch + 8 * day })
    expect(await closeEpochs(current.ctx)).toBe(2)
  })

  test('waits for a trade of the epoch that is not evaluated yet', async () => {
    const current = fixture
    await decideEarly(2_200)
    await current.trade({ trader, code, at: epoch + 3 * day, usd: 900 })
    await current.indexed({ final: fixtureNow - 100 })
    expect(await closeEpochs(current.ctx)).toBe(0)
    await current.settle()
    expect(await closeEpochs(current.ctx)).toBe(2)
    expect(await current.ctx.db.referralPayout.findFirst()).toMatchObject({ rewards: 3 })
  })

  test('pays nothing for evaluated but undecided trades', async () => {
    const current = fixture
    await decideEarly(900)
    await current.trade({ trader, code, at: epoch + 3 * day, usd: 1_200 })
    await current.indexed({ final: fixtureNow - 100 })
    await current.attribute()
    const { eligible } = await current.ctx.db.referredTrader.findFirstOrThrow()
    expect(eligible.toNumber()).toBe(2_100_000_000)
    expect(await closeEpochs(current.ctx)).toBe(0)
    await current.settle()
    expect(await closeEpochs(current.ctx)).toBe(2)
  })

  /** A trade on the first day of the epoch, decided on the third, when nothing later is known. */
  async function decideEarly(usd: number) {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch + day - 1, usd })
    await current.settle(epoch + 2 * day)
    const { decidedTo } = await current.ctx.db.referredTrader.findFirstOrThrow()
    expect(Number(decidedTo)).toBe(epoch + day)
  }
})
