import fc from 'fast-check'
import { toHex } from 'viem'
import { expect } from 'vitest'
import { deleteIdleFundingReads } from '@/lib/affiliate/funding/funding-store'
import { fixtureNow, type ReferralFixture } from '@/lib/testing/affiliate/referral-fixture'
import { cases } from '@/lib/testing/cases'
import { test } from '@/lib/testing/test'

let fixture: ReferralFixture

test.beforeEach(({ referrals }) => {
  fixture = referrals
})

const accounts = ['b2', 'c3', 'd4'].map((byte) => `0x${byte.repeat(20)}` as const)
const affiliate = `0x${'a1'.repeat(20)}` as const
const codes = ['FIRST', 'OTHER', 'NOBODY', undefined]
const hour = 3_600
/** Age below which blocks may still be reorged. */
const unfinal = 2 * hour

const account = fc.constantFrom(...accounts)
const trade = fc.record({
  kind: fc.constant('trade' as const),
  trader: account,
  code: fc.constantFrom(...Array.from({ length: 9 }, () => 'FIRST'), ...codes),
  direction: fc.constantFrom('buy' as const, 'buy' as const, 'sell' as const),
  usd: fc.integer({ min: 1, max: 3_000 }),
  receiver: fc.option(account, { nil: undefined, freq: 4 }),
  isOurs: fc.constantFrom(...Array.from({ length: 9 }, () => true), false),
  isShared: fc.boolean(),
})
const event = fc.oneof(
  { weight: 6, arbitrary: trade },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('funding' as const),
      sender: account,
      recipient: account,
      usd: fc.integer({ min: 10, max: 3_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('switch' as const), enabled: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reorganisation' as const) }) },
)
const step = fc.record({
  hours: fc.constantFrom(0, 1, 1, 5, 11, 24),
  event,
  runs: fc.constantFrom(true, false, false),
})

type Event = Parameters<Parameters<typeof event.map>[0]>[0]

async function happen(current: ReferralFixture, happening: Event, at: number): Promise<void> {
  const { db } = current.ctx
  if (happening.kind === 'trade') {
    const { kind, isShared, receiver, ...facts } = happening
    const day = Math.floor(at / 86_400)
    const shared = isShared ? { txHash: toHex(day, { size: 32 }) } : {}
    await current.trade({ ...facts, ...shared, ...(receiver ? { receiver } : {}), at })
  } else if (happening.kind === 'funding') {
    const { sender, recipient, usd } = happening
    const timestamp = BigInt(at)
    const value = String(usd * 1e6)
    const row = { chainId: 1, sender, recipient, blockNumber: timestamp, timestamp, value }
    await db.accountFunding.createMany({ data: [row], skipDuplicates: true })
  } else if (happening.kind === 'switch') {
    const first = await db.affiliate.findFirstOrThrow({ where: { code: 'FIRST' } })
    const { enabled } = happening
    await db.affiliateSwitch.create({
      data: { affiliateId: first.id, enabled, at: new Date(at * 1_000) },
    })
  } else {
    await db.trade.deleteMany({ where: { timestamp: { gt: BigInt(at - unfinal) } } })
  }
}

/** Attributes with blocks older than two hours as final and all transfers up to then read. */
async function attributeAt(current: ReferralFixture, at: number): Promise<void> {
  const final = at - unfinal
  await current.indexed({ tip: at, final })
  await current.attribute()
  await current.ctx.db.fundingRead.updateMany({
    where: { timestamp: { lt: BigInt(final) } },
    data: { timestamp: BigInt(final) },
  })
  await current.attribute()
  await deleteIdleFundingReads(current.ctx.db)
}

async function rowsOf({ ctx: { db } }: ReferralFixture) {
  const trades = await db.referralTrade.findMany({
    orderBy: [{ timestamp: 'asc' }, { logIndex: 'asc' }],
  })
  const traders = await db.referredTrader.findMany({ orderBy: { trader: 'asc' } })
  return {
    trades,
    traders: traders.map(({ decidedTo, decided, fingerprint, updatedAt, ...trader }) => trader),
    days: await db.referralDay.findMany({ orderBy: [{ trader: 'asc' }, { day: 'asc' }] }),
    affiliateDays: await db.affiliateDay.findMany({
      where: { trades: { gt: 0 } },
      orderBy: [{ affiliateId: 'asc' }, { day: 'asc' }],
    }),
  }
}

async function freshRows(current: ReferralFixture) {
  const { db } = current.ctx
  await db.referralTrade.deleteMany()
  await db.referredTrader.deleteMany()
  await db.referralDay.deleteMany()
  await db.affiliateDay.deleteMany()
  await db.fundingRead.deleteMany()
  await db.cursor.deleteMany()
  await current.attribute()
  return rowsOf(current)
}

test('rows maintained through reorgs and switches equal those of a fresh run at the end', {
  tags: ['long'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 14 }), async (steps) => {
      const current = fixture
      const { ctx } = current
      await current.clear()
      await current.register({ wallet: affiliate, code: 'FIRST' })
      await current.register({ wallet: accounts[2] ?? affiliate, code: 'OTHER' })
      let at = fixtureNow
      await current.indexed({ tip: at })
      for (const { hours, event, runs } of steps) {
        at += hours * hour + 7
        ctx.clock.set(at * 1_000)
        await happen(current, event, at)
        if (runs) await attributeAt(current, at)
      }
      await attributeAt(current, at)
      const rows = await rowsOf(current)
      expect(rows).toEqual(await freshRows(current))
      const sums = rows.days.reduce((sum, { eligible }) => sum + Number(eligible), 0)
      const total = rows.traders.reduce((sum, { eligible }) => sum + Number(eligible), 0)
      const counted = rows.trades.reduce((sum, { eligible }) => sum + Number(eligible), 0)
      expect([sums, counted]).toEqual([total, total])
    }),
    { seed: 62, numRuns: cases(1, 3) },
  )
})
