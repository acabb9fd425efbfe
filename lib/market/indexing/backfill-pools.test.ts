import { expect } from 'vitest'
import type { MarketFixture } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { backfillPools } from './backfill-pools'
import { indexMarket } from './index-market'

const leadership = { chainId: 1, epoch: 1n }
let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})

/** A network without an embedded chain. */
function openContext() {
  return createTestContext({ db: fixture.db, rpcUrls: new Map([[1, fixture.network.rpcUrl]]) })
}

test('a backfilled pool has the rows of one known from the start', async () => {
  for (let round = 1; round <= 12; round++) await fixture.trade({ marketSeconds: 300 * round }, 173)
  await fixture.mine(70, 1)
  for (let round = 13; round <= 15; round++) await fixture.trade({ marketSeconds: 300 * round }, 20)
  const ctx = openContext()
  await repeat(
    () => indexMarket(ctx, leadership),
    (state) => state !== 'behind',
  )
  const rows = await fixture.rows()
  const { pool } = rows.swaps[0] ?? { pool: '' }
  await fixture.db.pool.updateMany({ where: { address: pool }, data: { createdBlock: 0n } })
  await fixture.db.poolSwap.deleteMany({ where: { pool } })
  await fixture.db.poolCandle.deleteMany({ where: { pool } })
  expect(await backfillPools(ctx, leadership)).toBe(true)
  expect(await fixture.rows()).toEqual(rows)
  expect(await backfillPools(ctx, leadership)).toBe(false)
  expect(await backfillPools(openContext(), leadership)).toBe(false)
})

test('a stale epoch backfills nothing', { tags: ['long-only'] }, async () => {
  const ctx = openContext()
  await repeat(
    () => indexMarket(ctx, leadership),
    (state) => state !== 'behind',
  )
  await fixture.db.pool.updateMany({ data: { createdBlock: 0n } })
  const older = { chainId: 1, epoch: 0n }
  await expect(backfillPools(ctx, older)).rejects.toMatchObject({ code: 'Conflict' })
})
