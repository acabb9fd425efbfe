import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import { type Context, contextSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type MarketLogs, readMarketLogs, readMarketLogsAhead } from './read-market-logs'

/** Logs that one step takes at most, unless a single block holds more: anyone can fill blocks with them. */
export const maxLogs = 20_000

/** Blocks whose logs are asked for at the same time. */
const blocksAtOnce = 4

/** A block and its logs. */
export type BlockLogs = MarketLogs & { readonly block: BlockHeader }

type Question = { readonly blocks: readonly BlockHeader[]; readonly tokens: readonly Address[] }

/** What is read of the blocks after those of the last step, while that is stored; never fails. */
type Ahead = { tokens?: string; read?: Promise<readonly BlockLogs[]> }

/**
 * Reads the logs of the first of these blocks, each by its hash, as many as one step can take and one at least; and
 * begins with the next ones, for the step after this one.
 */
export async function readBlockLogs(
  ctx: Context,
  chain: Chain,
  { blocks, tokens }: Question,
): Promise<readonly BlockLogs[]> {
  const ahead = contextSlot(ctx, `market/ahead/${chain.network.chainId}`, (): Ahead => ({}))
  const known = ahead.tokens === tokens.join() ? ((await ahead.read) ?? []) : []
  const begun = known.filter(({ block }, index) => block.hash === blocks[index]?.hash)
  const read = await readOn(begun, blocks, async (block) => ({
    block,
    ...(await readMarketLogs(ctx, chain, { place: { blockHash: block.hash }, tokens })),
  }))
  const taken = firstBlocks(read)
  const rest = blocks.slice(taken.length)
  const next = readOn(read.slice(taken.length), rest, async (block) => ({
    block,
    ...(await readMarketLogsAhead(chain, { place: { blockHash: block.hash }, tokens })),
  }))
  ahead.tokens = tokens.join()
  ahead.read = next.catch(() => [])
  return taken
}

/** Reads on until there is enough for a step. */
async function readOn(
  begun: readonly BlockLogs[],
  blocks: readonly BlockHeader[],
  readBlock: (block: BlockHeader) => Promise<BlockLogs>,
): Promise<readonly BlockLogs[]> {
  const read = [...begun]
  while (read.length < blocks.length && countLogs(read) < maxLogs) {
    const some = blocks.slice(read.length, read.length + blocksAtOnce)
    read.push(...(await Promise.all(some.map(readBlock))))
  }
  return read
}

/** Those that one step can take, one at least. */
function firstBlocks(read: readonly BlockLogs[]): readonly BlockLogs[] {
  let end = read.length
  while (end > 1 && countLogs(read.slice(0, end)) > maxLogs) end -= 1
  return read.slice(0, end)
}

/** How many logs there are. */
export function countLogs(read: readonly MarketLogs[]): number {
  return read.reduce((sum, { ofPools, ofTokens }) => sum + ofPools.length + ofTokens.length, 0)
}
