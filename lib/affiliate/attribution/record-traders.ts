import { findFinalBlock } from '@/lib/affiliate/funding/final-block'
import { findCursor, findTip, saveCursor } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import {
  findFirstTradeBlock,
  recordReferredTraders,
  referralCursor,
  reopenTraders,
} from './referred-trader-store'

/** Blocks per statement. */
const blockBatchSize = 50_000n

/** Records who traded with orders that have codes: in new blocks, and in blocks that may still be reorged. */
export async function recordTraders(ctx: Context): Promise<void> {
  for (const chainId of ctx.config.chainIds) {
    const tip = await findTip(ctx.db, { chainId, indexer: 'settlements' })
    if (tip) await recordTradersUpTo(ctx, chainId, tip.number)
  }
}

async function recordTradersUpTo(ctx: Context, chainId: number, tip: bigint): Promise<void> {
  const noted = await findCursor(ctx.db, referralCursor(chainId))
  const final = await findFinalBlock(ctx, chainId)
  if (noted !== undefined && isLost(ctx, { chainId, noted, tip, final: final?.number })) {
    return reopenAfterLoss(ctx, { chainId, noted, tip })
  }
  const first = noted ?? (await findFirstTradeBlock(ctx.db, chainId))
  if (first === undefined) return
  const at = new Date(ctx.now())
  for (let after = noted ?? first - 1n; after < tip; after += blockBatchSize) {
    await recordReferredTraders(ctx.db, { chainId, after, upTo: after + blockBatchSize }, at)
  }
  // During a reorg the index can be behind the final block for a short time.
  if (final && final.number > (noted ?? -1n))
    await saveCursor(ctx.db, referralCursor(chainId), final.number)
}

type Place = { readonly chainId: number; readonly noted: bigint; readonly tip: bigint }

/**
 * Whether final blocks have left the chain. The index never rolls back past them on a reorg. An embedded chain that
 * lost its last blocks is reindexed and may already be past them when this is noticed.
 */
function isLost(
  ctx: Context,
  { chainId, noted, tip, final }: Place & { readonly final: bigint | undefined },
): boolean {
  const isEmbedded = ctx.config.embeddedChainIds.includes(chainId)
  return tip < noted || (isEmbedded && final !== undefined && final < noted)
}

async function reopenAfterLoss(ctx: Context, { chainId, noted, tip }: Place): Promise<void> {
  const window = BigInt(ctx.chain(chainId).network.finalityBlocks)
  const finalTo = tip > window ? tip - window : 0n
  const traders = await inTransaction(ctx.db, async (tx) => {
    await saveCursor(tx, referralCursor(chainId), finalTo)
    return reopenTraders(tx, chainId)
  })
  ctx.log.error(
    { chainId, noted, tip, traders },
    'final blocks left the chain: reevaluating its traders, payouts unchanged',
  )
}
