import { describe, expect } from 'vitest'
import { fixtureNow, type ReferralFixture } from '@/lib/testing/affiliate/referral-fixture'
import { test } from '@/lib/testing/test'

let fixture: ReferralFixture

test.beforeEach(({ referrals }) => {
  fixture = referrals
})

const affiliate = `0x${'a1'.repeat(20)}` as const
const trader = `0x${'b2'.repeat(20)}` as const
const friend = `0x${'c3'.repeat(20)}` as const
const hour = 3_600
const day = 86_400
const code = 'FRIEND'

describe('attributing traders', () => {
  test('stores a row for each trade of a referred trader, and matching sums', async () => {
    const current = fixture
    const id = await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 3 * hour, usd: 700 })
    await current.trade({ trader, code, at: fixtureNow - 2 * hour, usd: 500.25 })
    await current.trade({ trader, at: fixtureNow - hour, usd: 10 })
    await current.trade({ trader: friend, at: fixtureNow - hour })
    await current.indexed({})
    expect(await current.attribute()).toMatchObject({ attributed: 1, isPartial: false })
    expect(await current.reasons()).toEqual(['eligible', 'eligible', 'no_code'])
    const [row] = await current.ctx.db.referredTrader.findMany()
    expect(row).toMatchObject({ trader, affiliateId: id, trades: 3, eligibleTrades: 2 })
    expect(row?.eligible.toString()).toBe('1200250000')
    expect(row?.volume.toString()).toBe('1210250000')
    const [sums, ...others] = await current.ctx.db.referralDay.findMany()
    expect(others).toEqual([])
    expect(sums).toMatchObject({ affiliateId: id, trader, trades: 3 })
    expect(sums?.eligible.toString()).toBe('1200250000')
  })

  test('does nothing when nothing has changed', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - hour })
    await current.indexed({})
    expect(await current.attribute()).toMatchObject({ attributed: 1 })
    expect(await current.attribute()).toMatchObject({ attributed: 0 })
    await current.trade({ trader: friend, at: fixtureNow - 10 })
    expect(await current.attribute()).toMatchObject({ attributed: 0 })
  })

  test('is safe when several processes run it concurrently', { tags: ['long-only'] }, async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    for (const usd of [10, 20, 30])
      await current.trade({ trader, code, at: fixtureNow - hour, usd })
    await current.indexed({})
    await Promise.all([current.attribute(), current.attribute(), current.attribute()])
    await current.attribute()
    const [row, ...others] = await current.ctx.db.referredTrader.findMany()
    expect(others).toEqual([])
    expect(row?.eligible.toString()).toBe('60000000')
    expect(await current.reasons()).toEqual(['eligible', 'eligible', 'eligible'])
  })

  test('reevaluates when a later trade completes a round trip, and when a reorg removes it', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 5 * hour })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['eligible'])
    const { blockHash } = await current.trade({ trader, at: fixtureNow - hour, direction: 'sell' })
    await current.attribute()
    expect(await current.reasons()).toEqual(['round_trip', 'no_code'])
    await current.ctx.db.trade.deleteMany({ where: { blockHash } })
    await current.attribute()
    expect(await current.reasons()).toEqual(['eligible'])
  })

  test('deletes a trader whose only trade with a code was reorged', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, at: fixtureNow - 2 * hour })
    const { blockHash } = await current.trade({ trader, code, at: fixtureNow - hour })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['no_code', 'late_binding'])
    await current.ctx.db.trade.deleteMany({ where: { blockHash } })
    await current.attribute()
    expect(await current.reasons()).toEqual([])
    expect(await current.ctx.db.referredTrader.count()).toBe(0)
  })

  test('finds the other side of a settlement, whoever trades it', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    const txHash = `0x${'77'.repeat(32)}` as const
    await current.trade({ trader, code, at: fixtureNow - hour, txHash })
    await current.trade({ trader: friend, at: fixtureNow - hour, txHash, direction: 'sell' })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['both_sides'])
  })

  test('detects a round trip by the returned side when the token has lost its price', async () => {
    const current = fixture
    const { ctx } = current
    await current.register({ wallet: affiliate, code })
    await ctx.db.poolCandle.deleteMany({ where: { at: { gt: BigInt(fixtureNow - day) } } })
    await current.trade({ trader, code, at: fixtureNow - day + 900, usd: 100 })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['eligible'])
    ctx.clock.set((fixtureNow + hour) * 1_000)
    await current.trade({ trader, code, at: fixtureNow + 700, usd: 95, direction: 'sell' })
    await current.indexed({ tip: fixtureNow + hour })
    await current.attribute()
    const rows = await current.trades()
    expect(
      rows.map(({ volume, undoes, eligible, reason }) => {
        return [volume?.toString(), undoes?.toString(), eligible.toString(), reason]
      }),
    ).toEqual([
      ['100000000', '100000000', '5000000', 'eligible'],
      [undefined, '95000000', '0', 'no_price'],
    ])
  })

  test('detects round trips of an account that the trader funded', {
    tags: ['long-only'],
  }, async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 3 * hour })
    await current.trade({ trader: friend, at: fixtureNow - hour, direction: 'sell' })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['eligible'])
    const timestamp = BigInt(fixtureNow - 2 * hour)
    const parties = { sender: trader, recipient: friend }
    const place = { chainId: 1, blockNumber: timestamp, timestamp, value: 100_000_000 }
    await current.ctx.db.accountFunding.create({ data: { ...place, ...parties } })
    await current.attribute()
    expect(await current.reasons()).toEqual(['funded_round_trip'])
  })

  test('reevaluates when an operator disables the code as of before the trade', async () => {
    const current = fixture
    const affiliateId = await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - hour })
    await current.indexed({})
    await current.attribute()
    const at = new Date((fixtureNow - 2 * hour) * 1_000)
    await current.ctx.db.affiliateSwitch.create({ data: { affiliateId, enabled: false, at } })
    await current.attribute()
    expect(await current.reasons()).toEqual(['disabled_code'])
  })

  test('attributes an order owned by a contract to the account that placed it', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    const contract = `0x${'e4'.repeat(20)}` as const
    await current.trade({ trader: contract, code, at: fixtureNow - hour, onchainSender: trader })
    await current.indexed({})
    await current.attribute()
    expect(await current.trades()).toMatchObject([{ trader, reason: 'eligible' }])
  })

  test('values nothing that is neither listed nor a base token', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.ctx.db.token.updateMany({ data: { listed: false } })
    await current.trade({ trader, code, at: fixtureNow - 2 * hour })
    await current.indexed({})
    await current.attribute()
    expect(await current.trades()).toMatchObject([{ volume: null, reason: 'no_price' }])
  })

  test('waits for the prices of a trade to be indexed', async () => {
    const current = fixture
    const { db } = current.ctx
    await current.register({ wallet: affiliate, code })
    const market = { number: BigInt(fixtureNow - hour), timestamp: BigInt(fixtureNow - hour) }
    await db.indexedBlock.updateMany({ where: { indexer: 'market' }, data: market })
    await current.trade({ trader, code, at: fixtureNow - 60 })
    await current.trade({ trader: friend, code, at: fixtureNow - 2 * hour })
    await current.indexed({})
    await expect(current.attribute()).rejects.toMatchObject({ code: 'InternalServerError' })
    expect(await current.trades()).toMatchObject([{ trader: friend, reason: 'eligible' }])
  })
})

