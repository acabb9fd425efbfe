import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { type Log, parseAbi, parseEventLogs } from 'viem'
import { type ChainLog, readLogs } from '@/lib/chain/read-logs'
import type { Context } from '@/lib/context'
import { arrayLiteral } from '@/lib/db/columns'
import { migrate } from '@/lib/db/migrate'
import { savePools } from '@/lib/liquidity/pools/pool-store'
import { decodeSwaps, type PoolSwap, swapTopics } from '@/lib/market/indexing/decode-swaps'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import { listSwapsSince } from '@/lib/market/indexing/swap-store'
import { createTestContext } from '@/lib/testing/test-context'
import { temporaryFolder } from './instance'
import type { ChainTask, Layout } from './load/chain-server'
import { createReport, median } from './load/measure'
import { startDatabases } from './load/order-database'
import { recordSwaps } from './load/recorded-logs'

// The market index on recorded logs from a server in another process: rows per second compared with bare inserts of
// the same rows, decoding compared with viem, empty ranges, and a reorg.
const rounds = 5
const chainId = 1
const window = 64
const logsWanted = 50_000
const emptyBlocks = 200_000
const noBranch = { from: Number.MAX_SAFE_INTEGER, number: 1 }

const report = createReport('index')
const folder = temporaryFolder()
const server = fork('bench/load/chain-server.ts', { execArgv: ['--import', 'tsx'] })
const nextMessage = async (): Promise<unknown> => (await once(server, 'message'))[0]
const [{ port }, postgres, recording] = await Promise.all([
  nextMessage() as Promise<{ port: number }>,
  startDatabases(folder.path),
  recordSwaps(60),
])
const logsPerTransaction = recording.transactions.flat().length / recording.transactions.length
const transactionsWanted = Math.round(logsWanted / logsPerTransaction)
const client = new Client({ connectionString: postgres.url('bench') })
let ctx: Context | undefined
try {
  report.calibrate()
  await prepare()
  await measureDecoding()
  await measureRecent()
  await measureHistory()
  await measureEmpty()
  await measureReorganisation()
  report.calibrate()
} finally {
  server.kill()
  await ctx?.db.$disconnect()
  await client.end()
  await postgres.stop()
  folder.remove()
}

async function prepare(): Promise<void> {
  const admin = new Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query('CREATE DATABASE bench').finally(() => admin.end())
  await migrate(postgres.url('bench'))
  await client.connect()
  ctx = createTestContext({
    url: postgres.url('bench'),
    rpcUrls: new Map([[chainId, `http://127.0.0.1:${port}`]]),
    environment: { EMBEDDED_CHAIN_IDS: String(chainId) },
  })
  await ctx.db.leader.create({ data: { role: marketRole(chainId), epoch: 1n } })
  await savePools(ctx.db, { chainId, pools: recording.pools })
  await sendTask({ transactions: recording.transactions })
}

async function sendTask(task: ChainTask): Promise<void> {
  server.send(task)
  await nextMessage()
}

/** Lays out all wanted logs in blocks that are not finalized. */
function recentLayout(branch = noBranch): Layout {
  const head = 2 * window
  const transactionsPerBlock = Math.round(transactionsWanted / window)
  return { head, busyFrom: head - window + 1, every: 1, transactionsPerBlock, branch }
}

function context(): Context {
  if (!ctx) throw new Error('not prepared')
  return ctx
}

async function clear(): Promise<void> {
  await client.query('TRUNCATE pool_swaps, pool_candles, indexed_blocks, cursors')
  context().slots.clear()
}

/** Indexes to the head; returns the seconds. */
async function index(): Promise<number> {
  const began = performance.now()
  for (;;) {
    const state = await indexMarket(context(), { chainId, epoch: 1n })
    if (state === 'at-head') return (performance.now() - began) / 1000
    if (state !== 'behind') throw new Error(`the index is ${state}`)
  }
}

