import { findTip } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'
import { findFinalBlock } from './final-block'
import {
  findFirstTradeBlock,
  findNotedBlock,
  noteReferredTraders,
  saveNotedBlock,
} from './referred-trader-store'

/** Blocks whose trades are looked at by one statement. */
const blocksAtOnce = 50_000n

/** Notes who traded by orders that name codes: in the blocks since the last look, and in those that may yet change. */
export async function noteTraders(ctx: Context): Promise<void> {
  for (const chainId of ctx.config.chainIds) {
    const tip = await findTip(ctx.db, { chainId, indexer: 'settlements' })
    const noted = await findNoted(ctx, chainId)
    if (!tip || noted === undefined) continue
    const at = new Date(ctx.now())
    for (let after = noted; after < tip.number; after += blocksAtOnce) {
      const upTo = after + blocksAtOnce
      await noteReferredTraders(ctx.db, { chainId, after, upTo }, at)
    }
    const final = await findFinalBlock(ctx, chainId)
    if (final && final.number > noted) await saveNotedBlock(ctx.db, chainId, final.number)
  }
}

async function findNoted(ctx: Context, chainId: number): Promise<bigint | undefined> {
  const noted = await findNotedBlock(ctx.db, chainId)
  if (noted !== undefined) return noted
  const first = await findFirstTradeBlock(ctx.db, chainId)
  return first === undefined ? undefined : first - 1n
}