describe('deciding', () => {
  const at = fixtureNow - 4 * day

  test('advances with final blocks and read transfers, without changing results', async () => {
    const current = fixture
    const { db } = current.ctx
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at, usd: 3_000 })
    await current.trade({ trader, code, at: fixtureNow - hour, usd: 40 })
    await current.indexed({ final: fixtureNow - 1_000 })
    await current.attribute()
    const before = await current.trades()
    const [undecided] = await db.referredTrader.findMany()
    expect(undecided?.decidedTo).toBe(0n)
    const [read] = await db.fundingRead.findMany()
    expect(read).toMatchObject({ trader, since: BigInt(at - day) })
    await db.fundingRead.updateMany({ data: { timestamp: BigInt(fixtureNow - 1_000) } })
    expect(await current.attribute()).toMatchObject({ attributed: 1 })
    const [decided] = await db.referredTrader.findMany()
    expect(Number(decided?.decidedTo)).toBeGreaterThan(at)
    expect(await current.trades()).toEqual(before)
    await current.trade({ trader, code, at: fixtureNow - 60, usd: 2 })
    await current.attribute()
    const [later] = await db.referredTrader.findMany()
    expect(later?.eligible.toString()).toBe('3042000000')
    expect(await current.reasons()).toEqual(['eligible', 'eligible', 'eligible'])
  })

  test('is reverted when an embedded chain that lost its last blocks is reindexed', {
    tags: ['long-only'],
  }, async () => {
    const current = fixture
    const { db } = current.ctx
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at, usd: 3_000 })
    await current.settle()
    expect(await db.referredTrader.findMany()).not.toMatchObject([{ decidedTo: 0n }])
    await db.trade.deleteMany()
    await current.trade({ trader, code, at, usd: 3_000 })
    await current.indexed({ final: fixtureNow - 5_000 })
    await current.attribute()
    expect(await current.reasons()).toEqual(['eligible'])
    const [row] = await db.referredTrader.findMany()
    expect(row).toMatchObject({ trades: 1, lastTradeAt: BigInt(at) })
  })
})
