/** A poller that never runs twice at once. */
export type Poller = {
  /** Runs the next poll at once; starts a stopped poller. */
  readonly soon: () => void
  /** Schedules no further poll. */
  readonly stop: () => void
}

/** Creates a stopped poller; `soon()` starts it. `poll` must not reject; the next follows `everyMs` after its end. */
export function createPoller(poll: () => Promise<void>, everyMs: number): Poller {
  let isActive = false
  let isPolling = false
  let isImmediate = false
  let timer: NodeJS.Timeout | undefined

  const schedule = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const run = async () => {
    isPolling = true
    isImmediate = false
    await poll()
    isPolling = false
    if (isActive) schedule(isImmediate ? 0 : everyMs)
  }
  return {
    soon: () => {
      isActive = true
      isImmediate = true
      if (!isPolling) schedule(0)
    },
    stop: () => {
      isActive = false
      clearTimeout(timer)
    },
  }
}
