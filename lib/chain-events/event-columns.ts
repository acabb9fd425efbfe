import type { IndexedEvent } from './contract-event'

/** The events of one kind. */
export type Of<K extends IndexedEvent['kind']> = Extract<IndexedEvent, { kind: K }>

/** The events of one kind. */
export function ofKind<K extends IndexedEvent['kind']>(
  events: readonly IndexedEvent[],
  kind: K,
): Of<K>[] {
  return events.filter((event): event is Of<K> => event.kind === kind)
}

/** The position of an event on a network's chain. */
export type Place = { readonly blockHash: string; readonly logIndex: number }

/** Returns a unique key for a position. */
export const placeKey = ({ blockHash, logIndex }: Place) => `${blockHash} ${logIndex}`

/** The columns that identify a stored event. */
export const selectPlace = { blockHash: true, logIndex: true } as const

/** The columns shared by all event tables. */
export function placeColumns(chainId: number, event: IndexedEvent) {
  const { blockHash, logIndex, blockNumber, txHash } = event
  return { chainId, blockHash, logIndex, blockNumber, txHash, timestamp: BigInt(event.timestamp) }
}
