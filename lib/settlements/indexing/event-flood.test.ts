import { toHex } from 'viem'
import { expect } from 'vitest'
import type { BlockHeader } from '@/lib/chain/block'
import type { IndexedEvent } from '@/lib/chain-events/contract-event'
import type { Context } from '@/lib/context'
import { nativeOrdersContract } from '@/lib/core/networks'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { applyBlocks } from './apply-blocks'
import { indexerRole } from './indexer-role'

const leadership = { chainId: 1, epoch: 1n }
const sender = `0x${'5e'.repeat(20)}` as const
const timestamp = 1_700_000_000

let database: TestDatabase
let ctx: Context
let statements = 0

test.beforeAll(async ({ database: empty }) => {
  database = empty
  await database.db.leader.create({ data: { role: indexerRole(1), epoch: 1n } })
  const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
  const db = database.db.$extends({
    query: {
      $allOperations({ args, query }) {
        statements += 1
        return query(args)
      },
    },
  })
  ctx = createTestContext({ db: db as unknown as Context['db'], rpcUrls })
})

const hash = (number: number) => toHex(number, { size: 32 })

function header(number: number): BlockHeader {
  return { number: BigInt(number), hash: hash(number), parentHash: hash(number - 1), timestamp }
}

/** Places orders from block `first` + 1 on, cancels them in the next one, then rolls everything back and repeats it. */
async function flood(first: number, count: number) {
  const orders = Array.from({ length: count }, () =>
    testOrder({ owner: nativeOrdersContract, signingScheme: 'eip1271' }),
  )
  const place = (block: number, logIndex: number) => {
    const where = { blockNumber: BigInt(block), blockHash: hash(block), txHash: hash(logIndex) }
    return { ...where, logIndex, timestamp }
  }
  const placements = orders.map(({ uid, ...order }, index): IndexedEvent => {
    const facts = { orderUid: uid, contract: nativeOrdersContract, sender, order, terms: {} }
    return { kind: 'placement', ...place(first + 1, index), ...facts }
  })
  const invalidations = orders.map(({ uid }, index): IndexedEvent => {
    const facts = { orderUid: uid, owner: nativeOrdersContract }
    return { kind: 'invalidation', ...place(first + 2, index), ...facts }
  })
  const [ancestor, placed, cancelled] = [header(first), header(first + 1), header(first + 2)]
  const apply = (tip: BlockHeader, block: BlockHeader, events: IndexedEvent[]) =>
    applyBlocks(ctx, leadership, { tip, ancestor: undefined, blocks: [block], events })
  const before = statements
  const states: object[] = []
  const note = async () => {
    const where = { uid: { in: orders.map(({ uid }) => uid) } }
    const by = ['status', 'signed'] as const
    states.push(...(await database.db.order.groupBy({ by: [...by], where, _count: true })))
  }
  await apply(ancestor, placed, placements).then(note)
  await apply(placed, cancelled, invalidations).then(note)
  const back = { tip: cancelled, ancestor, blocks: [], events: [] }
  await applyBlocks(ctx, leadership, back).then(note)
  await apply(ancestor, placed, placements).then(note)
  return { states, statements: statements - before }
}

test('applies and rolls back a block full of events with as many statements as a small one', async () => {
  const start = { tip: undefined, ancestor: undefined, blocks: [header(1)], events: [] }
  await applyBlocks(ctx, leadership, start)
  const few = await flood(1, 3)
  const many = await flood(2, 300)
  const state = { _count: 300, status: 'open', signed: true }
  expect(many.states).toEqual([
    state,
    { ...state, status: 'cancelled' },
    { ...state, signed: false },
    state,
  ])
  expect(few.statements).toBeGreaterThan(20)
  expect(many.statements).toBe(few.statements)
})
