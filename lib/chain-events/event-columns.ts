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

/** Where on a network's chain an event stands. */
export type Place = { readonly blockHash: string; readonly logIndex: number }

/** One text for each place. */
export const placeKey = ({ blockHash, logIndex }: Place) => `${blockHash} ${logIndex}`

/** What identifies a stored event. */
export const selectPlace = { blockHash: true, logIndex: true } as const

/** The columns that the tables of events share. */
export function placeColumns(chainId: number, event: IndexedEvent) {
  const { blockHash, logIndex, blockNumber, txHash } = event
  return { chainId, blockHash, logIndex, blockNumber, txHash, timestamp: BigInt(event.timestamp) }
}
