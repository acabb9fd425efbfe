/** Work that is done again and again while it is wanted, never twice at once. */
export type Repeater = {
  /** Wants the next turn at once; begins the turns, if they have not begun. */
  readonly soon: () => void
  /** Wants no further turn. */
  readonly stop: () => void
}

/** Makes a repeater, at rest; `turn` never rejects, and the next one follows `everyMs` after its end. */
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
