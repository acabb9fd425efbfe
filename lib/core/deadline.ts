type Deadline = {
  readonly ms: number
  /** Aborts the work before its deadline. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs abortable work with a deadline of `ms` milliseconds.
 *
 * `AbortSignal.any` with a timeout does not work: Node may garbage-collect such a signal, and the work is never
 * aborted. See https://github.com/nodejs/node/issues/57736.
 *
 * @throws what the work throws when aborted; the abort reason is a TimeoutError after the deadline.
 */
export async function withDeadline<T>(
  { ms, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const expire = () => controller.abort(new DOMException(`no answer in ${ms} ms`, 'TimeoutError'))
  const onAbort = () => controller.abort(signal?.reason)
  const timer = setTimeout(expire, ms)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/**
 * Returns the result of `work` if it settles within `ms` milliseconds (at once if that is negative), else what
 * `late` returns or throws. Does not stop the work; its later failure is ignored.
 *
 * @throws what the work or `late` throws.
 */
export async function withTimeLimit<T, L>(
  ms: number,
  work: Promise<T>,
  late: () => L,
): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms))
  })
  try {
    return await Promise.race([work, expired.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
