import { join } from 'node:path'
import type { Address } from '@/lib/core/address'
import { openDatabase } from '@/lib/db/database'
import { migrate } from '@/lib/db/migrate'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { findRoute } from '@/lib/routing/find-route'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { checkCounts } from '@/lib/settlements/verification/check-settlement'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { setUpSolverStage } from '@/lib/testing/auctions/solver-fixture'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { temporaryFolder } from './instance'
import { createReport, median } from './load/measure'

// Orders settled together against orders one at a time, on a real chain: whole rounds from loading the orders to the
// receipt, including the auction, the simulation and the check afterwards. Half of the orders match the other half;
// limits are up to 2 % below the market.
const together = 50
const rounds = 3
const report = createReport('settle')

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
const random = seededRandom(3)
const pairs = [
  ['WETH', 'USDC'],
  ['USDC', 'WETH'],
  ['WETH', 'DAI'],
  ['DAI', 'WETH'],
  ['USDC', 'DAI'],
  ['DAI', 'USDC'],
] as const

try {
  const alone: Run[] = []
  const joint: Run[] = []
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1) {
    const singles: Run[] = []
    for (let index = 0; index < 8; index += 1) singles.push(await settle(1))
    const batch = await settle(together)
    if (round < 0) continue
    alone.push(...singles)
    joint.push(batch)
  }
  printComparison(alone, joint)
} finally {
  await db.$disconnect()
  await Promise.all([network.stop(), postgres.stop()])
  folder.remove()
}

type Run = {
  readonly ms: number
  readonly gas: number
  readonly transactions: number
  readonly share: number
}

/** Places orders and runs rounds until all are settled; figures are per order, except the transaction count. */
async function settle(count: number): Promise<Run> {
  for (let index = 0; index < count; index += 1) await placeOne(index)
  let [ms, gas, transactions, orders] = [0, 0, 0, 0]
  while (orders < count) {
    const start = performance.now()
    const { state, auctionId = 0n } = await runRound(ctx, { chainId: 1, epoch: 1n })
    ms += performance.now() - start
    // Earlier orders have moved the price beyond their limits.
    if (state !== 'mined') break
    const sent = await db.settlementTransaction.findMany({
      where: { solutions: { some: { auctionId } } },
    })
    for (const { txHash, orderUids } of sent) {
      const receipt = await ctx.chain(1).client.getTransactionReceipt({ hash: txHash as Address })
      gas += Number(receipt.gasUsed)
      transactions += 1
      orders += orderUids.length
    }
    while ((await indexBlocks(ctx, { chainId: 1, epoch: 1n })) === 'behind');
  }
  await db.order.updateMany({ where: { status: 'open' }, data: { status: 'cancelled' } })
  return { ms: ms / orders, gas: gas / orders, transactions, share: orders / count }
}

/** Places one order of a token pair, worth a few thousandths of its pools' balance. */
async function placeOne(index: number): Promise<void> {
  const [sell, buy] = (pairs[index % pairs.length] ?? pairs[0]).map(token) as [Address, Address]
  const { pools } = await readPools(ctx, { chainId: 1, tokens: [sell, buy] })
  const sellAmount = sizeOf(sell)
  const offered = findRoute(pools, { sellToken: sell, buyToken: buy, sellAmount })?.buyAmount ?? 0n
  const parts = BigInt(Math.round((0.98 + 0.015 * random()) * 1_000_000))
  const buyAmount = (offered * parts) / 1_000_000n
  await place(1 + (index % 8), { sellToken: sell, buyToken: buy, sellAmount, buyAmount })
}

/** Worth about 0.5 ether. */
function sizeOf(sold: Address): bigint {
  const parts = BigInt(Math.round((0.5 + random()) * 1_000))
  if (sold === token('WETH')) return 5n * 10n ** 14n * parts
  return (sold === token('USDC') ? 10n ** 6n : 10n ** 18n) * parts
}

function printComparison(alone: readonly Run[], joint: readonly Run[]): void {
  const [single, batch] = [alone, joint].map((runs) => ({
    ms: median(runs.map(({ ms }) => ms)),
    gas: median(runs.map(({ gas }) => gas)),
  }))
  if (!single || !batch) return
  const transactions = median(joint.map((run) => run.transactions))
  report.say(
    `one order: ${single.ms.toFixed(0)} ms, ${single.gas.toFixed(0)} gas; of ${together} together each: ${batch.ms.toFixed(1)} ms, ${batch.gas.toFixed(0)} gas, in ${transactions} transactions`,
  )
  const share = Math.min(...[...alone, ...joint].map((run) => run.share))
  report.ratio('share of the orders that settle, at least', share, { floor: 0.9, goal: 1 })
  const { checked, broken } = checkCounts(ctx)
  report.say(`${checked} settlements checked, ${broken} violated an invariant`)
  report.ratio('settlements without violations', (checked - broken) / checked, { floor: 1 })
  report.ratio(`orders/s, ${together} together against 1`, single.ms / batch.ms, {
    floor: 5,
    goal: 8,
  })
  report.atMost(
    `gas per order, ${together} together against 1 (goal 0.6)`,
    batch.gas / single.gas,
    {
      ceiling: 0.7,
      unit: 'times',
    },
  )
  report.calibrate()
}
