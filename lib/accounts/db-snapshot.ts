/**
 * A PostgreSQL snapshot: the set of transactions it shows. Two snapshots delimit exactly what was committed between
 * them, in whatever order transactions began and ended; sequence numbers and timestamps become visible late.
 */
export type DbSnapshot = {
  /** The era and PostgreSQL's text form (`pg_snapshot`): `era.xmin:xmax:xip`. */
  readonly text: string
  /**
   * The history of the database that transaction ids belong to: a restored backup gives the ids after its end to other
   * transactions, and another server counts its own. Empty in a snapshot of a version that knew no eras.
   */
  readonly era: string
  /** The first transaction id not yet assigned (xmax). */
  readonly next: bigint
  /** Transactions below `next` still in progress (xip). */
  readonly running: readonly bigint[]
}

const maxInt64 = 2n ** 63n - 1n

const form =
  /^(?:([0-9a-f]{8})\.)?([0-9]{1,19}):([0-9]{1,19}):((?:[0-9]{1,19}(?:,[0-9]{1,19}){0,499})?)$/

/**
 * Parses a snapshot; undefined when malformed. Clients send snapshots, so values that PostgreSQL cannot have produced
 * are rejected: numbers that are too large would fail the query of every subscriber.
 */
export function parseSnapshot(text: string): DbSnapshot | undefined {
  const [, era = '', oldest, next, running = ''] = form.exec(text) ?? []
  if (oldest === undefined || next === undefined) return undefined
  const ids = running === '' ? [] : running.split(',').map(BigInt)
  const isSound = BigInt(next) <= maxInt64 && ids.every((id) => id < BigInt(next))
  return isSound ? { text, era, next: BigInt(next), running: ids } : undefined
}

/** Whether a snapshot shows the writes of a transaction that has committed by now. */
export function isVisibleIn({ next, running }: DbSnapshot, transaction: bigint): boolean {
  return transaction < next && !running.includes(transaction)
}
