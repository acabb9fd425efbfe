import { type DestinationStream, type Logger, pino } from 'pino'
import { tellError } from './log-error'

/** Milliseconds that a line may wait for others. */
const gatherMs = 20

/** Bytes that may wait for a reader of the output; further lines are lost rather than kept. */
const maxWaiting = 16 * 1024 * 1024

/** Writes what waits, for the end of the process. */
const waiting = new Set<() => void>()
process.once('exit', () => {
  for (const write of waiting) write()
})

/**
 * Opens the log of a process: JSON lines on standard output, without signatures and secrets. What is thrown is
 * logged as `error` (see {@link tellError}).
 */
export function openLog({
  name,
  level,
}: {
  readonly name: string
  readonly level: string
}): Logger {
  const redact = ['signature', 'headers.authorization', 'headers.cookie']
  const options = { sync: false, contentMode: 'buffer', maxLength: maxWaiting } as const
  const serializers = { error: tellError, err: tellError }
  return pino({ name, level, redact, serializers }, gather(pino.destination(options)))
}

type Opened = {
  readonly [pino.symbols.chindingsSym]: string
  readonly [pino.symbols.streamSym]: DestinationStream
}

/**
 * Writes an information line whose `members` are JSON already, in the form of pino's own: for the line of a request,
 * as pino takes longer over it than the shortest answer. `msg` needs no escaping either.
 */
export function writeInfo(log: Logger, members: string, msg: string): void {
  if (!log.isLevelEnabled('info')) return
  const opened = log as unknown as Opened
  const bindings = opened[pino.symbols.chindingsSym]
  const line = `{"level":30,"time":${Date.now()}${bindings},${members},"msg":"${msg}"}\n`
  opened[pino.symbols.streamSym].write(line)
}

/**
 * Lines of the same few milliseconds are written together, and as bytes: a request's own write, and the string
 * that it would be until then, cost more than all else of its line.
 */
function gather(destination: { write(bytes: string): unknown }): DestinationStream {
  const bytes = Buffer.allocUnsafe(64 * 1024)
  let used = 0
  const write = () => {
    waiting.delete(writeNow)
    if (used > 0) hand(Buffer.from(bytes.subarray(0, used)))
    used = 0
  }
  const writeNow = () => {
    // What other threads have not begun to write when the process ends would be lost.
    Object.assign(destination, { sync: true })
    write()
  }
  // pino's destination takes buffers in this mode; its type does not say so.
  const hand = (chunk: Buffer) => destination.write(chunk as unknown as string)
  return {
    write: (line) => {
      // A character is three bytes of UTF-8 at most.
      if (used + line.length * 3 > bytes.length) write()
      if (line.length * 3 > bytes.length) return void hand(Buffer.from(line))
      used += bytes.write(line, used)
      if (waiting.has(writeNow)) return
      waiting.add(writeNow)
      setTimeout(write, gatherMs).unref()
    },
  }
}
