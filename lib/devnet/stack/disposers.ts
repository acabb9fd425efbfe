type Dispose = () => Promise<void>

/** What must be ended when the stack ends, last begun first. */
export type Disposers = {
  /** Remembers how to end something; ends it at once when the rest has been ended already. */
  readonly add: (dispose: Dispose) => Promise<void>
  /** Ends everything, once; a failure of one does not keep the others running. */
  readonly run: Dispose
}

/** Makes an empty list; `onError` is told what could not be ended. */
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
