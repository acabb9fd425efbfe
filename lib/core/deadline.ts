type Deadline = {
  readonly ms: number
  /** Ends the work before its time is up. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs what can be aborted for so many milliseconds at most.
 *
 * `AbortSignal.any` with a timeout does not do: Node forgets such a signal in a garbage collection, and
 * the work is never ended. See https://github.com/nodejs/node/issues/57736.
 *
 * @throws what the work throws when its signal is aborted, as a TimeoutError once its time is up.
 */
export async function withDeadline<T>(
  { ms, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const over = new AbortController()
  const late = () => over.abort(new DOMException(`no answer in ${ms} ms`, 'TimeoutError'))
  const end = () => over.abort(signal?.reason)
  const timer = setTimeout(late, ms)
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await work(over.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}
