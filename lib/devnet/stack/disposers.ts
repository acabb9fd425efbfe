type Dispose = () => Promise<void>

/** Cleanups for the end of the stack, run in reverse order. */
export type Disposers = {
  /** Adds a cleanup; runs it at once if the others have already run. */
  readonly add: (dispose: Dispose) => Promise<void>
  /** Runs all cleanups once; a failing one does not stop the others. */
  readonly run: Dispose
}

/** Creates an empty list; `onError` gets the errors of cleanups. */
export function createDisposers(onError: (error: unknown) => void): Disposers {
  const disposers: Dispose[] = []
  let running: Promise<void> | undefined
  const runAll = async () => {
    for (;;) {
      const dispose = disposers.pop()
      if (!dispose) return
      await dispose().catch(onError)
    }
  }
  return {
    add: async (dispose) => {
      if (running) return dispose()
      disposers.push(dispose)
    },
    run: () => {
      running ??= runAll()
      return running
    },
  }
}
