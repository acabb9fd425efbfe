import type { BlockHeader } from '@/lib/chain/block'
import type { IndexedEvent } from '@/lib/chain-events/contract-event'

/** Maximum number of events per transaction, unless a single block has more. */
export const maxEvents = 2_000

/** Blocks in ascending order, with all their events in chain order. */
export type BlockEvents = {
  readonly blocks: readonly BlockHeader[]
  readonly events: readonly IndexedEvent[]
}

/** Returns the leading blocks that fit into one transaction, at least one: anyone can fill blocks with events. */
export function firstStep({ blocks, events }: BlockEvents): BlockEvents {
  const tooMuch = events[maxEvents]
  if (!tooMuch) return { blocks, events }
  const end = blocks.findIndex(({ number }) => number === tooMuch.blockNumber)
  const taken = blocks.slice(0, Math.max(1, end))
  const last = taken.at(-1)?.number ?? 0n
  return { blocks: taken, events: events.filter(({ blockNumber }) => blockNumber <= last) }
}
