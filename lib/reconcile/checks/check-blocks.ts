import type { BlockHeader } from '@/lib/chain/block'
import { listIndexedBlocks } from '@/lib/chain/block-store'
import { readHeader } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import type { Network } from '@/lib/core/networks/network'
import { type Finding, type Found, nothingFound, type Scan } from '@/lib/reconcile/invariant'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'

/** Blocks and seconds by which the index of settlements may be behind the head, whichever is more. */
const maxLag = { blocks: 3, seconds: 10 }

/** Returns by how many seconds an index may be behind the head of a network. */
export function maxLagSeconds({ blockSeconds }: Pick<Network, 'blockSeconds'>): number {
  return Math.max(maxLag.blocks * blockSeconds, maxLag.seconds)
}

/**
 * Checks the stored block headers (16): each is the parent of the next one, the newest and one chosen by the clock are on the
 * chain, and the newest is no more than three blocks, or ten seconds, older than the head.
 */
export async function checkBlocks(ctx: Context, { chainId }: Scan): Promise<Found> {
  const chain = ctx.chain(chainId)
  const blocks = await listIndexedBlocks(ctx.db, settlementIndex(chainId))
  const [tip] = blocks
  if (!tip) return nothingFound
  const head = await readHeader(chain)
  const known = blocks.filter(({ number }) => number <= head.number)
  const chosen = [known[0], known[Math.floor(ctx.now() / 60_000) % Math.max(known.length, 1)]]
  const findings = [...findBrokenLinks(blocks), ...findLag(chain.network, { tip, head })]
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

function findLag(
  network: Network,
  { tip, head }: { readonly tip: BlockHeader; readonly head: BlockHeader },
): Finding[] {
  const seconds = head.timestamp - tip.timestamp
  if (head.number <= tip.number || seconds <= maxLagSeconds(network)) return []
  const detail = `the index is ${head.number - tip.number} blocks and ${seconds} s behind the head`
  return [{ invariant: 16, subject: 'lag', detail }]
}
