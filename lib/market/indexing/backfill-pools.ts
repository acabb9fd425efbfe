import type { BlockHeader } from '@/lib/chain/block'
import { findBlockAtOrBelow, findTip, lockPosition } from '@/lib/chain/block-store'
import type { BlockRange } from '@/lib/chain/chain-index'
import { rangeWidth, withinRange } from '@/lib/chain/range-width'
import { readLogs } from '@/lib/chain/read-logs'
import { isOnChain } from '@/lib/chain/reorg'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { findProtocols } from '@/lib/liquidity/pools/pool-store'
import { startOfCandle } from '@/lib/market/candles/candle'
import { addToCandles, deleteCandlesOf, rollUpCandles } from '@/lib/market/candles/candle-store'
import { candlesOf } from '@/lib/market/candles/swap-candles'
import { listPoolsToBackfill } from '@/lib/market/pools/pool-query'
import { decodeSwaps, type PoolSwap, swapTopics } from './decode-swaps'
import { findBackfillStart, type MarketLeadership, marketIndex, marketRole } from './market-role'
import { readTimes } from './read-market'
import { deleteSwapsOf, insertSwaps } from './swap-store'

/** A pool with candles older than this many seconds before the tip was known when its swaps were indexed. */
const knownSeconds = 600

/** Maximum attempts to read the newest blocks while the index moves on. */
const attempts = 5

/**
 * Backfills the swaps and candles of one pool that was discovered after its swaps were emitted. Returns whether
 * one was backfilled. Embedded networks have no such pools.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down; Conflict when another process
 * leads.
 */
export async function backfillPools(ctx: Context, leadership: MarketLeadership): Promise<boolean> {
  const { chainId } = leadership
  if (ctx.config.embeddedChainIds.includes(chainId)) return false
  const tip = await findTip(ctx.db, marketIndex(chainId))
  if (!tip) return false
  const done = backfilledPools(ctx, chainId)
  const pending = await listPoolsToBackfill(ctx.db, chainId, tip.timestamp - knownSeconds)
  const pool = pending.find((address) => !done.has(address))
  if (!pool) return false
  try {
    const isDone = await backfillPool(ctx, leadership, { pool, tip })
    if (isDone) done.add(pool)
    return isDone
  } catch (cause) {
    throw isServiceError(cause) ? cause : dependencyDown(ctx.chain(chainId).network.title, cause)
  }
}

const backfilledPools = defineSlot(
  'market/backfilled-pools',
  (_, _chainId: number) => new Set<Address>(),
)

type Backfill = { readonly pool: Address; readonly tip: BlockHeader }

async function backfillPool(
  ctx: Context,
  leadership: MarketLeadership,
  pending: Backfill,
): Promise<boolean> {
  const chain = ctx.chain(leadership.chainId)
  const { pool } = pending
  const window = BigInt(chain.network.reorgBlocks)
  const final = pending.tip.number - window
  const settled = await readSwaps(ctx, chain.network.chainId, {
    pool,
    fromBlock: await findBackfillStart(chain, pending.tip),
    toBlock: final,
  })
  const fromBlock = final < 0n ? 0n : final + 1n
  for (let attempt = 0; attempt < attempts; attempt++) {
    const tip = await findTip(ctx.db, marketIndex(chain.network.chainId))
    if (!tip) return false
    const range = { pool, fromBlock, toBlock: tip.number }
    const recent = await readSwaps(ctx, chain.network.chainId, range)
    if (!(await isOnChain(chain, tip))) continue
    const swaps = [...settled, ...recent]
    if (await replaceSwaps(ctx, leadership, { pool, tip, swaps })) return true
  }
  return false
}

async function readSwaps(
  ctx: Context,
  chainId: number,
  { pool, fromBlock, toBlock }: BlockRange & { readonly pool: Address },
): Promise<PoolSwap[]> {
  const chain = ctx.chain(chainId)
  const index = marketIndex(chainId)
  const pools = await findProtocols(ctx.db, chainId, [pool])
  const swaps: PoolSwap[] = []
  for (let next = fromBlock; next <= toBlock; ) {
    const end = next + rangeWidth(ctx, index) - 1n
    const range = { fromBlock: next, toBlock: end < toBlock ? end : toBlock }
    const query = { ...range, addresses: [pool], topics: swapTopics }
    const logs = await withinRange(ctx, index, () => readLogs(chain, query))
    if (!logs) continue
    for (const swap of decodeSwaps(logs, { pools, times: await readTimes(chain, logs) })) {
      swaps.push(swap)
    }
    next = range.toBlock + 1n
  }
  return swaps
}

type Replacement = Backfill & { readonly swaps: readonly PoolSwap[] }

/** Replaces a pool's swaps and candles. Returns false if the index has moved since `tip`. */
async function replaceSwaps(
  ctx: Context,
  { chainId, epoch }: MarketLeadership,
  replacement: Replacement,
): Promise<boolean> {
  const index = marketIndex(chainId)
  const { reorgBlocks } = ctx.chain(chainId).network
  return inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, marketRole(chainId), epoch)
    await lockPosition(tx, index)
    const tip = await findTip(tx, index)
    if (tip?.hash !== replacement.tip.hash) return false
    const final = await findBlockAtOrBelow(tx, index, tip.number - BigInt(reorgBlocks))
    const openSince = final ? startOfCandle(final.timestamp) : 0
    await writeSwaps(tx, chainId, { ...replacement, openSince })
    return true
  })
}

async function writeSwaps(
  tx: Transaction,
  chainId: number,
  { pool, swaps, openSince }: Replacement & { readonly openSince: number },
): Promise<void> {
  await deleteSwapsOf(tx, chainId, pool)
  await deleteCandlesOf(tx, chainId, pool)
  const open = swaps.filter(({ timestamp }) => timestamp >= openSince)
  await insertSwaps(tx, chainId, open)
  await addToCandles(tx, chainId, candlesOf(swaps))
  await rollUpCandles(tx, chainId, { pools: [pool], from: 0 })
}
