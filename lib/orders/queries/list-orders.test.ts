import { beforeAll, describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Database, openDatabase } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { insertTrade, testOrder } from '@/lib/testing/test-order'
import { getOrder, listAccountOrders, listOrders, listTransactionOrders } from './list-orders'
import type { OrderDetails } from './order-details'

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

const uidsOf = (orders: readonly OrderDetails[]) => orders.map(({ order }) => order.uid)
const listed = async (owner: Address, offset: number, limit: number) =>
  uidsOf(await listAccountOrders(ctx, { chainId: 1, owner, page: { offset, limit } }))

describe('an order', () => {
  test('includes its app data document and its quote', async () => {
    const hash: Hex = `0x${'ab'.repeat(32)}`
    await ctx.db.appData.create({ data: { hash, document: '{"x":1}' } })
    const { uid } = await placed({ appData: hash })
    const large = String(2n ** 200n + 1n)
    const amounts = { sellAmount: large, buyAmount: '2', feeAmount: '3' }
    const gas = { gasAmount: 21_000.5, gasPrice: 1e9, sellTokenPrice: 2.5e-10 }
    const metadata = { slippageBips: 50 }
    await ctx.db.orderQuote.create({
      data: { orderUid: uid, ...amounts, ...gas, verified: true, metadata },
    })
    const quote = {
      sellAmount: BigInt(large),
      buyAmount: 2n,
      feeAmount: 3n,
      ...gas,
      verified: true,
      metadata,
    }
    expect(await getOrder(ctx, { chainId: 1, uid })).toMatchObject({
      order: { uid },
      fullAppData: '{"x":1}',
      quote,
    })
    await expect(getOrder(ctx, { chainId: 100, uid })).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('includes its refund transaction', async () => {
    const { uid } = await placed({ onchainSender: `0x${'5e'.repeat(20)}` })
    const txHash: Hex = `0x${'ef'.repeat(32)}`
    await ctx.db.orderRefund.create({
      data: {
        chainId: 1,
        blockHash: txHash,
        logIndex: 0,
        blockNumber: 5n,
        timestamp: 5n,
        txHash,
        orderUid: uid,
        refunder: `0x${'5e'.repeat(20)}`,
      },
    })
    expect(await getOrder(ctx, { chainId: 1, uid })).toMatchObject({ refundTxHash: txHash })
  })
})

describe('orders by their uids', () => {
  test('lists each once, without those unknown on the network', async () => {
    const [first, second] = [await placed(), await placed()]
    const other = await placed({ chainId: 100 })
    const unknown: Hex = `0x${'00'.repeat(56)}`
    const uids = [first.uid, second.uid, first.uid, unknown, other.uid]
    expect(uidsOf(await listOrders(ctx, { chainId: 1, uids }))).toEqual([first.uid, second.uid])
  })
})

describe("an account's orders", () => {
  test('are listed by page, newest first, on one network', async () => {
    const owner = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
    const orders = [await placed({ owner }), await placed({ owner }), await placed({ owner })]
    await placed({ owner, chainId: 100 })
    const newestFirst = orders.map(({ uid }) => uid).reverse()
    expect(await listed(owner, 0, 10)).toEqual(newestFirst)
    expect(await listed(owner, 1, 1)).toEqual([newestFirst[1]])
    expect(await listed(owner, 3, 10)).toEqual([])
  })

  test('include orders it owns and orders it placed on chain, each once', async () => {
    const account = `0x${'ac'.repeat(20)}` as const
    const contract = `0x${'c0'.repeat(20)}` as const
    const own = await placed({ owner: account })
    const placedOnChain = await placed({ owner: contract, onchainSender: account })
    const both = await placed({ owner: account, onchainSender: account })
    expect(await listed(account, 0, 10)).toEqual([both.uid, placedOnChain.uid, own.uid])
    expect(await listed(account, 1, 1)).toEqual([placedOnChain.uid])
    expect(await listed(contract, 0, 10)).toEqual([placedOnChain.uid])
  })

  test('of a transaction are those it filled', async () => {
    const { uid } = await placed()
    await insertTrade(ctx.db, { uid, block: 77, sellAmount: 100n, buyAmount: 200n })
    await ctx.db.$transaction((tx) => refreshOrders(tx, { uids: [uid], nowSeconds: 0 }))
    const { txHash } = await ctx.db.trade.findFirstOrThrow({ where: { orderUid: uid } })
    const list = (chainId: number) => listTransactionOrders(ctx, { chainId, txHash: txHash as Hex })
    expect(uidsOf(await list(1))).toEqual([uid])
    expect(await list(100)).toEqual([])
  })
})

describe('pages deep in an account’s list', () => {
  const owner: Address = `0x${'0e'.repeat(20)}`
  const count = 12_000

  beforeAll(async () => {
    const template = testOrder({ owner })
    await insertOrder(ctx.db, template)
    // Three orders share each timestamp, so that some pages end between orders of the same time.
    await ctx.db.$executeRaw`
      INSERT INTO orders SELECT copy.* FROM orders o, generate_series(1, ${count - 1}) n,
        jsonb_populate_record(o, jsonb_build_object(
          'uid', '0x' || lpad(to_hex(n + 100000), 64, '0') || substr(o.uid, 67),
          'created_at', timestamptz '2024-01-01' + (n / 3) * interval '1 second')) copy
      WHERE o.uid = ${template.uid}`
    await ctx.db.$executeRaw`ANALYZE orders`
  })

  test('return every order once, in sequence, by offset or keyset', async () => {
    const pages: string[] = []
    for (let offset = 0; offset < count; offset += 1_000) {
      pages.push(...(await listed(owner, offset, 1_000)))
    }
    expect(new Set(pages).size).toBe(count)
    const fresh = createTestContext({ db: database.db })
    const page = { offset: 7_500, limit: 100 }
    const counted = await listAccountOrders(fresh, { chainId: 1, owner, page })
    expect(pages.slice(7_500, 7_600)).toEqual(uidsOf(counted))
  })

  test('continue where the last page ended, even when the list has grown', async () => {
    const before = await listed(owner, 3_000, 500)
    await placed({ owner, createdAt: new Date('2026-01-01') })
    const next = await listed(owner, 3_500, 500)
    expect(before).not.toContain(next[0])
    ctx.clock.advance(61_000)
    expect((await listed(owner, 3_500, 500))[0]).toBe(before.at(-1))
  })

  test('read no rows before their own', async () => {
    // One connection, which counts its own reads.
    const db = openDatabase({ url: database.url, connections: 1 })
    const single = createTestContext({ db })
    const read = (offset: number, limit: number) =>
      listAccountOrders(single, { chainId: 1, owner, page: { offset, limit } })
    const cost = async (offset: number, limit: number) => {
      const before = await rowsRead(db)
      await read(offset, limit)
      return (await rowsRead(db)) - before
    }
    const first = await cost(0, 10)
    const counted = await cost(10_000, 10)
    const sought = await cost(10_010, 10)
    await db.$disconnect()
    expect(first).toBeLessThan(100)
    expect(counted).toBeGreaterThan(10_000)
    expect(sought).toBeLessThan(first + 20)
  })
})

/** Counts the orders and index entries that this connection's queries have read so far. */
async function rowsRead(db: Database): Promise<number> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`
  const [row] = await db.$queryRaw<{ rows: bigint }[]>`
    SELECT seq_tup_read + (
      SELECT sum(idx_tup_read)::bigint FROM pg_stat_user_indexes i WHERE i.relid = t.relid
    ) AS rows FROM pg_stat_user_tables t WHERE relname = 'orders'`
  return Number(row?.rows ?? 0)
}
