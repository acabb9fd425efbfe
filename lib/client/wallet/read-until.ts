const pauseMs = 3_000

/** What is read until it is as awaited. */
export type AwaitedReading<T> = {
  readonly read: () => Promise<T>
  readonly isDone: (value: T) => boolean
  readonly signal: AbortSignal
}

/**
 * Reads something of the chain every three seconds until it is as awaited, for wallets whose transactions the chain knows
 * by other names; a reading that fails is made again.
 *
 * @throws the reason of the signal.
 */
export async function readUntil<T>({ read, isDone, signal }: AwaitedReading<T>): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const isThere = await read().then(isDone, () => false)
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
