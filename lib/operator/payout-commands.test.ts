import { describe, expect } from 'vitest'
import { closeEpochs } from '@/lib/affiliate/payouts/close-epochs'
import { epochOf } from '@/lib/affiliate/payouts/epoch'
import { operateOn } from '@/lib/testing/accounts/operator-fixture'
import { fixtureNow, type ReferralFixture } from '@/lib/testing/affiliate/referral-fixture'
import { test } from '@/lib/testing/test'

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
const date = new Date(epoch * 1_000).toISOString().slice(0, 10)

describe('payouts', () => {
  const tx = `0x${'5a'.repeat(32)}`
  const pay = `payouts mark-paid --epoch ${date} --reason "week" --yes`

  async function earn() {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: epoch + day, usd: 2_200 })
    await current.trade({ trader: other, code, at: epoch + day, usd: 1_000 })
    await current.settle()
    await closeEpochs(current.ctx)
    const config = { ...current.ctx.config, databaseUrl: 'postgresql://the.desk' }
    return { ...current.ctx, config }
  }

  test('are listed, and exported with one line per wallet', async () => {
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

  test('are marked as paid once, and recorded', async () => {
    const ctx = await earn()
    const line = `${pay} --wallet ${affiliate} --tx ${tx} --amount 30`
    expect(await operateOn(ctx, line)).toMatchObject({ code: 0 })
    expect(await operateOn(ctx, line)).toMatchObject({ code: 0, out: 'Nothing to change.\n' })
    const { err, code } = await operateOn(ctx, line.replace(tx, `0x${'6b'.repeat(32)}`))
    expect({ err, code }).toEqual({ err: expect.stringContaining('is already paid'), code: 1 })
    expect(await ctx.db.operatorAction.findMany()).toMatchObject([
      {
        action: 'pay-affiliate',
        target: `${date} ${affiliate}`,
        details: { amount: '30', paidTx: tx },
      },
    ])
    expect((await operateOn(ctx, 'payouts list --unpaid')).out).not.toContain(tx)
  })

  test('are not marked if the amount differs or nothing is owed', async () => {
    const ctx = await earn()
    const line = `${pay} --wallet ${affiliate} --tx ${tx} --amount 30`
    const otherSum = await operateOn(ctx, line.replace('30', '29'))
    expect({ code: otherSum.code, err: otherSum.err }).toEqual({
      code: 1,
      err: expect.stringContaining('is owed 30 dollars: export the epoch again'),
    })
    expect((await operateOn(ctx, line.replace(affiliate, `0x${'9'.repeat(40)}`))).code).toBe(1)
    expect((await operateOn(ctx, line.replace(tx, '0x12'))).code).toBe(2)
    expect(await operateOn(ctx, line.replace('--amount 30', ''))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--amount <usd> is required'),
    })
    expect((await operateOn(ctx, 'payouts list')).out).not.toContain(tx)
  })

  test('added after the export stay unpaid when the others are marked', async () => {
    const ctx = await earn()
    const late = `0x${'d4'.repeat(20)}` as const
    const current = fixture
    await current.trade({ trader: late, code, at: epoch + day, usd: 1_000 })
    // Makes the index read its blocks again.
    await ctx.db.cursor.deleteMany()
    await current.settle()
    await closeEpochs({ ...current.ctx, now: () => current.ctx.now() + 60_000 })
    const line = `${pay} --wallet ${affiliate} --tx ${tx} --amount`
    expect((await operateOn(ctx, `${line} 35`)).err).toContain('is owed 40 dollars')
    const marked = await operateOn(ctx, `${line} 30`)
    expect(marked).toMatchObject({
      code: 0,
      out: expect.stringMatching(/10 dollars,\s+added after/),
    })
    const { out } = await operateOn(ctx, `payouts export --epoch ${date} --detail --unpaid`)
    expect(out.match(/FRIEND/g)).toHaveLength(4)
    expect(out).toContain(`${date},${affiliate},affiliate,FRIEND,1,10,,${late}`)
    const { paidOut } = await ctx.db.affiliate.findFirstOrThrow()
    expect(paidOut.toNumber()).toBe(30_000_000)
  })

  test.each([
    ['soon', '--epoch <date> is required'],
    ['2026-02-31', '--epoch <date> is required'],
    ['2026-11-18', 'No epoch starts on 2026-11-18; the nearest ones start on 2026-11-16 and'],
  ])('cannot be exported for the epoch %s', async (wrong, message) => {
    const { ctx } = fixture
    const config = { ...ctx.config, databaseUrl: 'postgresql://the.desk' }
    expect(await operateOn({ ...ctx, config }, `payouts export --epoch ${wrong}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    })
  })

  test('are found for epochs of an earlier length', async () => {
    const ctx = await earn()
    const config = { ...ctx.config, affiliateEpochDays: 11 }
    const { out } = await operateOn({ ...ctx, config }, `payouts export --epoch ${date}`)
    expect(out).toContain(affiliate)
  })
})
