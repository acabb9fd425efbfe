import { expect } from 'vitest'
import { everywhere } from '@/lib/core/identity'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { housekeepingLoop } from '@/lib/workers/service-loops'
import { insertNonce } from './nonce-store'
import { insertSession, revokeSessions } from './session-store'

const account = `0x${'a1'.repeat(20)}` as const
const dayMs = 86_400_000

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

test('deletes expired nonces, and sessions one day after they ended', async () => {
  const { db } = database
  const now = Date.now()
  const ctx = createTestContext({ db, now })
  const nonce = (name: string, expiresAtMs: number) =>
    insertNonce(db, { nonce: name, browserHash: 'x', expiresAtMs })
  await nonce('expired', now - 1)
  await nonce('usable', now + 1)
  const [ended, endedLately, live, revoked, revokedLately] = await Promise.all(
    [now - 8 * dayMs - 1, now - 8 * dayMs + 1_000, now, now, now].map((at) =>
      insertSession(db, everywhere(account), at),
    ),
  )
  await revokeSessions(db, { ids: [revoked!.id], now: now - dayMs - 1 })
  await revokeSessions(db, { ids: [revokedLately!.id], now: now - dayMs + 1_000 })
  await housekeepingLoop.run(ctx, new AbortController().signal)
  expect((await db.signInNonce.findMany()).map((row) => row.nonce)).toEqual(['usable'])
  const left = (await db.session.findMany()).map(({ id }) => id)
  expect(left.sort()).toEqual([endedLately!.id, live!.id, revokedLately!.id].sort())
  expect(left).not.toContain(ended!.id)
})
