import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { settlementAbi } from '@/lib/chain/contract-abis'
import type { CrashPoint } from '@/lib/core/crash-point'
import { defaultSettlement } from '@/lib/core/networks'
import type { NewOrder } from '@/lib/orders/order-record'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { nodeArgsOf } from '@/lib/testing/bundle-process'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { urlAs } from '@/lib/testing/database-roles'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'
import { startWorker } from './worker'

const points: readonly CrashPoint[] = [
  'before-sign',
  'after-sign',
  'after-commit',
  'after-send',
  'after-receipt',
  'after-event',
]
/** Rounds of {@link placeOrders}: one pair of orders, and several pairs. */
const seeds = [1, 2, 3]
let network: TestNetwork
let database: TestDatabase

test.beforeAll(({ network: mainnet }) => {
  network = mainnet
})

test.beforeEach(({ freshDatabase }) => {
  database = freshDatabase
})

const environment = () => ({
  EMBEDDED_CHAIN_IDS: '1',
  SOLVER_PRIVATE_KEY: network.solver.privateKey,
  AUCTION_INTERVAL_SECONDS: '0.5',
})

function context() {
  const rpcUrls = new Map([[1, network.rpcUrl]])
  return createTestContext({ url: database.url, rpcUrls, environment: environment() })
}

/** Runs a worker until it kills itself at `point`. */
async function crashAt(point: CrashPoint): Promise<void> {
  const child = spawn(process.execPath, await nodeArgsOf('lib/workers/main.ts'), {
    env: {
      ...process.env,
      ...environment(),
      DATABASE_URL: urlAs(database.url, 'worker'),
      RPC_URL_1: network.rpcUrl,
      CRASH_POINT: point,
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
  const [, signal] = await once(child, 'exit')
  expect(signal, `${point} was reached`).toBe('SIGKILL')
}

/** Places the orders of a seed: one to three opposite pairs of different sizes. */
async function placeOrders(seed: number): Promise<NewOrder[]> {
  const orders: NewOrder[] = []
  for (let pair = 0; pair < seed; pair++) {
    const buyAmount = BigInt(1_000 * seed + pair)
    orders.push(...(await signOppositeOrders(network, { buyAmount })))
  }
  for (const order of orders) await insertOrder(database.db, order)
  return orders
}

async function settleAll(orders: readonly NewOrder[]): Promise<void> {
  const worker = startWorker(context())
  const fulfilled = { where: { status: 'fulfilled' } } as const
  await until(async () => (await database.db.order.count(fulfilled)) === orders.length)
  // One more round would settle an order twice if the service allowed it.
  await new Promise((resolve) => setTimeout(resolve, 700))
  await worker.stop(5_000)
}

const kills = points.flatMap((point) => seeds.map((seed) => [point, seed] as const))

test.each(kills)(
  'every order settles once when a worker is killed %s, seed %i',
  { tags: ['long'] },
  async (point, seed) => {
    const orders = await placeOrders(seed)
    await crashAt(point)
    await settleAll(orders)
    const { client } = context().chain(1)
    const logs = await client.getContractEvents({
      address: defaultSettlement,
      abi: settlementAbi,
      eventName: 'Trade',
      fromBlock: 0n,
      strict: true,
    })
    for (const { uid } of orders) {
      const order = await database.db.order.findUniqueOrThrow({ where: { uid } })
      expect(order.status).toBe('fulfilled')
      expect(logs.filter(({ args }) => args.orderUid === uid)).toHaveLength(1)
      expect(await database.db.trade.count({ where: { knownUid: uid } })).toBe(1)
      const notifications = await database.db.notification.findMany({ where: { orderUid: uid } })
      expect(notifications.filter(({ type }) => type === 'order_filled')).toHaveLength(1)
    }
    const live = { where: { state: { in: ['prepared' as const, 'sent' as const] } } }
    expect(await database.db.settlementTransaction.count(live)).toBe(0)
  },
)
