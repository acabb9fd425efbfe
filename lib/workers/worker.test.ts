import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, expect } from 'vitest'
import type { NewOrder } from '@/lib/orders/order-record'
import { send, signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { nodeArgsOf } from '@/lib/testing/bundle-process'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'
import { saveToken } from '@/lib/tokens/token-store'
import { startWorker, type Worker } from './worker'

let network: TestNetwork
let database: TestDatabase
let workers: readonly Worker[]

test.beforeAll(({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  workers = [startWorker(context()), startWorker(context())]
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop(5_000)))
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

const place = (order: NewOrder) => insertOrder(database.db, order)
const notificationsOf = (order: NewOrder) =>
  database.db.notification.findMany({
    where: { orderUid: order.uid },
    orderBy: { sequence: 'asc' },
  })

test('two workers settle each order once and notify its owner', async () => {
  const orders = await signOppositeOrders(network, { buyAmount: 1_000n })
  for (const order of orders) await place(order)
  await until(async () => (await database.db.order.count({ where: { status: 'fulfilled' } })) === 2)
  for (const order of orders) {
    expect((await notificationsOf(order)).map(({ type }) => type)).toContain('order_filled')
    expect(await database.db.trade.count({ where: { orderUid: order.uid } })).toBe(1)
  }
  const leaders = await database.db.leader.findMany({ orderBy: { role: 'asc' } })
  expect(leaders.map(({ role }) => role)).toEqual([
    'auction/1',
    'indexer/1',
    'market/1',
    'reconcile/1',
    'referrals',
  ])
})

test('notifies an owner once whose balance no longer covers an order', async () => {
  const [order] = await signOppositeOrders(network, { buyAmount: 10n ** 30n })
  const transfer = async (amount: bigint) => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [network.accounts[2]!.address, amount],
    })
    await send(network, { from: order.owner, to: order.sellToken, data })
  }
  const { client } = context().chain(1)
  const balance = await client.readContract({
    address: order.sellToken,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [order.owner],
  })
  await transfer(balance - order.sellAmount / 2n)
  await place(order)
  await until(async () => (await notificationsOf(order)).length > 0)
  await transfer(order.sellAmount / 4n)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(await notificationsOf(order)).toMatchObject([
    { type: 'insufficient_balance', account: order.owner },
  ])
})

test('indexes the holders of a token from its listing on', async () => {
  const [address, owner] = [network.tokens.DAI!, network.accounts[0]!.address]
  const facts = { symbol: 'DAI', name: 'Dai', decimals: 18, unsupported: undefined }
  await saveToken(database.db, { chainId: 1, address, ...facts, listed: true })
  const isHeld = { token: address, holder: owner }
  await until(async () => (await database.db.tokenHolder.count({ where: isHeld })) === 1)
  expect(await database.db.trackedToken.findMany()).toMatchObject([{ address, live: true }])
})

test('a worker process without database and chain keeps running and exits with 0 on a signal', async () => {
  const child = spawn(process.execPath, await nodeArgsOf('lib/workers/main.ts'), {
    env: {
      ...process.env,
      ...environment(),
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      RPC_URL_1: 'http://127.0.0.1:1',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = collect(child)
  const failures = () => output.text.split('loop failed, retrying').length - 1
  await until(() => failures() >= 4)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(child.exitCode).toBeNull()
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(failures()).toBe(4)
})

function collect(child: ChildProcess): { text: string } {
  const output = { text: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    output.text += chunk.toString()
  })
  return output
}
