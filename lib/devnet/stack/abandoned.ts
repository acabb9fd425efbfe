/** How often a process looks whether it still has its parent. */
const everyMs = 500

/** A process that may lose its parent. */
export type Parentage = {
  /** Pid of the parent when the process started. */
  readonly parent: number
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Calls `onAbandoned` once when npm, which started this process, has gone.
 *
 * npm runs a script in a shell; ended by a signal it ends that shell, which tells nobody. A start by
 * hand does nothing here: it lives on when its shell is closed.
 */
export function watchForAbandonment(
  { parent, environment }: Parentage,
  onAbandoned: () => void,
): void {
  if (!['start', 'dev'].includes(environment.npm_lifecycle_event ?? '')) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onAbandoned()
  }, everyMs)
  timer.unref()
}
