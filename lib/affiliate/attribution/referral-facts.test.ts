import { describe, expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { packOldAuctions } from '@/lib/settlements/lifecycle/pack-old-auctions'
import { fixtureNow, type ReferralFixture } from '@/lib/testing/affiliate/referral-fixture'
import { insertSettlement } from '@/lib/testing/auctions/auction-rows'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { attributeTraders } from './attribute-traders'

let fixture: ReferralFixture

test.beforeEach(({ referrals }) => {
  fixture = referrals
})

const affiliate = `0x${'a1'.repeat(20)}` as const
const trader = `0x${'b2'.repeat(20)}` as const
const friend = `0x${'c3'.repeat(20)}` as const
const hour = 3_600
const code = 'FRIEND'

describe('attribution facts', () => {
  test('identify the settlement: an order settled by others neither counts nor affects the binding', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 3 * hour, isOurs: false })
    await current.trade({ trader, code, at: fixtureNow - 2 * hour, usd: 30 })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['not_ours', 'eligible'])
    expect(await current.ctx.db.referredTrader.findMany()).toMatchObject([{ trades: 1 }])
  })

  test('identify the order: in our settlement, other books’ orders do not count', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    const txHash = `0x${'77'.repeat(32)}` as const
    await current.trade({ trader: friend, at: fixtureNow - hour, txHash })
    await current.trade({ trader, code, at: fixtureNow - hour, txHash, isOurs: false })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['not_ours'])
  })

  test('identify the settlement of a packed auction', async () => {
    const current = fixture
    const { db } = current.ctx
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 2 * hour, usd: 30 })
    await current.trade({ trader, code, at: fixtureNow - hour, usd: 30, isOurs: false })
    const [auction] = await db.auction.findMany({ include: { solutions: true } })
    const [settled, other] = await db.trade.findMany({ orderBy: { blockNumber: 'asc' } })
    if (!auction || !settled || !other) throw new Error('nothing was traded')
    await db.solution.updateMany({ data: { orders: [{ id: settled.orderUid }] } })
    await db.auction.updateMany({ data: { orderCount: 1 } })
    // Any solver's settlement may name the auction.
    for (const { txHash } of [settled, other])
      await insertSettlement(db, {
        chainId: auction.chainId,
        auctionId: auction.id,
        txHash: txHash as Hex,
      })
    const batch = {
      before: new Date(fixtureNow * 1_000),
      limit: 9,
      now: Date.now() + 48 * hour * 1_000,
    }
    expect(await packOldAuctions(db, batch)).toBe(1)
    expect(await db.settlementTransaction.count()).toBe(0)
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['eligible', 'not_ours'])
  })

  test.each([
    ['an order of the trader pays it', { receiver: friend }, {}],
    ['its order pays the trader', {}, { receiver: trader }],
  ])('link another account where %s', async (_, first, second) => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 2 * hour, ...first })
    await current.trade({ trader: friend, at: fixtureNow - hour, direction: 'sell', ...second })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['funded_round_trip'])
  })

  test.each([
    [9.99, 'eligible'],
    [10, 'funded_round_trip'],
  ])('link another account that receives %d dollars from an order: %s', async (usd, reason) => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 2 * hour, usd, receiver: friend })
    await current.trade({ trader: friend, at: fixtureNow - hour, direction: 'sell' })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual([reason])
  })

  test('link another account by a transfer on another network', async () => {
    const current = fixture
    const { db } = current.ctx
    const { rpcUrl } = current.ctx.chain(1)
    const ctx = createTestContext({
      db,
      rpcUrls: new Map([1, 100].map((chainId) => [chainId, rpcUrl])),
      now: fixtureNow * 1_000,
      environment: { EMBEDDED_CHAIN_IDS: '1,100' },
    })
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 3 * hour })
    await current.trade({ trader: friend, at: fixtureNow - hour, direction: 'sell' })
    await current.indexed({})
    await attributeTraders(ctx)
    expect(await current.reasons()).toEqual(['eligible'])
    const reads = await db.fundingRead.findMany({ orderBy: { chainId: 'asc' } })
    const since = BigInt(fixtureNow - 27 * hour)
    expect(reads).toMatchObject([1, 100].map((chainId) => ({ chainId, trader, since })))
    const timestamp = BigInt(fixtureNow - 2 * hour)
    const place = { chainId: 100, blockNumber: 7n, timestamp, value: 100_000_000 }
    await db.accountFunding.create({ data: { ...place, sender: trader, recipient: friend } })
    await attributeTraders(ctx)
    expect(await current.reasons()).toEqual(['funded_round_trip'])
  })

  test('link no account where an order pays the account that placed it through a contract', async () => {
    const current = fixture
    await current.register({ wallet: affiliate, code })
    const contract = `0x${'e4'.repeat(20)}` as const
    const placed = { trader: contract, onchainSender: trader, receiver: trader }
    await current.trade({ ...placed, code, at: fixtureNow - 2 * hour })
    await current.trade({ trader: contract, at: fixtureNow - hour, direction: 'sell' })
    await current.indexed({})
    await current.attribute()
    expect(await current.reasons()).toEqual(['eligible'])
  })
})

