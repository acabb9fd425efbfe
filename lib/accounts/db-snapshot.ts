/**
 * A moment of the database: which transactions it shows. What was committed between two moments is told
 * exactly by them, in whatever sequence the transactions began and ended, while numbers from a sequence and
 * times become visible late.
 */
export type DbSnapshot = {
  /** As PostgreSQL writes it (`pg_snapshot`). */
  readonly text: string
  /** The first transaction that had not begun. */
  readonly next: bigint
  /** Those before it that had not ended. */
  readonly running: readonly bigint[]
}

const maxInt64 = 2n ** 63n - 1n

const form = /^([0-9]{1,19}):([0-9]{1,19}):((?:[0-9]{1,19}(?:,[0-9]{1,19}){0,499})?)$/

/**
 * Reads a moment; undefined when the text is none. Clients send moments, so those that PostgreSQL never wrote
 * are refused: it fails at numbers that are too large, and with it the reading for everybody.
 */
export function parseMoment(text: string): DbSnapshot | undefined {
  const [, oldest, next, running = ''] = form.exec(text) ?? []
  if (oldest === undefined || next === undefined) return undefined
  const ids = running === '' ? [] : running.split(',').map(BigInt)
  const isSound = BigInt(next) <= maxInt64 && ids.every((id) => id < BigInt(next))
  return isSound ? { text, next: BigInt(next), running: ids } : undefined
}

/** Whether what a transaction wrote was committed at a moment, given that it is by now. */
export function isShownAt({ next, running }: DbSnapshot, transaction: bigint): boolean {
  return transaction < next && !running.includes(transaction)
}
