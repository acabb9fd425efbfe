import fc from 'fast-check'
import { toHex } from 'viem'
import { afterEach, expect } from 'vitest'
import type { BlockHeader } from '@/lib/chain/block'
import type { ChainStep } from '@/lib/chain/chain-index'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { cases } from '@/lib/testing/cases'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import type { PoolSwap } from './decode-swaps'
import { applyMarket } from './index-market'
import { marketRole } from './market-role'
import { type MarketEvents, noMarketEvents } from './read-market'

const chainId = 1
const leadership = { chainId, epoch: 1n }
const window = 64
const pools = ['a', 'b', 'c'].map((digit): Hex => `0x${digit.repeat(40)}`)
const maxUint256 = 2n ** 256n - 1n

let database: TestDatabase
let ctx: Context

test.beforeAll(async ({ database: empty }) => {
  database = empty
  const rpcUrls = new Map([[chainId, 'http://127.0.0.1:1']])
  ctx = createTestContext({ db: database.db, rpcUrls })
  await ctx.db.leader.create({ data: { role: marketRole(chainId), epoch: 1n } })
})
afterEach(async () => {
  await ctx.db.poolSwap.deleteMany()
  await ctx.db.poolCandle.deleteMany()
  await ctx.db.indexedBlock.deleteMany()
  await ctx.db.cursor.deleteMany()
})

type Block = { readonly header: BlockHeader; readonly swaps: readonly PoolSwap[] }

type Draft = {
  readonly seconds: number
  readonly trades: readonly (readonly [number, number, bigint])[]
}

/** Builds a chain of blocks from drafts; `salt` distinguishes branches. */
function chainOf(
  drafts: readonly Draft[],
  { salt = 1, below = [] as readonly Block[] } = {},
): Block[] {
  const blocks = [...below]
  for (const { seconds, trades } of drafts) {
    const parent = blocks.at(-1)?.header
    const number = (parent?.number ?? -1n) + 1n
    const header: BlockHeader = {
      number,
      hash: toHex(BigInt(salt) * 1_000_000n + number, { size: 32 }),
      parentHash: parent?.hash ?? toHex(0, { size: 32 }),
      timestamp: (parent?.timestamp ?? 1_700_000_000) + seconds,
    }
    const swaps = trades.map(
      ([index, price, amount], logIndex): PoolSwap => ({
        pool: pools[index]!,
        blockNumber: number,
        blockHash: header.hash,
        logIndex,
        timestamp: header.timestamp,
        amount0: amount,
        amount1: -amount,
        price,
        depth0: amount,
        depth1: BigInt(logIndex),
      }),
    )
    blocks.push({ header, swaps })
  }
  return blocks
}

const draft: fc.Arbitrary<Draft> = fc.record({
  seconds: fc.constantFrom(1, 12, 100, 290, 700),
  trades: fc.array(
    fc.tuple(
      fc.nat(2),
      fc.double({ min: 1e-30, max: 1e30, noNaN: true }),
      fc.bigInt(-maxUint256, maxUint256).map((amount) => (amount < 0n ? -amount : amount)),
    ),
    { maxLength: 3 },
  ),
})

async function apply(blocks: readonly Block[], step: Partial<ChainStep<MarketEvents>>) {
  const swaps = blocks.flatMap((block) => block.swaps)
  await applyMarket(ctx, leadership, {
    tip: undefined,
    ancestor: undefined,
    isFinal: false,
    blocks: blocks.map(({ header }) => header),
    events: { ...noMarketEvents, swaps },
    ...step,
  })
}

/** Indexes blocks above `tip` like the index: final blocks in ranges, the rest in one step. */
async function follow(blocks: readonly Block[], tip: number, splits: readonly number[]) {
  const safe = blocks.length - 1 - window
  let last = tip
  const ends = [...new Set([...splits, safe])].filter((end) => end > tip && end <= safe)
  for (const end of ends.sort((a, b) => a - b)) {
    const range = blocks.slice(last + 1, end + 1)
    const headers = [blocks[end]!.header]
    await apply(range, { tip: blocks[last]?.header, blocks: headers, isFinal: true })
    last = end
  }
  const rest = splits.filter((end) => end > last && end < blocks.length - 1).sort((a, b) => a - b)
  for (const end of [...rest, blocks.length - 1]) {
    if (end <= last) continue
    await apply(blocks.slice(last + 1, end + 1), { tip: blocks[last]?.header })
    last = end
  }
}

