import { join } from 'node:path'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { type Database, openDatabase, toDecimal } from '@/lib/db/database'
import { migrate } from '@/lib/db/migrate'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { placeOrder } from '@/lib/orders/placement/place-order'
import { getQuote } from '@/lib/quotes/get-quote'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { bookCosts } from '@/lib/settlements/books/book-costs'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { setUpSolverStage } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { repeat } from '@/lib/testing/until'
import { housekeepingLoop, retentionLoop } from '@/lib/workers/service-loops'
import { temporaryFolder } from './instance'
import { createReport } from './load/measure'

// Bytes of the database per settled order, tables and indexes, before and after the retention of details: each order is
// quoted, placed, settled among resting orders, indexed, and notified on one channel. An order that settles alone bears its
// settlement alone; five that settle together share it.
const batches = [
  { together: 1, orders: 600, ceiling: 4_000 },
  { together: 5, orders: 2_000, ceiling: 3_000 },
] as const
const resting = 20
/** No two orders of an account are the same. */
const firstValidTo = Math.floor(Date.now() / 1_000) + 3_600
let placed = 0
const report = createReport('storage')

report.calibrate()
const folder = temporaryFolder()
const [network, postgres] = await Promise.all([
  startTestNetwork({ chainId: 1 }),
  startPostgres({ dataDir: join(folder.path, 'data'), logFile: join(folder.path, 'log') }),
])
const url = postgres.url('postgres')
await migrate(url)
const db = openDatabase({ url, connections: 5 })
const { ctx, place, token } = await setUpSolverStage({ network, db })
await db.leader.create({ data: { role: indexerRole(1), epoch: 1n } })
const pairs = [
  ['WETH', 'USDC'],
  ['USDC', 'WETH'],
  ['WETH', 'DAI'],
  ['DAI', 'USDC'],
] as const

try {
  for (let index = 0; index < resting; index += 1) {
    const [sellToken, buyToken] = tokensOf(index)
    await place(1 + (index % 8), {
      sellToken,
      buyToken,
      sellAmount: 10n ** 6n,
      buyAmount: 10n ** 30n,
    })
  }
  for (const { address } of network.accounts) {
    for (const one of ['WETH', 'USDC', 'DAI']) {
      const approval = { spender: defaultVaultRelayer, amount: maxUint256 }
      await approve(network.rpcUrl, { token: token(one), owner: address, ...approval })
    }
    await db.subscription.create({
      data: {
        ...{ account: address, channel: 'webhook', label: 'host', targetKey: address },
        ...{ types: ['order_filled'], confirmed: true, target: 'sealed', secret: 'sealed' },
      },
    })
  }
  // What does not grow with orders is there before the first measurement.
  for (let index = 0; index < 20; index += 1) await settle(index, 1)
  await forget(1_000)
  for (const { together, orders, ceiling } of batches) {
    const before = await sizes(db)
    for (let index = 0; index < orders; index += together) await settle(index, together)
    const whole = printSizes(`${together} together`, { before, after: await sizes(db), orders })
    await forget(100)
    const later = printSizes(`${together} together, after 100 days`, {
      before,
      after: await sizes(db),
      orders,
    })
    await forget(1_000)
    const left = printSizes(`${together} together, in the end`, {
      before,
      after: await sizes(db),
      orders,
    })
    const [first, then, last] = [whole, later, left].map(Math.round)
    report.say(`${together} together: ${first} bytes per order, ${then} later, ${last} for ever`)
    report.atMost(`bytes that stay, ${together} together`, left, {
      ceiling,
      unit: 'bytes',
      digits: 0,
    })
  }
} finally {
  await db.$disconnect()
  await Promise.all([network.stop(), postgres.stop()])
  folder.remove()
}

function tokensOf(index: number): [Address, Address] {
  const [sell, buy] = pairs[index % pairs.length] ?? pairs[0]
  return [token(sell), token(buy)]
}

/** Deletes what is deleted so many days later. */
async function forget(days: number): Promise<void> {
  const old = { ...ctx, now: () => Date.now() + days * 24 * 60 * 60 * 1_000 }
  await db.delivery.updateMany({ data: { state: 'sent', sentAt: new Date() } })
  const { signal } = new AbortController()
  await repeat(
    () => retentionLoop.run(old, signal),
    (state) => state === 'done',
  )
  await housekeepingLoop.run(old, signal)
}

async function settle(first: number, count: number): Promise<void> {
  for (let index = first; index < first + count; index += 1) await placeOne(index)
  const isSettled = async () =>
    (await db.order.count({
      where: { status: 'open', buyAmount: { lt: toDecimal(10n ** 30n) } },
    })) === 0
  await repeat(async () => {
    const { state } = await runRound(ctx, { chainId: 1, epoch: 1n })
    if (state !== 'mined') throw new Error(`the round of order ${first} is ${state}`)
    while ((await indexBlocks(ctx, { chainId: 1, epoch: 1n })) === 'behind');
    await bookCosts(ctx, { chainId: 1, epoch: 1n })
    return isSettled()
  }, Boolean)
}

async function placeOne(index: number): Promise<void> {
  const account = network.accounts[1 + (index % 8)] ?? network.solver
  const [sellToken, buyToken] = tokensOf(index)
  const unit = sellToken === token('USDC') ? 10n ** 6n : 10n ** 18n
  const sellAmount = sellToken === token('WETH') ? unit / 10n : 300n * unit
  const size = { kind: 'sell', sellAmountBeforeFee: sellAmount } as const
  const from = account.address
  const quote = await getQuote(ctx, testQuoteRequest({ sellToken, buyToken, from, size }))
  const terms = { sellToken, buyToken, sellAmount, buyAmount: (quote.buyAmount * 98n) / 100n }
  const validTo = firstValidTo + placed++
  const { privateKey } = account
  const signed = await signTestOrder({ ...terms, validTo }, { privateKey })
  await placeOrder(ctx, { ...signed, quoteId: quote.id })
}

type Sizes = ReadonlyMap<string, number>

/** Bytes of each table and each index, without free space. */
async function sizes(database: Database): Promise<Sizes> {
  await database.$executeRawUnsafe('VACUUM FULL')
  const rows = await database.$queryRaw<{ name: string; bytes: bigint }[]>`
    SELECT relname AS name, pg_table_size(oid) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT tables.relname || '/' || indexes.relname, pg_relation_size(indexes.oid) FROM pg_index
    JOIN pg_class tables ON tables.oid = indrelid JOIN pg_class indexes ON indexes.oid = indexrelid
    WHERE tables.relnamespace = 'public'::regnamespace`
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

type Growth = { readonly before: Sizes; readonly after: Sizes; readonly orders: number }

/** Prints the bytes per order of each table with its indexes, then of the table and each index; returns their sum. */
function printSizes(when: string, { before, after, orders }: Growth): number {
  const parts = [...after].map(
    ([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / orders] as const,
  )
  const tables = new Map<string, number>()
  for (const [name, bytes] of parts) {
    const [table = name] = name.split('/')
    tables.set(table, (tables.get(table) ?? 0) + bytes)
  }
  for (const [what, list] of [
    ['tables', [...tables]],
    ['parts', parts],
  ] as const) {
    const sorted = list.filter(([, bytes]) => bytes >= 1).sort(([, a], [, b]) => b - a)
    const texts = sorted.map(([name, bytes]) => `${name} ${Math.round(bytes)}`)
    report.say(`${when}, ${what}: ${texts.join(', ')}`)
  }
  return [...tables.values()].reduce((sum, bytes) => sum + bytes, 0)
}
