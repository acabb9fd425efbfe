import { beforeEach, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Database } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { listOpenOrders } from './open-order-query'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const trusted: Address[] = [weth, usdc]
const nowSeconds = 1_800_000_000
const chainId = 1

let db: Database

test.beforeAll(({ database }) => {
  db = database.db
})
beforeEach(() => db.order.deleteMany())

const list = async (seconds = nowSeconds) =>
  (await listOpenOrders(db, { chainId, nowSeconds: seconds, trusted })).orders

async function place(change: Partial<NewOrder> = {}): Promise<NewOrder> {
  const order = testOrder({ sellToken: weth, buyToken: usdc, ...change })
  await insertOrder(db, order)
  return order
}

type Phantoms = {
  readonly count: number
  readonly owners: number
  /** Tokens that they buy; 0: the trusted one. */
  readonly tokens?: number
  readonly exclusion?: string
  readonly isNew?: boolean
}

/** Copies an order with other uids, owners and bought tokens. */
async function placePhantoms({ count, owners, tokens = 0, exclusion, isNew }: Phantoms) {
  const { uid } = await place()
  const columns = (
    await db.$queryRaw<{ name: string }[]>`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = 'orders' AND column_name NOT IN ('uid', 'owner', 'buy_token', 'exclusion', 'created_at')`
  ).map(({ name }) => `"${name}"`)
  const hex = (number: string, bytes: number) =>
    `'0x' || lpad(to_hex(${number}), ${2 * bytes}, '0')`
  await db.$executeRawUnsafe(`
    INSERT INTO orders (uid, owner, buy_token, exclusion, created_at, ${columns.join()})
    SELECT ${hex('i', 56)}, ${hex(`i % ${owners} + 1`, 20)},
      ${tokens > 0 ? hex(`i % ${tokens} + 4096`, 20) : 'buy_token'},
      ${exclusion ? `'{"code":"${exclusion}"}'::jsonb` : 'NULL'},
      to_timestamp(${isNew ? nowSeconds - 1 : nowSeconds - 86_400}), ${columns.join()}
    FROM orders, generate_series(1, ${count}) i WHERE uid = '${uid}'`)
  await db.order.delete({ where: { uid } })
}

const distinct = <T>(values: readonly T[]) => new Set(values).size

test('lists all orders, oldest first, while they fit in an auction', async () => {
  await placePhantoms({ count: 900, owners: 1 })
  const own = await place({ createdAt: new Date(nowSeconds * 1000) })
  const listed = await list()
  expect(listed).toHaveLength(901)
  expect(listed.at(-1)?.uid).toBe(own.uid)
})

test('reads few of 20,000 orders in 2,000 made-up tokens beside all others', async () => {
  const early = await place({ createdAt: new Date((nowSeconds - 86_400) * 1000) })
  await placePhantoms({ count: 20_000, owners: 20_000, tokens: 2_000 })
  const late = await place({ createdAt: new Date(nowSeconds * 1000) })
  const listed = await list()
  const uids = listed.map(({ uid }) => uid)
  expect(uids).toEqual(expect.arrayContaining([early.uid, late.uid]))
  expect(listed.length).toBeLessThanOrEqual(32 * 10 + 2)
  expect(distinct(listed.map(({ buyToken }) => buyToken))).toBe(33)
})

test('gives every made-up token its turn', async () => {
  await placePhantoms({ count: 100, owners: 100, tokens: 100 })
  const seen = new Set<string>()
  for (let round = 0; round < 40; round += 1) {
    for (const { buyToken } of await list(nowSeconds + round)) seen.add(buyToken)
  }
  expect(seen.size).toBe(100)
})

test('lets owners take turns: one with thousands of orders holds up nobody', async () => {
  await placePhantoms({ count: 5_000, owners: 1 })
  const others: NewOrder[] = []
  for (let i = 0; i < 5; i += 1) {
    others.push(await place({ createdAt: new Date((nowSeconds - 3_600) * 1000) }))
  }
  const listed = await list()
  expect(listed).toHaveLength(1_000)
  const uids = listed.map(({ uid }) => uid)
  expect(uids).toEqual(expect.arrayContaining(others.map(({ uid }) => uid)))
})

test('reads orders without funds again in turn, a hundred at a time', async () => {
  await placePhantoms({ count: 9_000, owners: 9_000, exclusion: 'insufficientBalance' })
  const own = await place({ createdAt: new Date(nowSeconds * 1000) })
  const listed = await list()
  expect(listed).toHaveLength(101)
  expect(listed.map(({ uid }) => uid)).toContain(own.uid)
  const later = await list(nowSeconds + 1)
  expect(distinct([...listed, ...later].map(({ uid }) => uid))).toBeGreaterThan(150)
})

test('reads few orders again whose tokens no pool traded', async () => {
  await placePhantoms({ count: 2_000, owners: 2_000, tokens: 2_000, exclusion: 'tokenNotTraded' })
  expect(await list()).toHaveLength(16)
})

test('reads a new order at once, however many older ones there are', async () => {
  await placePhantoms({ count: 9_000, owners: 9_000 })
  const own = await place({ createdAt: new Date(nowSeconds * 1000) })
  const listed = await list()
  expect(listed).toHaveLength(1_000)
  expect(listed.map(({ uid }) => uid)).toContain(own.uid)
})

test('reads older orders beside a flood of new ones', async () => {
  const own = await place({ createdAt: new Date((nowSeconds - 3_600) * 1000) })
  await placePhantoms({ count: 9_000, owners: 9_000, isNew: true })
  expect((await list()).map(({ uid }) => uid)).toContain(own.uid)
})

test('refuses an order that is frozen after reverts until its freeze ends', async () => {
  const { uid } = await place()
  const frozenUntil = new Date((nowSeconds + 600) * 1000)
  await db.order.update({ where: { uid }, data: { frozenUntil } })
  const { orders, refused } = await listOpenOrders(db, { chainId, nowSeconds, trusted })
  expect(orders).toEqual([])
  const exclusion = { code: 'blockedAfterReverts', until: frozenUntil.toISOString() }
  expect(refused).toMatchObject([{ order: { uid }, exclusion }])
  expect((await list(nowSeconds + 600)).map((order) => order.uid)).toEqual([uid])
})