async function rows() {
  const { db } = ctx
  return {
    swaps: await db.poolSwap.findMany({ orderBy: [{ blockNumber: 'asc' }, { logIndex: 'asc' }] }),
    candles: await db.poolCandle.findMany({
      orderBy: [{ seconds: 'asc' }, { at: 'asc' }, { pool: 'asc' }],
    }),
  }
}

async function clear() {
  await ctx.db.poolSwap.deleteMany()
  await ctx.db.poolCandle.deleteMany()
  await ctx.db.indexedBlock.deleteMany()
}

test('rows do not depend on the ranges read', { tags: ['long'] }, async () => {
  const drafts = fc.array(draft, { minLength: 70, maxLength: 140 })
  const splits = fc.array(fc.nat(139), { maxLength: 12 })
  const isSame = fc.asyncProperty(drafts, splits, async (some, ends) => {
    const blocks = chainOf(some)
    await clear()
    await follow(blocks, -1, [])
    const atOnce = await rows()
    await clear()
    await follow(blocks, -1, ends)
    expect(await rows()).toEqual(atOnce)
  })
  await fc.assert(isSame, { numRuns: cases(3, 8), seed: 4 })
})

test('rows after a reorg equal those of a fresh index', { tags: ['long'] }, async () => {
  const drafts = fc.array(draft, { minLength: 66, maxLength: 140 })
  const branch = fc.array(draft, { minLength: 1, maxLength: 64 })
  const isSame = fc.asyncProperty(drafts, branch, async (some, other) => {
    const left = chainOf(some)
    const above = left.length - 1 - other.length
    const right = chainOf(other, { salt: 2, below: left.slice(0, above + 1) })
    await clear()
    await follow(left, -1, [left.length - 30, left.length - 10])
    const step = { tip: left.at(-1)!.header, ancestor: left[above]!.header }
    await apply(right.slice(above + 1), step)
    const reorganised = await rows()
    await clear()
    await follow(right, -1, [])
    expect(reorganised).toEqual(await rows())
  })
  await fc.assert(isSame, { numRuns: cases(3, 8), seed: 4 })
})

test('sums saturate at the largest storable amount', async () => {
  const trade = [0, 1, maxUint256] as const
  const blocks = chainOf(Array(30).fill({ seconds: 300, trades: [trade, trade] }))
  for (const [index] of blocks.entries()) {
    await apply(blocks.slice(index, index + 1), { tip: blocks[index - 1]?.header })
  }
  const { candles } = await rows()
  expect(new Set(candles.map(({ seconds }) => seconds))).toEqual(new Set([300, 3_600, 86_400]))
  for (const { volume0 } of candles) expect(volume0.toFixed(0)).toBe(String(maxUint256))
})

test('keeps swaps until their five-minute window is final, and candles for 30 and 400 days', async () => {
  const day = 86_400
  const trades = [[0, 1, 5n]] as const
  const early = chainOf([
    { seconds: 0, trades },
    { seconds: 369 * day, trades },
  ])
  const blocks = chainOf(
    [
      { seconds: 20 * day, trades },
      { seconds: 11 * day, trades },
      { seconds: day, trades },
      ...Array(window).fill({ seconds: 12, trades: [] }),
    ],
    { below: early },
  )
  await follow(blocks, -1, [0, 1, 2, 3])
  const kept = async (seconds: number) => ctx.db.poolCandle.count({ where: { seconds } })
  expect([await kept(300), await kept(3_600), await kept(86_400)]).toEqual([3, 4, 5])
  expect(await ctx.db.poolSwap.count()).toBe(1)
})
