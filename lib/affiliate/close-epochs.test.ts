import { describe, expect, it } from 'vitest'
import { deskNow, openReferralDesk } from '@/lib/testing/referral-desk'
import { closeEpochs } from './close-epochs'
import { epochOf } from './epoch'

const desk = openReferralDesk()

const affiliate = `0x${'a1'.repeat(20)}` as const
const trader = `0x${'b2'.repeat(20)}` as const
const other = `0x${'c3'.repeat(20)}` as const
const day = 86_400
const code = 'FRIEND'
const epoch = epochOf(deskNow - 7 * day, 7)

describe('closing epochs', () => {
  it('pays each reward once, to both, in the epoch in which it fell due', async () => {
    const { current } = desk
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

  it('waits until the trades of the epoch are decided', async () => {
    const { current } = desk
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.indexed({ final: epoch + 7 * day })
    await current.attribute()
    expect(await closeEpochs(current.ctx)).toBe(0)
  })

  it('pays no reward twice when epochs get another length', async () => {
    const { current } = desk
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.settle()
    const config = { ...current.ctx.config, affiliateEpochDays: 1 }
    expect(await closeEpochs({ ...current.ctx, config })).toBe(2)
    expect(await closeEpochs(current.ctx)).toBe(0)
  })
})
