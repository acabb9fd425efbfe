/** Longest wait for the browser to be idle, in milliseconds. */
const maxIdleMs = 2_000

/** Calls back when the browser is idle; some have no idle callback. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, maxIdleMs / 4)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: maxIdleMs })
  return () => cancelIdleCallback(handle)
}
