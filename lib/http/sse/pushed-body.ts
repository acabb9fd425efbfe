const pushedMark: unique symbol = Symbol.for('coincide.pushed-body')

/** Destination of a pushed body. */
export type ByteSink = {
  readonly write: (bytes: Buffer) => void
  readonly end: () => void
}

/** A body that pushes its bytes to a sink; it can also be iterated as text where no sink exists. */
export type PushedBody = AsyncIterable<string> & {
  readonly [pushedMark]: true
  /** Starts writing and returns a function that stops it. Call at most once. */
  readonly start: (sink: ByteSink) => () => void
}

/** Creates a pushed body; `start` may write and end before it returns. */
export function pushedBody(start: PushedBody['start']): PushedBody {
  return { [pushedMark]: true, start, [Symbol.asyncIterator]: () => readPushed(start) }
}

/** Whether a body is a {@link PushedBody}. */
export function isPushed(body: AsyncIterable<string>): body is PushedBody {
  return pushedMark in body
}

/** Not a generator: `return()` of a generator does not resolve while it is awaiting. */
function readPushed(start: PushedBody['start']): AsyncIterator<string> {
  const written: string[] = []
  let isOver = false
  let wake: () => void = () => undefined
  const over = () => {
    isOver = true
    wake()
  }
  const stop = start({
    write: (bytes) => {
      written.push(bytes.toString())
      wake()
    },
    end: over,
  })
  const next = async (): Promise<IteratorResult<string>> => {
    while (written.length === 0 && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    const value = written.shift()
    return value === undefined ? { done: true, value: undefined } : { done: false, value }
  }
  const leave = async (): Promise<IteratorResult<string>> => {
    stop()
    written.length = 0
    over()
    return { done: true, value: undefined }
  }
  return { next, return: leave }
}
