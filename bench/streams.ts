import { Pool } from 'pg'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { temporaryFolder } from './instance'
import type { BroadcastTask } from './load/broadcast-server'
import { createReport, median, quantile } from './load/measure'
import { createOrderDatabase, startDatabases } from './load/order-database'
import { createProcesses } from './load/processes'
import type { StreamResult, StreamTask } from './load/stream-client'
import { describeLoad, expectStatus, inTurns, ratioOf } from './load/turns'

// A thousand event streams on one process. A separate process holds the streams; ours and the peer, bare Node that
// writes the same bytes, are interleaved.
const streams = 1_000
const rounds = 5
const account = `0x${'5a'.repeat(20)}`
/** Number of generated notifications. */
let sequence = 0

const report = createReport('streams')
const folder = temporaryFolder()
const processes = createProcesses()
const [postgres, network] = await Promise.all([
  startDatabases(folder.path),
  startTestNetwork({ chainId: 1, args: ['--block-time', '2'] }),
])
try {
  report.calibrate()
  const holder = await processes.startOther('stream-client.ts')
  const hold = (task: StreamTask) => holder.ask<StreamTask, StreamResult>(task)
  await measureBroadcast(hold)
  const database = await createOrderDatabase(postgres, {
    name: 'small',
    orders: [{ count: 1_000 }],
  })
  const web = await processes.startWeb({
    DATABASE_URL: database.url,
    RPC_URL_1: network.rpcUrl,
    EMBEDDED_CHAIN_IDS: '1',
    CMS_API_KEY: 'bench',
  })
  const path = `/mainnet/accounts/${account}/events`
  const pool = new Pool({ connectionString: database.url, max: 3 })
  try {
    await measureOthers(hold, { port: web.port, path, uids: database.uids })
    await measureResume(hold, { port: web.port, path })
  } finally {
    await pool.end()
  }
  report.calibrate()

  async function measureOthers(
    ask: typeof hold,
    { port, path, uids }: { port: number; path: string; uids: readonly string[] },
  ): Promise<void> {
    const client = processes.startClient()
    const load = (paths: readonly string[]) => {
      const requests = paths.map((each) => ({ method: 'GET', path: each }))
      const task = { kind: 'http', port, connections: 10, ms: 2_000, requests } as const
      return client.run(task).then(expectStatus(200))
    }
    const weth = network.tokens.WETH ?? ''
    const works = {
      order: () => load(uids.map((uid) => `/api/v1/orders/${uid}`)),
      price: () => load([`/mainnet/tokens/${weth}/usdPrice`]),
    }
    const calm = await inTurns(works, { rounds: 3, say: report.say })
    await ask({ kind: 'open', group: 'web', port, path, count: streams })
    const notifying = setInterval(() => void notify(), 500)
    const busy = await inTurns(works, { rounds: 3, say: report.say })
    clearInterval(notifying)
    for (const name of ['order', 'price'] as const) {
      const what = `GET ${name === 'order' ? 'an order' : 'usdPrice, warm'}`
      report.say(
        `${what}: ${describeLoad(calm[name])}; with the streams: ${describeLoad(busy[name])}`,
      )
      report.ratio(
        `${what} with ${streams} streams receiving two events a second:`,
        ratioOf(busy[name], calm[name]),
        {
          floor: 0.33,
        },
      )
    }
    await ask({ kind: 'close', group: 'web' })
  }

  async function measureResume(
    ask: typeof hold,
    { port, path }: { port: number; path: string },
  ): Promise<void> {
    await ask({ kind: 'open', group: 'cut', port, path, count: streams })
    const ids: string[] = []
    let isCutting = true
    const writers = [1, 2, 3].map(async () => {
      while (isCutting) {
        ids.push(await notify(Math.random() * 200))
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    })
    await ask({ kind: 'cut', group: 'cut', ms: 8_000 })
    isCutting = false
    await Promise.all(writers)
    const { lost, repeated } = await ask({ kind: 'compare', group: 'cut', ids })
    const what = `${ids.length} changes to ${streams} streams, each cut once`
    report.say(`${what}: ${lost} lost, ${repeated} delivered twice (bound 0)`)
    if (lost + repeated > 0) process.exitCode = 1
  }

  /** Commits a notification in a transaction that stays open for `ms` after the row has its number. */
  async function notify(ms = 0): Promise<string> {
    sequence += 1
    const id = `bench-${sequence}`
    const uid = `0x${sequence.toString(16).padStart(112, '0')}`
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(
        `INSERT INTO notifications (id, chain_id, account, type, message, metadata, order_uid, created_at)
        VALUES ($1, 1, $2, 'order_expired', 'm', $3, $4, clock_timestamp())`,
        [id, account, { orderId: uid, executedAmount: '0', chainId: 1 }, uid],
      )
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
      await client.query('COMMIT')
      return id
    } finally {
      client.release()
    }
  }
} finally {
  await processes.end()
  await Promise.all([postgres.stop(), network.stop()])
  folder.remove()
}

async function measureBroadcast(hold: (task: StreamTask) => Promise<StreamResult>): Promise<void> {
  const environment = { RPC_URL_1: network.rpcUrl, NODE_ENV: 'production', LOG_LEVEL: 'warn' }
  const server = await processes.startOther<Record<BroadcastTask['to'], number>>(
    'broadcast-server.ts',
    { ...environment, READS_PER_SECOND: '0' },
  )
  const kinds = ['ours', 'bare'] as const
  for (const group of kinds) {
    const port = server.first[group]
    await hold({ kind: 'open', group, port, path: '/mainnet/broadcast', count: streams })
  }
  const run = async (to: BroadcastTask['to'], events: number, everyMs: number) => {
    const arrived = hold({ kind: 'await', group: to, events })
    const ms = await server.ask<BroadcastTask, number>({ to, events, everyMs })
    const { delays } = await arrived
    return { delays, perSecond: (1_000 * events * streams) / ms }
  }
  const rates = { ours: [] as number[], bare: [] as number[] }
  const delays = { ours: [] as number[], bare: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    for (const to of kinds) {
      const { perSecond } = await run(to, 60, 0)
      const spaced = await run(to, 20, 100)
      if (round < 0) continue
      rates[to].push(perSecond)
      delays[to].push(...spaced.delays)
    }
  }
  for (const to of kinds) {
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(delays[to], share))
    report.say(
      `${to === 'ours' ? 'our streams' : 'bare Node'}: ${median(rates[to]).toFixed(0)} events written a second, an event reaches ${streams} in p50 ${p50} ms, p99 ${p99} ms`,
    )
  }
  const ratio = median(rates.ours.map((rate, round) => rate / (rates.bare[round] ?? 0)))
  report.ratio("broadcast of bare Node's:", ratio, { floor: 0.8 })
  report.atMost(`p99 until it has reached all ${streams}:`, quantile(delays.ours, 0.99), {
    ceiling: 60,
    unit: 'ms',
  })
  for (const group of kinds) await hold({ kind: 'close', group })
}
