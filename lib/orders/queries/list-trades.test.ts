import { beforeAll, describe, expect } from 'vitest'
import type { TradeFilter } from '@/lib/chain-events/trade-query'
import type { Address } from '@/lib/core/address'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { insertTrade, testOrder } from '@/lib/testing/test-order'
import { listTradesPage } from './list-trades'

let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>

test.beforeAll(({ database: empty }) => {
  database = empty
  ctx = createTestContext({ db: database.db })
})

async function placed(change: Partial<NewOrder> = {}): Promise<NewOrder> {
  const order = testOrder(change)
  await insertOrder(ctx.db, order)
  return order
}

const fill = ({ uid }: NewOrder, block: number, chainId = 1) =>
  insertTrade(ctx.db, { uid, block, chainId, sellAmount: 10n, buyAmount: 20n, feeAmount: 1n })

async function blocks(filter: TradeFilter, offset = 0, limit = 10, asked = ctx): Promise<number[]> {
  const trades = await listTradesPage(asked, { chainId: 1, filter, page: { offset, limit } })
  return trades.map(({ blockNumber }) => Number(blockNumber))
}

describe('trades', () => {
  test('of an order are listed newest first, by page, on one network', async () => {
    const order = await placed()
    for (const block of [3, 1, 2]) await fill(order, block)
    await fill(order, 9, 100)
    const filter = { orderUid: order.uid }
    expect(await blocks(filter)).toEqual([3, 2, 1])
    expect(await blocks(filter, 1, 1)).toEqual([2])
    const [trade] = await listTradesPage(ctx, {
      chainId: 1,
      filter,
      page: { offset: 0, limit: 1 },
    })
    expect(trade).toMatchObject({
      orderUid: order.uid,
      owner: order.owner,
      sellAmount: 10n,
      buyAmount: 20n,
      feeAmount: 1n,
      timestamp: 1_700_000_003,
    })
  })

  test('of an account cover orders it owns or placed on chain, each once', async () => {
    const account = `0x${'ac'.repeat(20)}` as const
    const contract = `0x${'c0'.repeat(20)}` as const
    await fill(await placed({ owner: account }), 11)
    await fill(await placed({ owner: contract, onchainSender: account }), 12)
    await fill(await placed({ owner: account, onchainSender: account }), 13)
    expect(await blocks({ owner: account })).toEqual([13, 12, 11])
    expect(await blocks({ owner: account }, 1, 1)).toEqual([12])
    expect(await blocks({ owner: contract })).toEqual([12])
  })
})

describe('pages deep in an account’s trades', () => {
  const owner: Address = `0x${'0e'.repeat(20)}`
  const count = 5_000

  beforeAll(async () => {
    const order = await placed({ owner })
    await fill(order, 1)
    await ctx.db.$executeRaw`
      INSERT INTO trades SELECT copy.* FROM trades t, generate_series(1, ${count}) n,
        jsonb_populate_record(t, jsonb_build_object(
          'block_hash', '0x' || lpad(to_hex(1000 + n / 3), 64, '0'),
          'block_number', 1000 + n / 3, 'log_index', n % 3)) copy
      WHERE t.order_uid = ${order.uid}`
    await ctx.db.$executeRaw`ANALYZE trades`
  })

  test('continue where the last page ended and match offset pagination', async () => {
    const fresh = createTestContext({ db: database.db })
    await blocks({ owner }, 2_000, 500)
    const sought = await blocks({ owner }, 2_500, 500)
    expect(sought).toHaveLength(500)
    expect(sought).toEqual(await blocks({ owner }, 2_500, 500, fresh))
  })
})
