import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import type { BlockRange } from '@/lib/chain/chain-index'
import { readHeaders } from '@/lib/chain/read-headers'
import type { ChainLog } from '@/lib/chain/read-logs'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { decodeCreation } from '@/lib/liquidity/pools/decode-creation'
import { findProtocols } from '@/lib/liquidity/pools/pool-store'
import { decodeTransfers, type TokenTransfer } from '@/lib/tokens/holders/token-transfer'
import { listLiveTokens } from '@/lib/tokens/holders/tracked-token-store'
import { decodeSwaps, type PoolSwap } from './decode-swaps'
import {
  countLogs,
  type MarketLogs,
  maxLogs,
  readBlockLogs,
  readMarketLogs,
} from './read-market-logs'

/** Reads the events of the first blocks, each by its hash, as many as fit one step. */
export async function readMarketBlocks(
  ctx: Context,
  chainId: number,
  blocks: readonly BlockHeader[],
): Promise<{ readonly blocks: readonly BlockHeader[]; readonly events: MarketEvents }> {
  const chain = ctx.chain(chainId)
  const tokens = await listLiveTokens(ctx.db, chainId)
  const taken = await readBlockLogs(ctx, chain, { blocks, tokens })
  const times = new Map(taken.map(({ block }) => [block.hash, block.timestamp]))
  const logs = {
    ofPools: taken.flatMap(({ ofPools }) => ofPools),
    ofTokens: taken.flatMap(({ ofTokens }) => ofTokens),
  }
  const events = await decodeMarket(ctx, chain, { logs, tokens, times })
  return { blocks: taken.map(({ block }) => block), events }
}

/**
 * Reads the events of a range of final blocks.
 *
 * @throws {Error} "too wide" when the range has more than {@link maxLogs} logs.
 */
export async function readMarketRange(
  ctx: Context,
  chainId: number,
  range: BlockRange,
): Promise<MarketEvents> {
  const chain = ctx.chain(chainId)
  const tokens = await listLiveTokens(ctx.db, chainId)
  const logs = await readMarketLogs(ctx, chain, { place: range, tokens })
  const count = countLogs([logs])
  if (count > maxLogs && range.toBlock > range.fromBlock) {
    throw new Error(`the block range is too wide: it holds ${count} logs`)
  }
  return decodeMarket(ctx, chain, { logs, tokens, times: undefined })
}

type Reading = {
  readonly logs: MarketLogs
  readonly tokens: readonly Address[]
  /** Unix seconds by block hash; read from the node if undefined. */
  readonly times: ReadonlyMap<Hex, number> | undefined
}

async function decodeMarket(
  ctx: Context,
  chain: Chain,
  { logs, tokens, times }: Reading,
): Promise<MarketEvents> {
  const { chainId, wrappedNative, factories } = chain.network
  const pools = logs.ofPools.flatMap((log) => decodeCreation(log, factories) ?? [])
  const emitters = [...new Set(logs.ofPools.map(({ address }) => address))]
  const protocols = await findProtocols(ctx.db, chainId, emitters)
  for (const { address, protocol } of pools) protocols.set(address, protocol)
  const ofPools = logs.ofPools.filter(({ address }) => protocols.has(address))
  const known = times ?? (await readTimes(chain, ofPools))
  return {
    swaps: decodeSwaps(ofPools, { pools: protocols, times: known }),
    pools,
    tokens,
    transfers: decodeTransfers(logs.ofTokens, { tokens: new Set(tokens), wrappedNative }),
  }
}

/**
 * Returns block times of logs: Unix seconds by block hash. Requests the headers of logs that carry no time.
 *
 * @throws {Error} when a block was reorged.
 */
export async function readTimes(
  chain: Chain,
  logs: readonly ChainLog[],
): Promise<Map<Hex, number>> {
  const times = new Map<Hex, number>()
  const withoutTime = new Set<bigint>()
  for (const { blockHash, blockNumber, timestamp } of logs) {
    if (timestamp === undefined) withoutTime.add(blockNumber)
    else times.set(blockHash, timestamp)
  }
  const headers = await readHeaders(chain, [...withoutTime])
  for (const { hash, timestamp } of headers) times.set(hash, timestamp)
  const lost = logs.find(({ blockHash }) => !times.has(blockHash))
  if (lost) throw new Error(`block ${lost.blockHash} has left the chain`)
  return times
}

/** Decoded events of blocks for the market index, in chain order. */
export type MarketEvents = {
  readonly swaps: readonly PoolSwap[]
  /** Created pools. */
  readonly pools: readonly PairDescriptor[]
  /** Tokens whose transfers were read. */
  readonly tokens: readonly Address[]
  readonly transfers: readonly TokenTransfer[]
}

/** Events of blocks without any. */
export const noMarketEvents: MarketEvents = { swaps: [], pools: [], tokens: [], transfers: [] }
