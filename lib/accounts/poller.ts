/** A poller that never runs twice at once. */
export type Repeater = {
  /** Runs the next poll at once; starts a stopped poller. */
  readonly soon: () => void
  /** Schedules no further poll. */
  readonly stop: () => void
}

/**
 * Creates a stopped poller. Call `soon()` to start it. `turn` must not reject; the next starts `everyMs` after its end.
 */
export function createRepeater(turn: () => Promise<void>, everyMs: number): Repeater {
  let isWanted = false
  let isUnderWay = false
  let isHurried = false
  let timer: NodeJS.Timeout | undefined

  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const run = async () => {
    isUnderWay = true
    isHurried = false
    await turn()
    isUnderWay = false
    if (isWanted) plan(isHurried ? 0 : everyMs)
  }
  return {
    soon: () => {
      isWanted = true
      isHurried = true
      if (!isUnderWay) plan(0)
    },
    stop: () => {
      isWanted = false
      clearTimeout(timer)
    },
  }
}
