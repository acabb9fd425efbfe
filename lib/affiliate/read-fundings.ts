import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import { isTooWide, rangeWidth, withinRange } from '@/lib/chain/range-width'
import { readHeader } from '@/lib/chain/read-headers'
import { type Context, memoized } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/group-by'
import { inTransaction } from '@/lib/db/database'
import { fetchFundings } from './fetch-fundings'
import { findFinalBlock } from './final-block'
import {
  deleteIdleFundingReads,
  type FundingRead,
  insertFundings,
  listFundingReads,
  moveFundingReads,
} from './funding-store'

/** Traders whose transfers are asked for together at most. */
const tradersAtOnce = 100

/**
 * Reads the transfers of traders with undecided trades a range of final blocks further; those who are at the same
 * block go together, and groups take turns. Returns whether there is more to read at once.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, or its candles have not come to
 * what was transferred: then it is read again later, and nobody is moved on.
 */
export async function readFundings(ctx: Context, chainId: number): Promise<'again' | 'done'> {
  await deleteIdleFundingReads(ctx.db)
  const final = await findFinalBlock(ctx, chainId)
  if (!final) return 'done'
  const reads = await listFundingReads(ctx.db, chainId)
  const behind = reads.filter(({ blockNumber = -1n }) => blockNumber < final.number)
  const groups = [...groupBy(behind, ({ blockNumber }) => blockNumber).values()]
  const turn = memoized(ctx, `affiliate/fundings/${chainId}`, () => ({ count: 0 }))
  const group = groups[turn.count++ % Math.max(1, groups.length)]
  const first = group?.[0]
  if (!first) return 'done'
  const reading = async () => {
    const from = first.blockNumber
    if (from === undefined) return findPlace(ctx, first, final)
    // Those who are further are met, and read together with from there on.
    const next = behind.find(({ blockNumber = -1n }) => blockNumber > from)?.blockNumber
    const step = {
      chainId,
      from: { ...first, blockNumber: from },
      last: next ?? final.number,
      final,
    }
    await readGroup(ctx, { ...step, reads: group.slice(0, tradersAtOnce) })
  }
  await reading().catch((cause) => {
    throw isServiceError(cause) ? cause : dependencyDown(ctx.chain(chainId).network.title, cause)
  })
  return 'again'
}

/** Finds the block at which a reading begins: the last one up to its moment. */
async function findPlace(ctx: Context, read: FundingRead, final: BlockHeader): Promise<void> {
  const { chainId, trader, timestamp } = read
  const number = await findBlockUpTo(ctx.chain(chainId), timestamp, final.number)
  const to = { number: minAmount(number, final.number - 1n), timestamp }
  await moveFundingReads(ctx.db, { chainId, traders: [trader], from: read, to })
}

/** By halving; -1 when all blocks are later. */
async function findBlockUpTo(chain: Chain, moment: number, last: bigint): Promise<bigint> {
  let low = 0n
  let high = last + 1n
  while (low < high) {
    const middle = (low + high) / 2n
    const { timestamp } = await readHeader(chain, middle)
    if (timestamp > moment) high = middle
    else low = middle + 1n
  }
  return low - 1n
}

type Step = {
  readonly chainId: number
  readonly reads: readonly FundingRead[]
  /** Where they all are. */
  readonly from: { readonly blockNumber: bigint }
  /** The block up to which they may be read. */
  readonly last: bigint
  readonly final: BlockHeader
}

/**
 * What is too much for the node even of a single block is read for one trader at a time, so that none holds up
 * another. It does not become too much for one: only base tokens are read, whose transfers cost gas, and a block has
 * gas for fewer of them than nodes tell at once.
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
  const { chainId, reads, final } = step
  const from = step.from.blockNumber
  const width = { chainId, indexer: 'fundings' }
  const toBlock = minAmount(from + rangeWidth(ctx, width), step.last)
  const to = toBlock === final.number ? final : await readHeader(ctx.chain(chainId), toBlock)
  const range = { fromBlock: from + 1n, toBlock }
  const traders = reads.map(({ trader }) => trader)
  const fundings = await withinRange(ctx, width, () =>
    fetchFundings(ctx, chainId, { traders, range }),
  )
  if (!fundings) return
  await inTransaction(ctx.db, async (tx) => {
    await insertFundings(tx, chainId, fundings)
    for (const [timestamp, some] of groupBy(reads, (read) => read.timestamp)) {
      const traders = some.map(({ trader }) => trader)
      await moveFundingReads(tx, { chainId, traders, from: { blockNumber: from, timestamp }, to })
    }
  })
}
