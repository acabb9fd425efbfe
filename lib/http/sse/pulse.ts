/** Returns a function that adds a callback to a shared interval timer and returns its removal. */
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
