import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect } from 'vitest'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { dependencyDown } from '@/lib/core/errors'
import { defaultSettlement } from '@/lib/core/networks'
import { notificationId } from '@/lib/notifications/notification-id'
import { placeOrder } from '@/lib/orders/placement/place-order'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { crossOrders, send, signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { testLeadership } from '@/lib/testing/chain/index-fixture'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

// Invariants that no query can decide: 12, 20, 21 and 22 of docs/reconciliation.md.

test('12: ids of notifications follow from the chain, whenever and through whichever faults it is read', async ({
  indexer,
  nodes: [node],
}) => {
  const orders = await signOppositeOrders(indexer.network)
  await indexer.place(orders)
  await indexer.index()
  await send(indexer.network, crossOrders(indexer.network, { orders }))
  const ctx = indexer.context([node.url])
  ctx.clock.set(Date.now())
  for (const method of ['eth_getLogs', 'eth_getTransactionByHash', 'eth_getBlockByNumber']) {
    node.behave({ refuses: { [method]: 'busy' } })
    await expect(indexBlocks(ctx, testLeadership)).rejects.toThrow()
    ctx.clock.advance(3_600_000)
  }
  node.behave({})
  await repeat(
    () => indexBlocks(ctx, testLeadership),
    (state) => state === 'at-head',
  )
  const trades = await ctx.chain(1).client.getContractEvents({
    ...{ address: defaultSettlement, abi: settlementAbi, eventName: 'Trade' },
    ...{ fromBlock: 0n, strict: true },
  })
  const own = trades.filter(({ args }) => orders.some(({ uid }) => uid === args.orderUid))
  expect((await indexer.notified()).map(({ id }) => id)).toEqual(
    own.map(({ args, blockHash, logIndex }) =>
      notificationId(
        { type: 'order_filled', chainId: 1, orderUid: args.orderUid },
        { blockHash, logIndex },
      ),
    ),
  )
})

test('20: every acknowledged order exists, however often sessions are cut', async ({ orders }) => {
  const { ctx, database } = orders
  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  const cut = () =>
    admin.query(
      `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  const signed = await Promise.all(Array.from({ length: 36 }, () => orders.sign()))
  const acknowledged: string[] = []
  let failures = 0
  for (let start = 0; start < signed.length; start += 6) {
    // From another moment of the placements each time until they have ended, and never in every second group.
    let hasEnded = start % 12 !== 0
    const cutting = (async () => {
      await delay(3 + start)
      while (!hasEnded) {
        await cut()
        await delay(5)
      }
    })()
    await Promise.all(
      signed.slice(start, start + 6).map(async (input) => {
        try {
          acknowledged.push(await placeOrder(ctx, input))
        } catch {
          failures += 1
        }
      }),
    )
    hasEnded = true
    await cutting
  }
  const stored = await admin.query<{ uid: string }>('SELECT uid FROM orders')
  await admin.end()
  const uids = new Set(stored.rows.map(({ uid }) => uid))
  expect(acknowledged.filter((uid) => !uids.has(uid))).toEqual([])
  expect([acknowledged.length > 0, failures > 0]).toEqual([true, true])
  // What was not acknowledged may exist: a repetition says which.
  for (const input of signed) {
    const uid = await placeOrder(ctx, input).catch((error: { code?: string }) => error.code)
    expect(uid === 'DuplicatedOrder' || uid?.startsWith('0x')).toBe(true)
  }
  expect(await database.db.order.count()).toBe(signed.length)
})

test('21: an order, the lists of its account and its trades agree', async ({ reads }) => {
  const { uid, owner } = await reads.place(1, { buyAmount: 10n ** 6n })
  const statusesOf = async () => {
    const one = await reads.get(`v1/orders/${uid}`)
    const list = await reads.get(`v1/account/${owner}/orders?limit=1000`)
    const trades = await reads.get(`v1/trades?orderUid=${uid}`)
    const listed = list.body.find((order: { uid: string }) => order.uid === uid)
    const sold = trades.body.reduce(
      (sum: bigint, trade: { sellAmount: string }) => sum + BigInt(trade.sellAmount),
      0n,
    )
    expect(listed).toMatchObject({
      status: one.body.status,
      executedSellAmount: one.body.executedSellAmount,
    })
    expect(String(sold)).toBe(one.body.executedSellAmount)
    return one.body.status
  }
  expect(await statusesOf()).toBe('open')
  expect((await reads.settle()).state).toBe('mined')
  await reads.index()
  expect(await statusesOf()).toBe('fulfilled')
  await reads.rpc('anvil_reorg', [1, []])
  await reads.rpc('anvil_mine', ['0x2'])
  await reads.index()
  expect(await statusesOf()).toBe('open')
})

describe('22', () => {
  /** Seconds after which the answer is computed again, and until which it may be served while its source is down. */
  const fresh = 60
  const useless = 660

  test.for([1, 2, 3])(
    'a cached body is one that was computed, and no error is kept: history %i',
    async (seed, { answers }) => {
      const { ctx, get } = await answers.open()
      let state = seed
      const chance = () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return state / 2_147_483_648
      }
      const path = `/1/tokens/0x${'ab'.repeat(20)}/worth`
      let isDown = false
      answers.source.compute = async () => {
        if (isDown) throw dependencyDown('the chain', new Error('refused'))
        return { worth: String(ctx.now()) }
      }
      for (let step = 0; step < 150; step++) {
        ctx.clock.advance(3_000 + Math.floor(chance() * 120_000))
        isDown = chance() < 0.6
        const { status, headers, text } = await get(path)
        if (status !== 200) {
          expect([status, isDown, headers.get('cache-control')]).toEqual([500, true, 'no-store'])
          continue
        }
        const age = Number(headers.get('age'))
        const { worth } = JSON.parse(text) as { worth: string }
        expect(Math.floor((ctx.now() - Number(worth)) / 1_000)).toBe(age)
        expect(age).toBeLessThan(isDown ? useless : fresh)
      }
    },
  )
})
