import { expect } from 'vitest'
import { listLedRoles } from '@/lib/db/leadership'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

const role = indexerRole(1)

test('the roles of a worker that dies or is stopped go to another, and it returns as a candidate', async ({
  freshDatabase: { db, url },
  freshNetwork,
  onTestFinished,
}) => {
  const workers = openWorkers({
    DATABASE_URL: url,
    RPC_URL_1: freshNetwork.rpcUrl,
    EMBEDDED_CHAIN_IDS: '1',
    SOLVER_PRIVATE_KEY: freshNetwork.solver.privateKey,
  })
  onTestFinished(() => workers.kill())
  const epochOf = async () => (await db.leader.findUnique({ where: { role } }))?.epoch ?? 0n
  const candidates = async () => {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(DISTINCT pid)::int AS count FROM pg_locks
      WHERE locktype = 'advisory' AND classid = 8
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    return row?.count
  }
  const first = await workers.start()
  await until(async () => (await epochOf()) === 1n)
  const second = await workers.start()
  await until(async () => (await candidates()) === 2)

  first.kill('SIGSTOP')
  await until(async () => (await epochOf()) === 2n)
  expect(await candidates()).toBe(1)

  first.kill('SIGCONT')
  await until(async () => (await candidates()) === 2)
  expect(await epochOf()).toBe(2n)

  await workers.kill(second)
  await until(async () => (await epochOf()) === 3n)
  expect(await listLedRoles(db, [role])).toEqual(new Map([[role, { isCandidate: true }]]))
})
