import { describe, expect, it } from 'vitest'
import { operateOn } from '@/lib/testing/operator-desk'
import { deskNow, openReferralDesk, type ReferralDesk } from '@/lib/testing/referral-desk'
import { closeEpochs } from './close-epochs'
import { epochOf } from './epoch'

const desk = openReferralDesk()

const affiliate = `0x${'a1'.repeat(20)}` as const
const trader = `0x${'b2'.repeat(20)}` as const
const other = `0x${'c3'.repeat(20)}` as const
const day = 86_400
const code = 'FRIEND'
const epoch = epochOf(deskNow - 7 * day, 7)
const date = new Date(epoch * 1_000).toISOString().slice(0, 10)

/** Has everything read and final until now, so that all trades of more than two days ago are decided. */
async function settle(current: ReferralDesk) {
  await current.indexed({ final: deskNow - 100 })
  await current.attribute()
  await current.ctx.db.fundingRead.updateMany({ data: { timestamp: BigInt(deskNow - 100) } })
  await current.attribute()
}

describe('closing epochs', () => {
  it('pays each reward once, to both, in the epoch in which it fell due', async () => {
    const { current } = desk
    const affiliateId = await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch - day, usd: 900 })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.trade({ trader, code, at: epoch + 7 * day, usd: 1_000 })
    await current.trade({ trader: other, code, at: epoch + 2 * day, usd: 999.999999 })
    await settle(current)
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
    await settle(current)
    const config = { ...current.ctx.config, affiliateEpochDays: 1 }
    expect(await closeEpochs({ ...current.ctx, config })).toBe(2)
    expect(await closeEpochs(current.ctx)).toBe(0)
  })
})

describe('payouts', () => {
  const tx = `0x${'5a'.repeat(32)}`
  const pay = `payouts mark-paid --epoch ${date} --reason "week" --yes`

  async function earn() {
    const { current } = desk
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.trade({ trader: other, code, at: epoch + day, usd: 1_000 })
    await settle(current)
    await closeEpochs(current.ctx)
    const environment = { ...current.ctx.config, databaseUrl: 'postgresql://the.desk' }
    return { ...current.ctx, config: environment }
  }

  it('are listed, and exported with a line for each wallet', async () => {
    const ctx = await earn()
    const { out } = await operateOn(ctx, 'payouts list --unpaid')
    expect(out.match(/FRIEND/g)).toHaveLength(4)
    const csv = await operateOn(ctx, `payouts export --epoch ${date}`)
    expect(csv.out).toBe(
      [
        'epoch,wallet,role,code,rewards,amount_usd,paid_tx',
        `${date},${affiliate},affiliate,FRIEND,3,30,`,
        `${date},${trader},trader,FRIEND,2,16,`,
        `${date},${other},trader,FRIEND,1,8,`,
        '',
      ].join('\n'),
    )
    const detail = await operateOn(ctx, `payouts export --epoch ${date} --detail`)
    expect(detail.out).toContain(`${date},${affiliate},affiliate,FRIEND,1,10,,${other}`)
  })

  it('are marked as paid once, on the record', async () => {
    const ctx = await earn()
    const line = `${pay} --wallet ${affiliate} --tx ${tx} --amount 30`
    expect(await operateOn(ctx, line)).toMatchObject({ code: 0 })
    expect(await operateOn(ctx, line)).toMatchObject({ code: 0, out: 'Nothing to show.\n' })
    const { err, code } = await operateOn(ctx, line.replace(tx, `0x${'6b'.repeat(32)}`))
    expect({ err, code }).toEqual({ err: expect.stringContaining('was paid already'), code: 1 })
    expect(await ctx.db.operatorAction.findMany()).toMatchObject([
      {
        action: 'pay-affiliate',
        target: `${date} ${affiliate}`,
        details: { amount: '30', paidTx: tx },
      },
    ])
    expect((await operateOn(ctx, 'payouts list --unpaid')).out).not.toContain(tx)
  })

  it('are not marked where the sum is another, or nothing is owed', async () => {
    const ctx = await earn()
    const line = `${pay} --wallet ${affiliate} --tx ${tx}`
    expect((await operateOn(ctx, `${line} --amount 29`)).err).toContain('is owed 30 dollars')
    expect((await operateOn(ctx, line.replace(affiliate, `0x${'9'.repeat(40)}`))).code).toBe(1)
    expect((await operateOn(ctx, line.replace(tx, '0x12'))).code).toBe(2)
    expect((await operateOn(ctx, line.replace(date, 'soon'))).code).toBe(2)
    expect((await operateOn(ctx, 'payouts list')).out).not.toContain(tx)
  })
})
