import { expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import type { Database } from '@/lib/db/database'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { clearFailures, countFailures, releaseOrder } from './order-state-store'

let db: Database

test.beforeAll(({ database }) => {
  db = database.db
})

const now = new Date('2026-11-27T00:00:00Z')

async function placed(): Promise<Hex> {
  const order = testOrder()
  await insertOrder(db, order)
  return order.uid
}

/** The minutes for which the order is frozen; undefined: it is not. */
async function frozenMinutes(uid: Hex): Promise<number | undefined> {
  const { frozenUntil } = await db.order.findUniqueOrThrow({ where: { uid } })
  return frozenUntil ? (frozenUntil.getTime() - now.getTime()) / 60_000 : undefined
}

test('the third revert freezes an order for ten minutes, each further one twice as long, up to a day', async () => {
  const [uid, other] = [await placed(), await placed()]
  const minutes: (number | undefined)[] = []
  for (let reverts = 0; reverts < 13; reverts += 1) {
    await countFailures(db, [uid], now)
    minutes.push(await frozenMinutes(uid))
  }
  const day = 24 * 60
  const doubled = [10, 20, 40, 80, 160, 320, 640, 1280]
  expect(minutes).toEqual([undefined, undefined, ...doubled, day, day, day])
  expect(await frozenMinutes(other)).toBeUndefined()
})

test('a success ends the freeze and its growth', async () => {
  const uid = await placed()
  const fail = () => countFailures(db, [uid], now)
  for (let reverts = 0; reverts < 5; reverts += 1) await fail()
  await clearFailures(db, [uid])
  expect(await frozenMinutes(uid)).toBeUndefined()
  for (let reverts = 0; reverts < 3; reverts += 1) await fail()
  expect(await frozenMinutes(uid)).toBe(10)
})

test('an operator releases an order while it is frozen', async () => {
  const uid = await placed()
  expect(await releaseOrder(db, { uid, at: now })).toBe(false)
  for (let reverts = 0; reverts < 3; reverts += 1) await countFailures(db, [uid], now)
  expect(await releaseOrder(db, { uid, at: new Date(now.getTime() + 600_000) })).toBe(false)
  expect(await releaseOrder(db, { uid, at: now })).toBe(true)
  expect(await frozenMinutes(uid)).toBeUndefined()
})
