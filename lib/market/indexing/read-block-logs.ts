import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type MarketLogs, readMarketLogs, readMarketLogsAhead } from './read-market-logs'

/** Maximum logs per step, unless one block has more: anyone can fill blocks with logs. */
export const maxLogs = 20_000

/** Blocks whose logs are requested concurrently. */
const blocksAtOnce = 4

/** A block and its logs. */
export type BlockLogs = MarketLogs & { readonly block: BlockHeader }

type LogQuery = { readonly blocks: readonly BlockHeader[]; readonly tokens: readonly Address[] }

/** Logs prefetched for the next step while the last one is stored. `read` never rejects. */
type Prefetch = { tokens?: string; read?: Promise<readonly BlockLogs[]> }

const prefetchOf = defineSlot('market/prefetch', (_, _chainId: number): Prefetch => ({}))

/**
 * Reads the logs of the first blocks, each by its hash: up to {@link maxLogs} logs, but at least one block.
 * Prefetches the following blocks for the next step.
 */
export async function readBlockLogs(
  ctx: Context,
  chain: Chain,
  { blocks, tokens }: LogQuery,
): Promise<readonly BlockLogs[]> {
  const prefetch = prefetchOf(ctx, chain.network.chainId)
  const known = prefetch.tokens === tokens.join() ? ((await prefetch.read) ?? []) : []
  const prefetched = known.filter(({ block }, index) => block.hash === blocks[index]?.hash)
  const read = await readUntilFull(prefetched, blocks, async (block) => ({
    block,
    ...(await readMarketLogs(ctx, chain, { place: { blockHash: block.hash }, tokens })),
  }))
  const taken = firstBlocks(read)
  const rest = blocks.slice(taken.length)
  const next = readUntilFull(read.slice(taken.length), rest, async (block) => ({
    block,
    ...(await readMarketLogsAhead(chain, { place: { blockHash: block.hash }, tokens })),
  }))
  prefetch.tokens = tokens.join()
  prefetch.read = next.catch(() => [])
  return taken
}

/** Reads further blocks until a step is full. */
async function readUntilFull(
  prefetched: readonly BlockLogs[],
  blocks: readonly BlockHeader[],
  readBlock: (block: BlockHeader) => Promise<BlockLogs>,
): Promise<readonly BlockLogs[]> {
  const read = [...prefetched]
  while (read.length < blocks.length && countLogs(read) < maxLogs) {
    const some = blocks.slice(read.length, read.length + blocksAtOnce)
    read.push(...(await Promise.all(some.map(readBlock))))
  }
  return read
}

/** Returns the blocks that fit one step, at least one. */
function firstBlocks(read: readonly BlockLogs[]): readonly BlockLogs[] {
  let end = read.length
  while (end > 1 && countLogs(read.slice(0, end)) > maxLogs) end -= 1
  return read.slice(0, end)
}

/** Counts the logs. */
export function countLogs(read: readonly MarketLogs[]): number {
  return read.reduce((sum, { ofPools, ofTokens }) => sum + ofPools.length + ofTokens.length, 0)
}
