import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import { approve } from '@/lib/testing/chain/chain-actions'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { temporaryFolder } from './instance'
import { freshUid, type LoadResult } from './load/client'
import { createReport } from './load/measure'
import { createOrderDatabase, type OrderDatabase, startDatabases } from './load/order-database'
import { payerOf, signSubmissions } from './load/order-submissions'
import { createProcesses } from './load/processes'
import { describeLoad, expectStatus, inTurns, ratioOf } from './load/turns'

// Reading and submitting orders over HTTP compared with the same work by bare `pg`. The client is a separate process,
// and all measurements are interleaved, so that machine load affects ours and the peer alike.
const rounds = 5
const ms = 2_000
const fewOrders = '0x00000000000000000000000000000000000f0001'
const manyOrders = '0x00000000000000000000000000000000000f0002'

const insertion = {
  name: 'insert',
  text: `INSERT INTO orders (uid, chain_id, owner, sell_token, buy_token, sell_amount, buy_amount, valid_to,
      true_valid_to, app_data, fee_amount, kind, partially_fillable, sell_token_balance, buy_token_balance,
      signing_scheme, signature, settlement_contract, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, now())`,
} as const

const report = createReport('orders-http')
const turns = { rounds, say: report.say }
const folder = temporaryFolder()
const processes = createProcesses()
const [postgres, network] = await Promise.all([
  startDatabases(folder.path),
  startTestNetwork({ chainId: 1, args: ['--block-time', '2'] }),
])
try {
  report.calibrate()
  const small = await createOrderDatabase(postgres, { name: 'small', orders: [{ count: 10_000 }] })
  const large = await createOrderDatabase(postgres, {
    name: 'large',
    orders: [
      { count: 10, owner: fewOrders },
      { count: 100_000, owner: manyOrders },
      { count: 900_000 },
    ],
  })
  const client = processes.startClient()
  await measureReads(small, large)
  await measureLists(large)
  await measureSubmissions(small)
  report.calibrate()

  async function measureReads(few: OrderDatabase, many: OrderDatabase): Promise<void> {
    const ports = [await startWeb(few), await startWeb(many)] as const
    const read = (database: OrderDatabase, port: number, connections: number) => {
      const requests = database.uids.map((uid) => get(`orders/${uid}`))
      return client.run({ kind: 'http', port, connections, ms, requests }).then(expectStatus(200))
    }
    const results = await inTurns(
      {
        few: () => read(few, ports[0], 50),
        peer: () => peerRead(few, 50),
        many: () => read(many, ports[1], 50),
        calm: () => read(few, ports[0], 5),
      },
      turns,
    )
    say('GET an order, 50 connections', results.few)
    say('prepared pg read, 50 connections', results.peer)
    say('GET an order of 10^6, 50 connections', results.many)
    say('GET an order, 5 connections (goal: p99 below 15 ms)', results.calm)
    report.ratio('GET of a prepared pg read:', ratioOf(results.few, results.peer), { floor: 0.5 })
    report.ratio('GET at 10^6 rows of 10^4:', ratioOf(results.many, results.few), { floor: 0.85 })
  }

  function peerRead({ url, uids }: OrderDatabase, connections: number): Promise<LoadResult> {
    const statement = { name: 'read', text: 'SELECT * FROM orders WHERE uid = $1' }
    const values = uids.map((uid) => [uid])
    return client.run({ kind: 'pg', url, connections, ms, statement, values })
  }

  async function measureLists(database: OrderDatabase): Promise<void> {
    const port = await startWeb(database)
    const list = (owner: Address) => {
      const requests = [get(`account/${owner}/orders`)]
      return client
        .run({ kind: 'http', port, connections: 10, ms, requests })
        .then(expectStatus(200))
    }
    const results = await inTurns(
      { few: () => list(fewOrders), many: () => list(manyOrders) },
      turns,
    )
    say('orders of an owner of 10', results.few)
    say('orders of an owner of 10^5', results.many)
    report.ratio('owner of 10^5 orders of 10:', ratioOf(results.many, results.few), { floor: 0.85 })
  }

  async function measureSubmissions(database: OrderDatabase): Promise<void> {
    const port = await startWeb(database)
    const payers = [1, 2, 3, 4, 5].map((index) => payerOf(getTestAccount(index).privateKey))
    const token = getNetwork(1).wrappedNative
    for (const { address: owner } of payers) {
      const approval = { token, owner, spender: defaultVaultRelayer, amount: maxUint256 }
      await approve(network.rpcUrl, approval)
    }
    const buyToken = network.tokens.USDC ?? '0x'
    const results = await inTurns(
      {
        ours: () => {
          const requests = signSubmissions(payers, { count: 12_000, buyToken })
          return client
            .run({ kind: 'http', port, connections: 50, ms, requests })
            .then(expectStatus(201))
        },
        peer: () => {
          const values = [insertedRow(payers[0]?.address ?? '0x')]
          const task = { kind: 'pg', url: database.url, connections: 50, ms, values } as const
          return client.run({ ...task, statement: insertion })
        },
      },
      turns,
    )
    say('POST an order, limits off, 50 connections', results.ours)
    say('bare pg insert, 50 connections', results.peer)
    report.ratio('POST of a bare pg insert:', ratioOf(results.ours, results.peer), { floor: 0.35 })
  }

  async function startWeb({ url }: OrderDatabase): Promise<number> {
    const environment = { DATABASE_URL: url, RPC_URL_1: network.rpcUrl }
    return (await processes.startWeb({ ...environment, MAX_OPEN_LIMIT_ORDERS: '0' })).port
  }
} finally {
  await processes.end()
  await Promise.all([postgres.stop(), network.stop()])
  folder.remove()
}

function get(path: string) {
  return { method: 'GET', path: `/api/v1/${path}` }
}

function say(what: string, results: readonly LoadResult[]): void {
  report.say(`${what}: ${describeLoad(results)}`)
}

function insertedRow(owner: Hex): unknown[] {
  const { wrappedNative, usdToken } = getNetwork(1)
  const none = `0x${'00'.repeat(32)}`
  const amounts = ['1000000000000000', '1', '2000000000', '2000000000', none, '0']
  const kinds = ['sell', false, 'erc20', 'erc20', 'eip712', `0x${'1b'.repeat(65)}`]
  return [freshUid, 1, owner, wrappedNative, usdToken, ...amounts, ...kinds, defaultSettlement]
}
