import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import { noteAgreement, noteDisagreement } from '@/lib/chain/nodes/splits'
import { inChunks } from '@/lib/chain/read-headers'
import { findHeader } from '@/lib/chain/reorg'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** The fields of a log that are compared between nodes. */
type ComparedLog = {
  readonly address: string
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transactionHash: Hex | null
  readonly logIndex: number | null
}

/** The logs of these contracts in a block, as the pinned node reports them. */
export type BlockLogs = {
  readonly block: Pick<BlockHeader, 'number' | 'hash'>
  readonly logs: readonly ComparedLog[]
}

/**
 * Returns whether every other current node reports the same logs of these blocks, each at the same height with the same
 * hash. Without another current node, the pinned one is trusted. False while a node has not reached a block yet,
 * rejects the request, or disagrees.
 */
export async function areLogsConfirmed(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
  reported: readonly BlockLogs[],
): Promise<boolean> {
  for (const witness of ctx.nodes(chainId).witnesses()) {
    const opinions = await inChunks(reported, (one) => compare(witness, addresses, one))
    const opponent = { chainId, host: witness.host }
    if (opinions.includes('other block')) {
      await noteDisagreement(ctx, { ...opponent, subject: 'blocks' })
      return false
    }
    if (opinions.includes('other logs')) {
      await noteDisagreement(ctx, { ...opponent, subject: 'events' })
      return false
    }
    if (opinions.includes('not there yet')) return false
    // Down: the pinned node is trusted. A node that serves everything but this would hide a forgery.
    if (opinions.includes('silent') && ctx.nodes(chainId).witnesses().includes(witness)) {
      await noteDisagreement(ctx, { ...opponent, subject: 'events' })
      return false
    }
  }
  await noteAgreement(ctx, { chainId, subject: 'blocks' })
  await noteAgreement(ctx, { chainId, subject: 'events' })
  return true
}

type Comparison = 'same' | 'other block' | 'other logs' | 'not there yet' | 'silent'

async function compare(
  witness: Chain,
  addresses: readonly Address[],
  { block, logs }: BlockLogs,
): Promise<Comparison> {
  try {
    const header = await findHeader(witness, block.number)
    if (!header) return 'not there yet'
    if (header.hash !== block.hash) return 'other block'
    const found = await witness.client.getLogs({ address: [...addresses], blockHash: block.hash })
    return textOf(found) === textOf(logs) ? 'same' : 'other logs'
  } catch {
    return 'silent'
  }
}

const textOf = (logs: readonly ComparedLog[]) =>
  logs
    .toSorted((a, b) => (a.logIndex ?? 0) - (b.logIndex ?? 0))
    .map(({ address, topics, data, transactionHash, logIndex }) =>
      [address.toLowerCase(), ...topics, data, transactionHash, logIndex].join(),
    )
    .join('\n')
