import { expect } from 'vitest'
import { listDevnetPools } from '@/lib/devnet/embedded-networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { someOf } from '@/lib/testing/cases'
import type { MarketFixture } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import { indexMarket } from './index-market'

let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})

test.each(someOf([64, 1, 5]))(
  'a reorg of depth %i yields the rows of a fresh index',
  { tags: ['long'] },
  async (depth) => {
    await fixture.mine(70)
    for (const marketSeconds of [300, 600, 900]) await fixture.trade({ marketSeconds }, 200)
    await fixture.mine(10)
    await fixture.trade({ marketSeconds: 1200 }, 100)
    await fixture.mine(Math.max(0, depth - 2))
    await fixture.trade({ marketSeconds: 1500 }, 100)
    expect(await fixture.index()).toBe('at-head')
    const before = await fixture.rows()
    await fixture.reorganise(depth, [[{ marketSeconds: 2100 }, depth - 1]])
    expect(await fixture.index()).toBe('at-head')
    const rows = await fixture.rows()
    expect(rows.swaps.length).toBeGreaterThan(0)
    expect(rows.candles).not.toEqual(before.candles)
    expect(rows).toEqual(await fixture.freshRows())
  },
)

test('knows pools from their creation block', async () => {
  await fixture.index()
  const rows = await fixture.db.pool.findMany({ orderBy: { address: 'asc' } })
  expect(rows).toHaveLength(listDevnetPools(1).length)
  await fixture.db.pool.deleteMany()
  await discoverPools(fixture.ctx, { chainId: 1 })
  expect(await fixture.db.pool.findMany({ orderBy: { address: 'asc' } })).toEqual(rows)
})

test('a stale epoch writes nothing', async () => {
  await fixture.index()
  await fixture.trade({ marketSeconds: 300 }, 60)
  const before = await fixture.rows()
  await fixture.db.leader.updateMany({ data: { epoch: 2n } })
  await expect(fixture.index()).rejects.toMatchObject({ code: 'Conflict' })
  expect(await fixture.rows()).toEqual(before)
})

test('repeating the same steps changes nothing', async () => {
  await fixture.trade({ marketSeconds: 300 }, 60)
  await fixture.index()
  const rows = await fixture.rows()
  expect(await indexMarket(fixture.ctx, { chainId: 1, epoch: 1n })).toBe('at-head')
  expect(await fixture.rows()).toEqual(rows)
})