describe('rows and sums', () => {
  test('match after a network was removed from the configuration', async () => {
    const current = fixture
    const { db } = current.ctx
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 3 * hour, usd: 70 })
    const elsewhere = await current.trade({ trader, code, at: fixtureNow - 2 * hour, usd: 50 })
    await current.indexed({})
    await current.attribute()
    expect(await db.referredTrader.findMany()).toMatchObject([{ trader, trades: 2 }])
    const { logIndex } = elsewhere
    await db.referralTrade.deleteMany({ where: { logIndex } })
    await db.trade.updateMany({ where: { logIndex }, data: { chainId: 100 } })
    await db.$executeRaw`
      INSERT INTO referral_trades SELECT t.chain_id, t.block_hash, t.log_index, t.block_number,
        t.timestamp, r.trader, r.code, r.affiliate_id, 50000000, 50000000, 50000000,
        r.reason
      FROM trades t, referral_trades r WHERE t.chain_id = 100`
    await current.attribute()
    const rows = await current.trades()
    expect(rows).toMatchObject([{ chainId: 1, reason: 'eligible' }])
    const [row] = await db.referredTrader.findMany()
    expect(row).toMatchObject({ trades: 1 })
    expect(row?.eligible.toString()).toBe('70000000')
    const days = await db.referralDay.findMany()
    expect(days.map(({ eligible }) => eligible.toString())).toEqual(['70000000'])
  })

  test('follow a trade whose order was placed by another account', async () => {
    const current = fixture
    const { db } = current.ctx
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 3 * hour, usd: 70 })
    const moved = await current.trade({ trader, code, at: fixtureNow - 2 * hour, usd: 50 })
    await current.trade({ trader: friend, code, at: fixtureNow - hour, usd: 20 })
    await current.indexed({})
    await current.attribute()
    const { orderUid: uid } = await db.trade.findUniqueOrThrow({
      where: { chainId_blockHash_logIndex: moved },
    })
    await db.order.update({ where: { uid }, data: { onchainSender: friend } })
    await current.attribute()
    const sums = await db.referredTrader.findMany({ orderBy: { trader: 'asc' } })
    expect(sums.map((row) => [row.trader, row.eligible.toString()])).toEqual([
      [trader, '70000000'],
      [friend, '70000000'],
    ])
    const owners = (await current.trades()).map((row) => row.trader)
    expect(owners).toEqual([trader, friend, friend])
  })
})

describe('an attribution run', () => {
  test('loads nothing for unchanged traders, and continues after a failure', async () => {
    const current = fixture
    const { db } = current.ctx
    await current.register({ wallet: affiliate, code })
    await current.trade({ trader, code, at: fixtureNow - 3 * hour })
    await current.trade({ trader: friend, code, at: fixtureNow - 3 * hour })
    await current.indexed({})
    await current.attribute()
    // No version has written this state, so decoding fails.
    await db.referredTrader.update({ where: { trader }, data: { decided: { spoilt: true } } })
    expect(await current.attribute()).toEqual({ attributed: 0, isPartial: false })
    await current.trade({ trader, code, at: fixtureNow - 2 * hour })
    await current.trade({ trader: friend, code, at: fixtureNow - 2 * hour })
    await expect(current.attribute()).rejects.toThrow()
    expect(await db.referralTrade.count({ where: { trader: friend } })).toBe(2)
    expect(await db.referralTrade.count({ where: { trader } })).toBe(1)
  })

  test('reevaluates traders of any network that lost final blocks, and no others', async () => {
    const current = fixture
    const { db } = current.ctx
    const live = createTestContext({
      db,
      rpcUrls: new Map([[1, current.ctx.chain(1).rpcUrl]]),
      now: fixtureNow * 1_000,
    })
    await current.register({ wallet: affiliate, code })
    const at = fixtureNow - 4 * 86_400
    const { blockHash } = await current.trade({ trader, code, at, usd: 70 })
    await current.trade({ trader, code, at: at + 60, usd: 20 })
    await current.settle()
    const elsewhere = { decidedTo: BigInt(fixtureNow), lastTradeAt: 0n, updatedAt: new Date() }
    const id = (await db.affiliate.findFirstOrThrow()).id
    await db.referredTrader.create({ data: { trader: friend, affiliateId: id, ...elsewhere } })
    await db.trade.deleteMany({ where: { blockHash } })
    await current.indexed({ tip: fixtureNow - 5_000, final: fixtureNow - 9_000 })
    await attributeTraders(live)
    const rows = await db.referredTrader.findMany({ orderBy: { trader: 'asc' } })
    expect(rows.map(({ decidedTo }) => decidedTo)).toEqual([0n, BigInt(fixtureNow)])
    await attributeTraders(live)
    expect(await current.trades()).toMatchObject([{ trader, reason: 'eligible' }])
    const [row] = await db.referredTrader.findMany({ where: { trader } })
    expect(row?.eligible.toString()).toBe('20000000')
  })
})
