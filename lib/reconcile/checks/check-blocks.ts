import type { BlockHeader } from '@/lib/chain/block'
import { listIndexedBlocks } from '@/lib/chain/block-store'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import { readHeader } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { type Finding, type Found, nothingFound, type Scan } from '@/lib/reconcile/invariant'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'

/** Blocks and seconds by which the index of settlements may be behind the head, whichever is more. */
const maxLag = { blocks: 3n, seconds: 10 }

/**
 * Returns whether an index is too far behind the head: by more than three blocks, and more than ten seconds. One block after a
 * long pause is not.
 */
export function isBehind(
  tip: Pick<BlockHeader, 'number' | 'timestamp'>,
  head: Pick<BlockHeader, 'number' | 'timestamp'>,
): boolean {
  return head.number - tip.number > maxLag.blocks && head.timestamp - tip.timestamp > maxLag.seconds
}

/**
 * Checks the stored block headers (16): each is the parent of the next one, the newest and one chosen by the clock are on the
 * chain, and the newest is no more than three blocks, or ten seconds, behind the head.
 */
export async function checkBlocks(ctx: Context, { chainId }: Scan): Promise<Found> {
  const chain = ctx.chain(chainId)
  const blocks = await listIndexedBlocks(ctx.db, settlementIndex(chainId))
  const [tip] = blocks
  if (!tip) return nothingFound
  const head = await newestHead(ctx, chainId)
  const known = blocks.filter(({ number }) => number <= head.number)
  const chosen = [known[0], known[Math.floor(ctx.now() / 60_000) % Math.max(known.length, 1)]]
  const findings = [...findBrokenLinks(blocks), ...findLag(tip, head)]
  for (const block of chosen) {
    if (!block) continue
    const { hash } = await readHeader(chain, block.number)
    if (hash !== block.hash) {
      const detail = `the stored hash ${block.hash} is not that of the chain, ${hash}`
      findings.push({ invariant: 16, subject: `header ${block.number}`, detail })
    }
  }
  return { items: blocks.length, findings }
}

/** Ranges of final blocks are stored by their last block: only neighbours are linked. */
function findBrokenLinks(highestFirst: readonly BlockHeader[]): Finding[] {
  return highestFirst.flatMap(({ number, hash }, index): Finding[] => {
    const child = highestFirst[index - 1]
    if (!child || child.number !== number + 1n || child.parentHash === hash) return []
    const detail = `block ${child.number} names another parent than ${hash}`
    return [{ invariant: 16, subject: `header ${number}`, detail }]
  })
}

function findLag(tip: BlockHeader, head: BlockHeader): Finding[] {
  if (!isBehind(tip, head)) return []
  const [blocks, seconds] = [head.number - tip.number, head.timestamp - tip.timestamp]
  const detail = `the index is ${blocks} blocks and ${seconds} s behind the head`
  return [{ invariant: 16, subject: lag, detail }]
}

const lag = 'lag'

/** Whether a finding says that the index is behind. */
export const isLag = ({ invariant, subject }: Finding) => invariant === 16 && subject === lag
