import { findCursor, saveCursor } from '@/lib/chain/block-store'
import type { Chain } from '@/lib/chain/chain'
import type { BlockRange } from '@/lib/chain/chain-index'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import { rangeWidth, withinRange } from '@/lib/chain/range-width'
import { type ChainLog, readLogs } from '@/lib/chain/read-logs'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { dependencyDown } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import type { KnownVaultPool, PairDescriptor } from '@/lib/liquidity/pool'
import { forgetSelections } from './block-states'
import { creationTopics, decodeCreation } from './decode-creation'
import { decodeVaultCreation, identifyVaultPools, vaultCreationTopic } from './identify-vault-pools'
import { poolCursor, savePools, saveVaultPools } from './pool-store'

/** Blocks per call: one request where the node allows that many, and more than are reread each time. */
const rangeBlocks = 2_000n

/** Blocks of history that the first backfill covers. Older pools are found by probing the factories. */
const maxBackfill = 500_000n

/**
 * Stores the pools that the factories created since the last call, one range of blocks at a time; returns whether it
 * has reached the head. Rereads the blocks that are not final each time. Requests are as wide as the node allows.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function discoverPools(
  ctx: Context,
  { chainId }: { readonly chainId: number },
): Promise<boolean> {
  const chain = ctx.chain(chainId)
  const down = (cause: unknown) => {
    throw dependencyDown(chain.network.title, cause)
  }
  const { number: head } = await newestHead(ctx, chainId).catch(down)
  const fromBlock = await firstBlock(ctx, chain, head)
  const toBlock = minAmount(head, fromBlock + rangeBlocks - 1n)
  const { pools, vaultPools } = await readCreations(ctx, chain, { fromBlock, toBlock }).catch(down)
  const count = await inTransaction(ctx.db, async (tx) => {
    await saveCursor(tx, poolCursor(chainId), toBlock)
    const saved = await saveVaultPools(tx, { chainId, pools: vaultPools })
    return saved + (await savePools(tx, { chainId, pools }))
  })
  if (count > 0) await forgetSelections(ctx, chainId)
  return toBlock === head
}

async function firstBlock(ctx: Context, chain: Chain, head: bigint): Promise<bigint> {
  const cursor = await findCursor(ctx.db, poolCursor(chain.network.chainId))
  if (cursor === undefined) return head > maxBackfill ? head - maxBackfill : 0n
  // A chain that was rolled back or restarted has a head below the cursor.
  const done = cursor < head ? cursor : head
  const again = BigInt(chain.network.reorgBlocks)
  return done > again ? done - again : 0n
}

type Created = {
  readonly pools: readonly PairDescriptor[]
  readonly vaultPools: readonly KnownVaultPool[]
}

async function readCreations(ctx: Context, chain: Chain, range: BlockRange): Promise<Created> {
  const { factories } = chain.network
  const logs = await readCreationLogs(ctx, chain, range)
  const made = logs.flatMap((log) => decodeVaultCreation(log, factories) ?? [])
  return {
    pools: logs.flatMap((log) => decodeCreation(log, factories) ?? []),
    vaultPools: await identifyVaultPools(chain, made),
  }
}

async function readCreationLogs(
  ctx: Context,
  chain: Chain,
  { fromBlock, toBlock }: BlockRange,
): Promise<ChainLog[]> {
  const { chainId, factories } = chain.network
  const reader = { chainId, indexer: 'pools' } as const
  const addresses = [
    ...[...factories.uniswapV2, ...factories.balancerV2].map(({ address }) => address),
    ...factories.uniswapV3,
  ]
  const topics = [...creationTopics, vaultCreationTopic]
  const logs: ChainLog[] = []
  for (let next = fromBlock; next <= toBlock; ) {
    const last = minAmount(toBlock, next + rangeWidth(ctx, reader) - 1n)
    const range = { fromBlock: next, toBlock: last }
    const read = await withinRange(ctx, reader, () =>
      readLogs(chain, { ...range, addresses, topics }),
    )
    if (!read) continue
    logs.push(...read)
    next = last + 1n
  }
  return logs
}
