/** Calls every function that is added, at the same interval, by one timer for all of them. */
export function createPulse(everyMs: number): (beat: () => void) => () => void {
  const beats = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  return (beat) => {
    beats.add(beat)
    timer ??= setInterval(() => {
      for (const each of beats) each()
    }, everyMs)
    return () => {
      beats.delete(beat)
      if (beats.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}
