import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { inTransaction } from '@/lib/db/database'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { readNotifications } from './read-notifications'
import { saveCorrections, saveFactNotifications } from './save-fact-notifications'

const account: Address = `0x${'11'.repeat(20)}`
const orderUid = `0x${'ab'.repeat(56)}` as const
const fact = {
  id: 'fact',
  chainId: 1,
  account,
  type: 'order_filled',
  message: 'Order filled.',
  orderUid,
  metadata: { orderId: orderUid, executedAmount: '1', chainId: 1 },
} as const
let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

test('a fact that comes and goes is saved and corrected in turn, each once', async () => {
  const notify = () => inTransaction(database.db, (tx) => saveFactNotifications(tx, [fact]))
  const retract = () => inTransaction(database.db, (tx) => saveCorrections(tx, [fact.id]))
  await retract()
  for (let round = 0; round < 2; round++) {
    await notify()
    await notify()
    await retract()
    await retract()
  }
  await notify()
  const ctx = createTestContext({ db: database.db })
  const saved = (await readNotifications(ctx, account, { limit: 100 })).reverse()
  expect(saved.map(({ metadata }) => metadata.correction ?? false)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
  expect(saved[1]?.metadata.correctsId).toBe(saved[0]?.id)
  expect(saved[3]?.metadata.correctsId).toBe(saved[2]?.id)
  expect(new Set(saved.map(({ id }) => id)).size).toBe(5)
})
