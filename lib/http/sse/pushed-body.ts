const pushedMark: unique symbol = Symbol.for('coincide.pushed-body')

/** What a pushed body is written to. */
export type ByteSink = {
  readonly write: (bytes: Buffer) => void
  readonly end: () => void
}

/** A body whose bytes are pushed as they come; where nothing can be pushed to, it is read as text. */
export type PushedBody = AsyncIterable<string> & {
  readonly [pushedMark]: true
  /** Begins to write, and returns how to stop. Called once at most. */
  readonly start: (sink: ByteSink) => () => void
}

/** Makes a pushed body; `start` may write and end before it returns. */
export function pushedBody(start: PushedBody['start']): PushedBody {
  return { [pushedMark]: true, start, [Symbol.asyncIterator]: () => readPushed(start) }
}

/** Whether a body is a {@link PushedBody}. */
export function isPushed(body: AsyncIterable<string>): body is PushedBody {
  return pushedMark in body
}

/** Not a generator, which could not be left while it waits. */
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
