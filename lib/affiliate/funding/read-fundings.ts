import { findFinalBlock } from '@/lib/affiliate/attribution/watermark'
import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import { isTooWide, newWidth, type Width, withinWidth } from '@/lib/chain/range-width'
import { readHeader } from '@/lib/chain/read-headers'
import { type Context, defineSlot } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/group-by'
import { inTransaction } from '@/lib/db/database'
import { fetchFundings } from './fetch-fundings'
import {
  advanceFundingReads,
  deleteIdleFundingReads,
  type FundingRead,
  insertFundings,
  listFundingReads,
} from './funding-store'

/** Maximum number of traders per log query. */
const maxTraders = 100

/**
 * Reads the next range of final blocks for the transfers of traders with undecided trades. Traders at the same block
 * form a group; groups take turns. Returns 'again' when more is due.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer or its candles do not reach the
 *   transfers yet; no progress is saved then, and the range is retried.
 */
export async function readFundings(ctx: Context, chainId: number): Promise<'again' | 'done'> {
  await deleteIdleFundingReads(ctx.db)
  const final = await findFinalBlock(ctx, chainId)
  if (!final) return 'done'
  const reads = await listFundingReads(ctx.db, chainId)
  const behind = reads.filter(({ blockNumber = -1n }) => blockNumber < final.number)
  const groups = [...groupBy(behind, ({ blockNumber }) => blockNumber).values()]
  const turn = turnOf(ctx, chainId)
  const group = groups[turn.count++ % Math.max(1, groups.length)]
  const first = group?.[0]
  if (!first) return 'done'
  const widths = widthsOf(ctx, chainId)
  for (const block of widths.keys()) {
    if (!behind.some(({ blockNumber }) => blockNumber === block)) widths.delete(block)
  }
  const reading = async () => {
    const from = first.blockNumber
    if (from === undefined) return findStartBlock(ctx, first, final)
    // Stops at the next group's block, from where both are read together.
    const next = behind.find(({ blockNumber = -1n }) => blockNumber > from)?.blockNumber
    const step = { chainId, from, last: next ?? final.number, final, widths }
    await readGroup(ctx, { ...step, reads: group.slice(0, maxTraders) })
  }
  await reading().catch((cause) => {
    throw isServiceError(cause) ? cause : dependencyDown(ctx.chain(chainId).network.title, cause)
  })
  return 'again'
}

/** Sets the start block of a read: the last block up to its start time. */
async function findStartBlock(ctx: Context, read: FundingRead, final: BlockHeader): Promise<void> {
  const { chainId, trader, timestamp } = read
  const number = await findBlockUpTo(ctx.chain(chainId), timestamp, final.number)
  const to = { number: minAmount(number, final.number - 1n), timestamp }
  await advanceFundingReads(ctx.db, { chainId, traders: [trader], from: read, to })
}

/** Finds the last block up to a time by binary search; -1 when all blocks are later. */
async function findBlockUpTo(chain: Chain, time: number, last: bigint): Promise<bigint> {
  let low = 0n
  let high = last + 1n
  while (low < high) {
    const middle = (low + high) / 2n
    const { timestamp } = await readHeader(chain, middle)
    if (timestamp > time) high = middle
    else low = middle + 1n
  }
  return low - 1n
}

/** Range widths by the current block of a group, so that a limit hit by one group does not slow down others. */
type Widths = Map<bigint, Width>

const widthsOf = defineSlot('affiliate/funding-widths', (_, _chainId: number): Widths => new Map())

const turnOf = defineSlot('affiliate/funding-turn', (_, _chainId: number) => ({ count: 0 }))

type Step = {
  readonly chainId: number
  readonly reads: readonly FundingRead[]
  /** The current block of all these reads. */
  readonly from: bigint
  /** The last block to read. */
  readonly last: bigint
  readonly final: BlockHeader
  readonly widths: Widths
}

/**
 * Reads a group. When even a single block exceeds the node's limits, receipts included, reads each trader separately,
 * so that none blocks another.
 */
async function readGroup(ctx: Context, step: Step): Promise<void> {
  try {
    await readStep(ctx, step)
  } catch (error) {
    if (step.reads.length === 1 || !isTooWide(error)) throw error
    let failure: unknown
    for (const read of step.reads) {
      await readStep(ctx, { ...step, reads: [read] }).catch((cause) => {
        failure ??= cause
      })
    }
    if (failure) throw failure
  }
}

async function readStep(ctx: Context, step: Step): Promise<void> {
  const { chainId, reads, from, final, widths } = step
  const width = widths.get(from) ?? newWidth()
  widths.set(from, width)
  const toBlock = minAmount(from + BigInt(width.blocks), step.last)
  const to = toBlock === final.number ? final : await readHeader(ctx.chain(chainId), toBlock)
  const range = { fromBlock: from + 1n, toBlock }
  const traders = reads.map(({ trader }) => trader)
  const tokens = [...new Set(reads.flatMap((read) => read.tokens))]
  const query = { traders, tokens, range }
  const fundings = await withinWidth(width, () => fetchFundings(ctx, chainId, query))
  if (!fundings) {
    width.blocks = Math.min(width.blocks, Math.ceil(Number(toBlock - from) / 2))
    return
  }
  widths.set(toBlock, { ...width })
  await inTransaction(ctx.db, async (tx) => {
    await insertFundings(tx, chainId, fundings)
    for (const [timestamp, some] of groupBy(reads, (read) => read.timestamp)) {
      const traders = some.map(({ trader }) => trader)
      await advanceFundingReads(tx, {
        chainId,
        traders,
        from: { blockNumber: from, timestamp },
        to,
      })
    }
  })
}
