import { expect, test } from 'vitest'
import { listDevnetPools } from '@/lib/devnet/pools'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { openMarketDesk } from '@/lib/testing/market/market-fixture'
import { indexMarket } from './index-market'

const desk = openMarketDesk()

test.each([1, 5, 64])(
  'a reorganisation of depth %i gives the rows of a fresh index',
  async (depth) => {
    await desk.mine(70)
    for (const marketSeconds of [300, 600, 900]) await desk.trade({ marketSeconds }, 200)
    await desk.mine(10)
    await desk.trade({ marketSeconds: 1200 }, 100)
    await desk.mine(Math.max(0, depth - 2))
    await desk.trade({ marketSeconds: 1500 }, 100)
    expect(await desk.index()).toBe('at-head')
    const before = await desk.rows()
    await desk.reorganise(depth, [[{ marketSeconds: 2100 }, depth - 1]])
    expect(await desk.index()).toBe('at-head')
    const rows = await desk.rows()
    expect(rows.swaps.length).toBeGreaterThan(0)
    expect(rows.candles).not.toEqual(before.candles)
    expect(rows).toEqual(await desk.freshRows())
  },
)

test('pools are known from the block that made them', async () => {
  await desk.index()
  const rows = await desk.db.pool.findMany({ orderBy: { address: 'asc' } })
  expect(rows).toHaveLength(listDevnetPools(1).length)
  await desk.db.pool.deleteMany()
  await discoverPools(desk.ctx, { chainId: 1 })
  expect(await desk.db.pool.findMany({ orderBy: { address: 'asc' } })).toEqual(rows)
})

test('an older epoch writes nothing', async () => {
  await desk.index()
  await desk.trade({ marketSeconds: 300 }, 60)
  const before = await desk.rows()
  await desk.db.leader.updateMany({ data: { epoch: 2n } })
  await expect(desk.index()).rejects.toMatchObject({ code: 'Conflict' })
  expect(await desk.rows()).toEqual(before)
})

test('the same steps again change nothing', async () => {
  await desk.trade({ marketSeconds: 300 }, 60)
  await desk.index()
  const rows = await desk.rows()
  expect(await indexMarket(desk.ctx, { chainId: 1, epoch: 1n })).toBe('at-head')
  expect(await desk.rows()).toEqual(rows)
})
