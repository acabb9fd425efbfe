import { findFinalBlock } from '@/lib/affiliate/funding/final-block'
import { findTip } from '@/lib/chain/block-store'
import { findCursor, saveCursor } from '@/lib/chain/cursor-store'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import {
  findFirstTradeBlock,
  noteReferredTraders,
  referralCursor,
  undecideTraders,
} from './referred-trader-store'

/** Blocks whose trades are looked at by one statement. */
const blocksAtOnce = 50_000n

/** Notes who traded by orders that name codes: in the blocks since the last look, and in those that may yet change. */
export async function recordTraders(ctx: Context): Promise<void> {
  for (const chainId of ctx.config.chainIds) {
    const tip = await findTip(ctx.db, { chainId, indexer: 'settlements' })
    if (tip) await noteTradersUpTo(ctx, chainId, tip.number)
  }
}

async function noteTradersUpTo(ctx: Context, chainId: number, tip: bigint): Promise<void> {
  const noted = await findCursor(ctx.db, referralCursor(chainId))
  const final = await findFinalBlock(ctx, chainId)
  if (noted !== undefined && isLost(ctx, { chainId, noted, tip, final: final?.number })) {
    return takeBack(ctx, { chainId, noted, tip })
  }
  const first = noted ?? (await findFirstTradeBlock(ctx.db, chainId))
  if (first === undefined) return
  const at = new Date(ctx.now())
  for (let after = noted ?? first - 1n; after < tip; after += blocksAtOnce) {
    await noteReferredTraders(ctx.db, { chainId, after, upTo: after + blocksAtOnce }, at)
  }
  // An index that follows a branch is behind the final block for a moment.
  if (final && final.number > (noted ?? -1n))
    await saveCursor(ctx.db, referralCursor(chainId), final.number)
}

type Place = { readonly chainId: number; readonly noted: bigint; readonly tip: bigint }

/**
 * Whether final blocks have left the chain: an index that follows a branch goes back no further than to them. An
 * embedded chain that lost its last blocks is indexed anew, and may have come past them before it is seen.
 */
function isLost(
  ctx: Context,
  { chainId, noted, tip, final }: Place & { readonly final: bigint | undefined },
): boolean {
  const isEmbedded = ctx.config.embeddedChainIds.includes(chainId)
  return tip < noted || (isEmbedded && final !== undefined && final < noted)
}

async function takeBack(ctx: Context, { chainId, noted, tip }: Place): Promise<void> {
  const window = BigInt(ctx.chain(chainId).network.finalityBlocks)
  const stands = tip > window ? tip - window : 0n
  const traders = await inTransaction(ctx.db, async (tx) => {
    await saveCursor(tx, referralCursor(chainId), stands)
    return undecideTraders(tx, chainId)
  })
  ctx.log.error(
    { chainId, noted, tip, traders },
    'final blocks have left the chain: trades of its traders are judged anew, payouts stay',
  )
}