async function measureDecoding(): Promise<void> {
  await sendTask({ layout: recentLayout() })
  const { client: viem } = context().chain(chainId)
  const logs: ChainLog[] = []
  const peerLogs: Log[] = []
  for (let block = BigInt(window); block <= BigInt(2 * window); block += 8n) {
    const range = { fromBlock: block, toBlock: block + 7n }
    logs.push(...(await readLogs(context().chain(chainId), { ...range, topics: swapTopics })))
    peerLogs.push(...(await viem.getLogs(range)))
  }
  const abi = parseAbi([
    'event Sync(uint112 reserve0, uint112 reserve1)',
    'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
    'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  ])
  const pools = new Map(recording.pools.map(({ address, protocol }) => [address, protocol]))
  const times = new Map(logs.map(({ blockHash, timestamp = 0 }) => [blockHash, timestamp]))
  const ratios: number[] = []
  for (let round = -1; round < rounds; round++) {
    const ours = timed(() => decodeSwaps(logs, { pools, times }))
    const peer = timed(() => parseEventLogs({ abi, logs: peerLogs }))
    if (round < 0) report.say(`${logs.length} logs: ${ours.result.length} swaps`)
    else ratios.push(peer.seconds / ours.seconds)
  }
  report.ratio('decoding, times viem:', median(ratios), { floor: 10 })
}

function timed<T>(work: () => T): { readonly seconds: number; readonly result: T } {
  const began = performance.now()
  const result = work()
  return { seconds: (performance.now() - began) / 1000, result }
}

/** Blocks that are not finalized: each swap is a row, in addition to candles. */
async function measureRecent(): Promise<void> {
  await sendTask({ layout: recentLayout() })
  await compare('swaps that are not final')
}

/** A day of finalized blocks: swaps are aggregated directly into candles. */
async function measureHistory(): Promise<void> {
  const swaps = await listSwapsSince(context().db, chainId, 0)
  const head = 7_500
  const every = Math.floor((head - window) / transactionsWanted)
  const layout = { head, busyFrom: 1, every, transactionsPerBlock: 1, branch: noBranch }
  await sendTask({ layout })
  await compare('swaps of a day', swaps)
}

async function compare(what: string, known?: readonly PoolSwap[]): Promise<void> {
  const rates = { ours: [] as number[], bare: [] as number[] }
  let swaps = known
  for (let round = -1; round < rounds; round++) {
    await clear()
    const ours = await index()
    swaps ??= await listSwapsSince(context().db, chainId, 0)
    await clear()
    const bare = await insertBare(swaps)
    if (round < 0) continue
    rates.ours.push(swaps.length / ours)
    rates.bare.push(swaps.length / bare)
  }
  const ratios = rates.ours.map((rate, round) => rate / (rates.bare[round] ?? 0))
  report.say(
    `${what}, per second: ours ${median(rates.ours).toFixed(0)}, bare unnest ${median(rates.bare).toFixed(0)}`,
  )
  report.ratio(`${what}, of a bare unnest:`, median(ratios), { floor: 0.5 })
}

/** Returns the seconds of a bare insert, ten thousand rows at a time, serialized beforehand. */
async function insertBare(swaps: readonly PoolSwap[]): Promise<number> {
  const chunks: string[][] = []
  for (let start = 0; start < swaps.length; start += 10_000) {
    const rows = swaps.slice(start, start + 10_000)
    chunks.push([
      arrayLiteral(rows.map(({ blockHash }) => blockHash)),
      arrayLiteral(rows.map(({ logIndex }) => logIndex)),
      arrayLiteral(rows.map(({ blockNumber }) => blockNumber)),
      arrayLiteral(rows.map(({ timestamp }) => timestamp)),
      arrayLiteral(rows.map(({ pool }) => pool)),
      arrayLiteral(rows.map(({ amount0 }) => amount0)),
      arrayLiteral(rows.map(({ amount1 }) => amount1)),
      arrayLiteral(rows.map(({ price }) => price)),
      arrayLiteral(rows.map(({ depth0 }) => depth0)),
      arrayLiteral(rows.map(({ depth1 }) => depth1)),
    ])
  }
  const began = performance.now()
  for (const values of chunks) {
    await client.query(
      `INSERT INTO pool_swaps (chain_id, block_hash, log_index, block_number, timestamp, pool,
        amount0, amount1, price, depth0, depth1)
      SELECT 1, * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::text[],
        $6::numeric[], $7::numeric[], $8::float8[], $9::numeric[], $10::numeric[])`,
      values,
    )
  }
  return (performance.now() - began) / 1000
}

async function measureEmpty(): Promise<void> {
  await sendTask({
    layout: {
      head: emptyBlocks,
      busyFrom: emptyBlocks + 1,
      every: 1,
      transactionsPerBlock: 0,
      branch: noBranch,
    },
  })
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    await clear()
    rates.push(emptyBlocks / (await index()))
  }
  report.ratio('empty blocks a second:', median(rates), { floor: 10_000 })
}

/** Replaces the 64 newest blocks; the resulting rows equal those of a fresh index. */
async function measureReorganisation(): Promise<void> {
  const branch = { from: window + 1, number: 1 }
  await clear()
  await sendTask({ layout: recentLayout() })
  await index()
  await sendTask({ layout: recentLayout(branch) })
  const seconds = await index()
  const reorganised = await readRows()
  await clear()
  const fresh = await index()
  const isSame = reorganised === (await readRows())
  report.say(`64 blocks replaced in ${seconds.toFixed(2)} s, rebuilt in ${fresh.toFixed(2)} s`)
  report.ratio('rows as rebuilt:', isSame ? 1 : 0, { floor: 1 })
}

async function readRows(): Promise<string> {
  const tables = ['pool_swaps', 'pool_candles']
  const texts = tables.map(async (table) => {
    const { rows } = await client.query(
      `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS hash, count(*) FROM ${table} AS t`,
    )
    return JSON.stringify(rows)
  })
  return (await Promise.all(texts)).join()
}
