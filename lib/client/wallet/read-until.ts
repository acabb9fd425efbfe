/** Contract wallets wait for their owners; polling faster gains nothing. */
const pauseMs = 3_000

/** A read, and its expected result. */
export type AwaitedReading<T> = {
  readonly read: () => Promise<T>
  readonly isDone: (value: T) => boolean
  readonly signal: AbortSignal
}

/**
 * Polls the chain every three seconds until a read has the expected result, for wallets whose ids are not transaction
 * hashes; retries failed reads.
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
