import { findTip } from '@/lib/chain/block-store'
import type { BlockRange } from '@/lib/chain/chain-index'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import { isTooWide } from '@/lib/chain/range-width'
import type { Context } from '@/lib/context'
import { maxAmount, minAmount } from '@/lib/core/amount'
import {
  type Finding,
  type Found,
  joinFound,
  nothingFound,
  type Scan,
} from '@/lib/reconcile/invariant'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import { readContractEvents } from '@/lib/settlements/indexing/read-events'
import {
  type ComparableEvent,
  findFirstEventBlock,
  listStoredEvents,
  toComparable,
} from './event-query'

/** Blocks per comparison; a node that refuses as many, or a table with too many events, halves them. */
const blocksPerRead = 1_000n
/** Stored events of a kind per comparison: some megabytes. */
const maxEvents = 5_000
/** Comparisons of a sample, most of which are one block: anyone can fill blocks with events. */
const maxReads = 8

/**
 * Compares the stored events with those of the chain, newest blocks first: each has exactly one row, each row one event, with
 * equal fields. Trades are invariant 3, the other events 19.
 */
export async function checkEvents(ctx: Context, scan: Scan): Promise<Found> {
  const { chainId, scope, again } = scan
  const chain = ctx.chain(chainId)
  const [tip, head] = await Promise.all([
    findTip(ctx.db, settlementIndex(chainId)),
    newestHead(ctx, chainId),
  ])
  if (!tip) return nothingFound
  const toBlock = minAmount(tip.number, head.number)
  const newest = scan.blocks ?? 2n * BigInt(chain.network.reorgBlocks)
  const isWhole = scope === 'complete' && scan.blocks === undefined
  const first = isWhole ? await findFirstEventBlock(ctx.db, chainId) : toBlock - newest + 1n
  const ranges = [{ fromBlock: maxAmount(first ?? toBlock, 0n), toBlock }]
  for (const name of again.get('block') ?? []) {
    const block = BigInt(name)
    if (block <= toBlock) ranges.push({ fromBlock: block, toBlock: block })
  }
  return joinFound(await compareRanges(ctx, scan, ranges))
}

async function compareRanges(
  ctx: Context,
  { chainId, scope, blocks, signal }: Scan,
  ranges: readonly BlockRange[],
): Promise<Found[]> {
  const found: Found[] = []
  const open = ranges.flatMap(splitEvenly)
  const isBounded = scope === 'sample' && blocks === undefined
  for (let reads = 0; open.length > 0 && !signal.aborted; reads++) {
    if (isBounded && reads >= maxReads + ranges.length) break
    const range = open.shift() as BlockRange
    const result = await compareRange(ctx, chainId, range)
    if (result) found.push(result)
    else open.unshift(...halves(range))
  }
  return found
}

/** Undefined if the range has too many events. */
async function compareRange(
  ctx: Context,
  chainId: number,
  range: BlockRange,
): Promise<Found | undefined> {
  const isOne = range.fromBlock === range.toBlock
  const limit = isOne ? Number.MAX_SAFE_INTEGER - 1 : maxEvents
  const stored = await listStoredEvents(ctx.db, { chainId, ...range }, limit)
  if (!stored) return undefined
  try {
    const events = await readContractEvents(ctx, chainId, range)
    return { items: events.length, findings: diffEvents(stored, events.map(toComparable)) }
  } catch (error) {
    if (isOne || !isTooWide(error)) throw error
    return undefined
  }
}

/** Returns the differences between stored events and those of the chain, one per block and invariant. */
export function diffEvents(
  stored: readonly ComparableEvent[],
  events: readonly ComparableEvent[],
): Finding[] {
  const rows = new Map(stored.map((row) => [row.place, row]))
  const places = new Set(events.map(({ place }) => place))
  const differences = [
    ...events.flatMap((event) => {
      const row = rows.get(event.place)
      if (row?.text === event.text) return []
      return [{ event, what: row ? 'differs from that of the chain' : 'is missing' }]
    }),
    ...stored
      .filter(({ place }) => !places.has(place))
      .map((event) => ({ event, what: 'is not on the chain' })),
  ]
  const findings = new Map<string, Finding & { count: number }>()
  for (const { event, what } of differences) {
    const invariant = event.kind === 'trade' ? 3 : 19
    const subject = `block ${event.blockNumber}`
    const key = `${invariant} ${subject}`
    const known = findings.get(key)
    if (known) known.count += 1
    else {
      const detail = `${event.kind} at ${event.place} ${what}`
      findings.set(key, { invariant, subject, detail, count: 1 })
    }
  }
  return [...findings.values()].map(({ count, ...finding }) =>
    count === 1 ? finding : { ...finding, detail: `${finding.detail}, and ${count - 1} more` },
  )
}

/** Splits a range, the highest blocks first. */
function splitEvenly({ fromBlock, toBlock }: BlockRange): BlockRange[] {
  const parts: BlockRange[] = []
  for (let to = toBlock; to >= fromBlock; to -= blocksPerRead) {
    parts.push({ fromBlock: maxAmount(fromBlock, to - blocksPerRead + 1n), toBlock: to })
  }
  return parts
}

function halves({ fromBlock, toBlock }: BlockRange): BlockRange[] {
  const middle = (fromBlock + toBlock) / 2n
  return [
    { fromBlock: middle + 1n, toBlock },
    { fromBlock, toBlock: middle },
  ]
}
