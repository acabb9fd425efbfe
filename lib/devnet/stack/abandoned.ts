/** Interval at which a process checks for its parent, in milliseconds. */
const everyMs = 500

/** A process and its initial parent. */
export type Parentage = {
  /** Pid of the parent when the process started. */
  readonly parent: number
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Calls `onAbandoned` once when npm, which started this process, has ended.
 *
 * npm runs a script in a shell; a signal to npm ends that shell, which signals no child. Without npm this does
 * nothing: a process started by hand survives its shell.
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
