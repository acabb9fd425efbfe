import type { TimeoutProvider } from '@tanstack/react-query'

/** Shorter waits have a timer of the platform each. */
const minSharedMs = 1_000

type Wait = { readonly act: () => void; readonly everyMs?: number; dueMs: number }

/**
 * Timers of the query cache: waits of a second and more share one timer of the platform. A page with thirty queries
 * would otherwise set and clear some seventy as it starts: for unused results, stale results and refetches.
 */
export function createSharedTimers(): TimeoutProvider<number> {
  const waits = new Map<number, Wait>()
  let lastId = 0
  let timer: { readonly handle: ReturnType<typeof setTimeout>; readonly dueMs: number } | undefined

  function wakeBy(dueMs: number) {
    if (timer && timer.dueMs <= dueMs) return
    clearTimeout(timer?.handle)
    timer = { handle: setTimeout(wake, dueMs - performance.now()), dueMs }
  }

  function wake() {
    timer = undefined
    const nowMs = performance.now()
    // A copy: what is called may set waits and clear them.
    for (const [id, wait] of [...waits]) {
      if (wait.dueMs > nowMs || !waits.has(id)) continue
      if (wait.everyMs === undefined) waits.delete(id)
      else wait.dueMs = nowMs + wait.everyMs
      try {
        wait.act()
      } catch (error) {
        // As after a timer of the platform: the others have their turn.
        reportError(error)
      }
    }
    const dues = [...waits.values()].map(({ dueMs }) => dueMs)
    if (dues.length > 0) wakeBy(Math.min(...dues))
  }

  function add(act: () => void, delayMs: number, everyMs?: number): number {
    const dueMs = performance.now() + delayMs
    // Negative, hence never a timer of the platform.
    lastId -= 1
    waits.set(lastId, { act, dueMs, ...(everyMs === undefined ? {} : { everyMs }) })
    wakeBy(dueMs)
    return lastId
  }

  function clear(id: number | undefined) {
    if (id === undefined || waits.delete(id)) return
    clearTimeout(id)
  }

  return {
    setTimeout: (act, delayMs) =>
      delayMs < minSharedMs ? Number(setTimeout(act, delayMs)) : add(act, delayMs),
    clearTimeout: clear,
    setInterval: (act, everyMs) =>
      everyMs < minSharedMs ? Number(setInterval(act, everyMs)) : add(act, everyMs, everyMs),
    clearInterval: clear,
  }
}
