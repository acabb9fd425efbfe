import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import type { BlockRange } from '@/lib/chain/chain-index'
import { isTooWide } from '@/lib/chain/range-width'
import { type ChainLog, readLogs } from '@/lib/chain/read-logs'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { creationTopics, decodeCreation } from '@/lib/liquidity/pools/decode-creation'
import { listPoolAddresses } from '@/lib/liquidity/pools/pool-store'
import { transferTopics } from '@/lib/tokens/holders/token-transfer'
import { swapTopics } from './decode-swaps'

/** Logs that the market index reads from one block or range. */
export type MarketLogs = {
  readonly ofPools: readonly ChainLog[]
  readonly ofTokens: readonly ChainLog[]
}

type Place = BlockRange | { readonly blockHash: Hex }

/** Maximum addresses per `eth_getLogs` request. */
const addressesAtOnce = 1_000

const poolTopics = [...swapTopics, ...creationTopics]

/** The blocks to read, and the tokens whose transfers are read. */
type MarketPlace = { readonly place: Place; readonly tokens: readonly Address[] }

/** Reads the logs of pools and tokens. */
export async function readMarketLogs(
  ctx: Context,
  chain: Chain,
  { place, tokens }: MarketPlace,
): Promise<MarketLogs> {
  const [ofPools, ofTokens] = await Promise.all([
    readPoolLogs(ctx, chain, place),
    readLogsOf(chain, { place, topics: transferTopics, addresses: tokens }),
  ])
  return { ofPools, ofTokens }
}

/**
 * Like {@link readMarketLogs}, for blocks whose preceding pools may not be stored yet.
 *
 * @throws {Error} when the logs are too many to be read without a list of known pools.
 */
export async function readMarketLogsAhead(
  chain: Chain,
  { place, tokens }: MarketPlace,
): Promise<MarketLogs> {
  const [ofPools, ofTokens] = await Promise.all([
    readLogs(chain, { ...place, topics: poolTopics }),
    readLogsOf(chain, { place, topics: transferTopics, addresses: tokens }),
  ])
  return { ofPools, ofTokens }
}

/**
 * Queries by topics alone, because a pool may be created in the same blocks. Any contract can emit such events;
 * if that makes one block too large, queries known pools instead.
 */
async function readPoolLogs(ctx: Context, chain: Chain, place: Place): Promise<ChainLog[]> {
  try {
    return await readLogs(chain, { ...place, topics: poolTopics })
  } catch (error) {
    const isOneBlock = 'blockHash' in place || place.fromBlock === place.toBlock
    if (!isOneBlock || !isTooWide(error)) throw error
    return readLogsOfKnown(ctx, chain, place)
  }
}

async function readLogsOfKnown(ctx: Context, chain: Chain, place: Place): Promise<ChainLog[]> {
  const { chainId, factories } = chain.network
  const creators = [...factories.uniswapV2.map(({ address }) => address), ...factories.uniswapV3]
  const created = await readLogs(chain, {
    ...place,
    topics: creationTopics,
    addresses: creators,
  })
  const creations = created.flatMap((log) => decodeCreation(log, factories)?.address ?? [])
  const known = await listPoolAddresses(ctx.db, chainId)
  const addresses = [...new Set([...known, ...creations])]
  const swaps = await readLogsOf(chain, { place, topics: swapTopics, addresses })
  return [...created, ...swaps].sort((a, b) => a.logIndex - b.logIndex)
}

type QueryOf = {
  readonly place: Place
  readonly topics: readonly Hex[]
  readonly addresses: readonly Address[]
}

async function readLogsOf(chain: Chain, query: QueryOf): Promise<ChainLog[]> {
  const { place, topics, addresses } = query
  const logs: ChainLog[] = []
  for (let start = 0; start < addresses.length; start += addressesAtOnce) {
    const some = addresses.slice(start, start + addressesAtOnce)
    for (const log of await readLogs(chain, { ...place, topics, addresses: some })) logs.push(log)
  }
  return logs.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
}

/** Maximum logs per step, unless one block has more: anyone can fill blocks with logs. */
export const maxLogs = 20_000

/** Blocks whose logs are requested concurrently. */
const blocksAtOnce = 4

/** A block and its logs. */
type BlockLogs = MarketLogs & { readonly block: BlockHeader }

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
