import type { BlockHeader } from '@/lib/chain/block'
import type { IndexedEvent } from '@/lib/chain-events/contract-event'

/** Events that are applied in one transaction at most, unless a single block holds more. */
export const maxEvents = 2_000

/** Blocks, lowest first, with all their events in chain order. */
export type BlockEvents = {
  readonly blocks: readonly BlockHeader[]
  readonly events: readonly IndexedEvent[]
}

/**
 * The first of these blocks that one transaction can apply, one at least: anyone can fill blocks
 * with events.
 */
export function firstStep({ blocks, events }: BlockEvents): BlockEvents {
  const tooMuch = events[maxEvents]
  if (!tooMuch) return { blocks, events }
  const end = blocks.findIndex(({ number }) => number === tooMuch.blockNumber)
  const taken = blocks.slice(0, Math.max(1, end))
  const last = taken.at(-1)?.number ?? 0n
  return { blocks: taken, events: events.filter(({ blockNumber }) => blockNumber <= last) }
}
