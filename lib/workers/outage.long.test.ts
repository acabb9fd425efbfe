import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/db/database'
import { migrate } from '@/lib/db/migrate'
import { describeNetwork } from '@/lib/devnet/describe-network'
import { type Anvil, startAnvil } from '@/lib/devnet/processes/anvil'
import { type EmbeddedPostgres, startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { createRpc } from '@/lib/devnet/rpc'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'
import { startWorker } from './worker'

const chainId = 1
const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

type Stage = { readonly databaseUrl: string; readonly rpcUrl: string; readonly solverKey: string }

function runWorker({ databaseUrl, rpcUrl, solverKey }: Stage): void {
  const ctx = createTestContext({
    url: databaseUrl,
    rpcUrls: new Map([[chainId, rpcUrl]]),
    environment: {
      EMBEDDED_CHAIN_IDS: String(chainId),
      SOLVER_PRIVATE_KEY: solverKey,
      AUCTION_INTERVAL_SECONDS: '0.5',
    },
  })
  const worker = startWorker(ctx)
  cleanUps.push(async () => {
    await worker.stop(5_000)
    await ctx.db.$disconnect()
  })
}

async function settlePair(network: Parameters<typeof signOppositeOrders>[0], db: Database) {
  const orders = await signOppositeOrders(network, { buyAmount: 1_000n })
  for (const order of orders) await insertOrder(db, order)
  const uids = orders.map(({ uid }) => uid)
  const isSettled = async () => {
    const where = { uid: { in: uids }, status: 'fulfilled' } as const
    return (await db.order.count({ where })) === 2
  }
  await until(isSettled)
  return { uids, isSettled }
}

test('a worker recovers when a killed PostgreSQL is back', { tags: ['long'] }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'coincide-outage-'))
  cleanUps.push(() => rm(directory, { recursive: true, force: true }))
  const open = (port?: number) =>
    startPostgres({
      dataDir: join(directory, 'postgres'),
      logFile: join(directory, 'postgres.log'),
      database: 'coincide',
      ...(port === undefined ? {} : { port }),
    })
  let server: EmbeddedPostgres = await open()
  cleanUps.push(() => server.stop())
  const databaseUrl = server.url('coincide')
  await migrate(databaseUrl)
  const network = await startTestNetwork({ chainId })
  cleanUps.push(network.stop)
  const db = openDatabase({ url: databaseUrl, connections: 2 })
  cleanUps.push(() => db.$disconnect())
  runWorker({ databaseUrl, rpcUrl: network.rpcUrl, solverKey: network.solver.privateKey })
  await settlePair(network, db)
  await server.stop(0)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  server = await open(server.port)
  await settlePair(network, db)
  // Each role changes its leader exactly once.
  const epochs = async () => (await db.leader.findMany()).map(({ epoch }) => epoch)
  await until(async () => !(await epochs()).includes(1n))
  expect(new Set(await epochs())).toEqual(new Set([2n]))
})

test('orders settle again when a killed chain restarts from before their settlement', {
  tags: ['long'],
}, async () => {
  const database = await createTestDatabase()
  cleanUps.push(database.drop)
  const original = await startTestNetwork({ chainId })
  const state = await createRpc(original.rpcUrl)('anvil_dumpState', [])
  await original.stop()
  const open = async (port?: number): Promise<Anvil> => {
    const logFile = join(tmpdir(), `coincide-outage-${process.pid}.log`)
    const anvil = await startAnvil({ chainId, logFile, ...(port === undefined ? {} : { port }) })
    await createRpc(anvil.rpcUrl)('anvil_loadState', [state])
    return anvil
  }
  let anvil = await open()
  cleanUps.push(() => anvil.stop())
  const { rpcUrl } = anvil
  const network = { ...describeNetwork(chainId, rpcUrl), stop: anvil.stop }
  const solverKey = network.solver.privateKey
  runWorker({ databaseUrl: database.url, rpcUrl, solverKey })
  const { uids, isSettled } = await settlePair(network, database.db)
  process.kill(anvil.pid, 'SIGKILL')
  await anvil.exited
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  anvil = await open(Number(new URL(rpcUrl).port))
  // The allowances were approved after the snapshot was taken.
  await signOppositeOrders(network)
  const notified = () =>
    database.db.notification.count({ where: { orderUid: { in: uids }, type: 'order_filled' } })
  // Filled, retracted, filled again: three notifications per order.
  await until(async () => (await notified()) === 6 && (await isSettled()))
  expect(await database.db.trade.count({ where: { orderUid: { in: uids } } })).toBe(2)
})
