import { numberToHex } from 'viem'
import { expect } from 'vitest'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { findRoute } from '@/lib/routing/find-route'
import { bookCosts } from '@/lib/settlements/books/book-costs'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { openSolverFixture, type SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { countCallers } from '@/lib/testing/chain/request-callers'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { runRound } from './run-round'

const symbols = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'COW', 'GNO', 'UNI', 'LINK']
const orders = 50

/** Sizes in atoms worth a few hundred dollars. */
const sizes: Readonly<Record<string, bigint>> = {
  WETH: 10n ** 17n,
  USDC: 300n * 10n ** 6n,
  USDT: 300n * 10n ** 6n,
  DAI: 300n * 10n ** 18n,
  WBTC: 5n * 10n ** 5n,
  COW: 1_000n * 10n ** 18n,
  GNO: 3n * 10n ** 18n,
  UNI: 40n * 10n ** 18n,
  LINK: 20n * 10n ** 18n,
}

/** Lists counts, highest first. */
const linesOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([, one], [, other]) => other - one).map(([name, count]) => `${count} ${name}`)

const report = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`)

type Measured = { readonly calls: number; readonly settlements: number }

test('a settlement of 50 orders takes at most 60 calls of the node', {
  tags: ['long-only'],
}, async ({ network, database: { db }, onTestFinished }) => {
  const node = await startNodeProxy(network.rpcUrl)
  onTestFinished(node.close)
  const fixture = await openSolverFixture({ network, db, environment: { EMBEDDED_CHAIN_IDS: '' } })
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(10n ** 8n)])
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
  const { ctx, counts } = countCallers(
    createTestContext({
      db,
      rpcUrls: new Map([[1, node.url]]),
      environment: { EMBEDDED_CHAIN_IDS: '', SOLVER_PRIVATE_KEY: network.solver.privateKey },
    }),
  )
  const random = seededRandom(5)

  const settle = async (what: string): Promise<Measured> => {
    await placeBook(fixture, random)
    await fixture.index()
    node.calls.clear()
    counts.clear()
    const { auctionId = 0n, state } = await runRound(ctx, { chainId: 1, epoch: 1n })
    await indexBlocks(ctx, { chainId: 1, epoch: 1n })
    await bookCosts(ctx, { chainId: 1, epoch: 1n })
    expect(state).toBe('mined')
    const sent = await db.settlementTransaction.findMany({
      where: { solutions: { some: { auctionId } } },
    })
    const calls = [...node.calls.values()].reduce((sum, count) => sum + count, 0)
    const filled = sent.map(({ orderUids }) => orderUids.length)
    report([
      `${what}: ${calls} calls, orders filled: ${filled}`,
      ...linesOf(node.calls),
      ...linesOf(counts),
    ])
    await db.order.updateMany({ where: { status: 'open' }, data: { status: 'cancelled' } })
    return { calls, settlements: sent.length }
  }

  // It also checks the deployment and the tokens, and reads all ticks.
  const first = await settle('first round of a process')
  expect(first.calls / first.settlements).toBeLessThanOrEqual(80)
  const next = await settle('next round')
  expect(next.calls / next.settlements).toBeLessThanOrEqual(60)
})

/** Places orders in both directions of half as many pairs, at most 4 % below what the pools pay. */
async function placeBook({ ctx, place, token }: SolverFixture, random: () => number) {
  const pairs = symbols.flatMap((one, i) => symbols.slice(i + 1).map((other) => [one, other]))
  const { pools } = await readPools(ctx, { chainId: 1, tokens: symbols.map(token) })
  for (let index = 0; index < orders; index += 1) {
    const pair = pairs[Math.floor(index / 2) % pairs.length] ?? []
    const [sell = '', buy = ''] = index % 2 === 0 ? pair : pair.toReversed()
    const [sellToken, buyToken] = [token(sell), token(buy)]
    const sellAmount = ((sizes[sell] ?? 0n) * BigInt(Math.round(1_000 + 500 * random()))) / 1_000n
    const offered = findRoute(pools, { sellToken, buyToken, sellAmount })?.buyAmount ?? 0n
    const buyAmount = (offered * 96n) / 100n
    await place(index % 8, { sellToken, buyToken, sellAmount, buyAmount })
  }
}
