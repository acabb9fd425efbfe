import { findTip } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'
import { findFinalBlock } from './final-block'
import {
  findFirstTradeBlock,
  findNotedBlock,
  noteReferredTraders,
  saveNotedBlock,
  undecideTraders,
} from './referred-trader-store'

/** Blocks whose trades are looked at by one statement. */
const blocksAtOnce = 50_000n

/** Notes who traded by orders that name codes: in the blocks since the last look, and in those that may yet change. */
export async function noteTraders(ctx: Context): Promise<void> {
  for (const chainId of ctx.config.chainIds) {
    const tip = await findTip(ctx.db, { chainId, indexer: 'settlements' })
    if (tip) await noteTradersUpTo(ctx, chainId, tip.number)
  }
}

async function noteTradersUpTo(ctx: Context, chainId: number, tip: bigint): Promise<void> {
  const noted = await findNotedBlock(ctx.db, chainId)
  const first = noted ?? (await findFirstTradeBlock(ctx.db, chainId))
  if (first === undefined) return
  const at = new Date(ctx.now())
  for (let after = noted ?? first - 1n; after < tip; after += blocksAtOnce) {
    await noteReferredTraders(ctx.db, { chainId, after, upTo: after + blocksAtOnce }, at)
  }
  const final = await findFinalBlock(ctx, chainId)
  if (!final || final.number === noted) return
  if (noted !== undefined && final.number < noted) {
    // The tip may go back a little; only an embedded chain that lost its last blocks is indexed anew, and then
    // nothing that was decided stands.
    if (!ctx.config.embeddedChainIds.includes(chainId)) return
    await undecideTraders(ctx.db)
  }
  await saveNotedBlock(ctx.db, chainId, final.number)
}
