import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'

const run = promisify(execFile)
let database: TestDatabase

/** Runs a worker process that settles orders for some rounds, then stops it and its chain. */
beforeAll(async () => {
  const network = await startTestNetwork({ chainId: 1 })
  database = await createTestDatabase()
  const workers = openWorkers({
    DATABASE_URL: database.url,
    RPC_URL_1: network.rpcUrl,
    EMBEDDED_CHAIN_IDS: '1',
    SOLVER_PRIVATE_KEY: network.solver.privateKey,
    AUCTION_INTERVAL_SECONDS: '0.5',
  })
  try {
    await workers.start()
    for (let round = 1; round <= 2; round += 1) {
      const orders = await signOppositeOrders(network, { buyAmount: BigInt(round) })
      for (const order of orders) await insertOrder(database.db, order)
      const settled = () => database.db.order.count({ where: { status: 'fulfilled' } })
      await until(async () => (await settled()) === 2 * round)
    }
  } finally {
    await workers.kill()
    await network.stop()
  }
})
afterAll(() => database?.drop())

const replay = (id: bigint) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/replay-auction.ts', String(id)], {
    env: { ...process.env, DATABASE_URL: database.url },
  })

test('auction:replay reproduces the solution of a stopped worker without its chain', async () => {
  expect(await database.db.auction.count()).toBeGreaterThanOrEqual(2)
  const { id } = await database.db.auction.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const { stdout } = await replay(id)
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toContain(`auction ${id} on network 1`)
  expect(lines.at(-1)).toBe('The replay came to the same solution as the auction.')
  const winners = await database.db.solution.findMany({ where: { auctionId: id, isWinner: true } })
  expect(winners.length).toBeGreaterThan(0)
  for (const { solver, score } of winners) {
    expect(lines).toContain(`winner ${solver}, score ${score}`)
  }
})

test('exits with an error for an auction that is not stored', async () => {
  await expect(replay(999_999n)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('auction 999999 is not stored'),
  })
})
