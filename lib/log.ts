import { type DestinationStream, type Logger, pino } from 'pino'
import { createMask } from './core/settings/secrets'
import { serializeError } from './log-error'

/** Maximum milliseconds that a line is buffered. */
const maxBufferMs = 20

/** Maximum bytes buffered for a slow reader of the output; further lines are dropped. */
const maxBufferedBytes = 16 * 1024 * 1024

/** Buffers to flush when the process exits. */
const unflushed = new Set<() => void>()
process.once('exit', () => {
  for (const write of unflushed) write()
})

/**
 * Opens the log of a process: JSON lines on standard output, without signatures and `secrets`. Pass anything thrown as
 * `error` (see {@link serializeError}).
 */
export function openLog({
  name,
  level,
  secrets = [],
  ids,
}: {
  readonly name: string
  readonly level: string
  readonly secrets?: readonly string[]
  /** Gives each line the ids of the request and the span that it is written in. */
  readonly ids?: () => object
}): Logger {
  const redact = ['signature', 'headers.authorization', 'headers.cookie']
  const options = { sync: false, contentMode: 'buffer', maxLength: maxBufferedBytes } as const
  const serializers = { error: serializeError, err: serializeError }
  const mask = createMask(secrets)
  const lines = bufferLines(pino.destination(options))
  const stream: MaskedStream = {
    write: (line) => lines.write(mask(line)),
    writeUnmasked: lines.write,
  }
  const formatters = { level: (label: string) => ({ level: label }) }
  return pino(
    { name, level, redact, serializers, formatters, ...(ids ? { mixin: ids } : {}) },
    stream,
  )
}

type MaskedStream = DestinationStream & {
  /** For lines that can contain no secret. A log not opened here has no mask. */
  readonly writeUnmasked?: (line: string) => void
}

type Opened = {
  readonly [pino.symbols.chindingsSym]: string
  readonly [pino.symbols.streamSym]: MaskedStream
}

/**
 * Writes an info line in pino's format from `members` that are JSON already, for request lines: pino takes longer than
 * the shortest response. `msg` is not escaped either, and secrets are not sought.
 */
export function writeInfo(log: Logger, members: string, msg: string): void {
  if (!log.isLevelEnabled('info')) return
  const opened = log as unknown as Opened
  const bindings = opened[pino.symbols.chindingsSym]
  const line = `{"level":"info","time":${Date.now()}${bindings},${members},"msg":"${msg}"}\n`
  const stream = opened[pino.symbols.streamSym]
  if (stream.writeUnmasked) stream.writeUnmasked(line)
  else stream.write(line)
}

/**
 * Buffers lines up to {@link maxBufferMs} and writes them as bytes: one write per line, and its intermediate string,
 * would cost more than everything else about the line.
 */
function bufferLines(destination: { write(bytes: string): unknown }): DestinationStream {
  const bytes = Buffer.allocUnsafe(64 * 1024)
  let used = 0
  const write = () => {
    unflushed.delete(flushSync)
    if (used > 0) writeChunk(Buffer.from(bytes.subarray(0, used)))
    used = 0
  }
  const flushSync = () => {
    // A write still queued in the thread pool at exit would be lost.
    Object.assign(destination, { sync: true })
    write()
  }
  // pino's destination accepts buffers in this mode, although its type does not say so.
  const writeChunk = (chunk: Buffer) => destination.write(chunk as unknown as string)
  return {
    write: (line) => {
      // A UTF-16 code unit takes at most three bytes of UTF-8.
      if (used + line.length * 3 > bytes.length) write()
      if (line.length * 3 > bytes.length) return void writeChunk(Buffer.from(line))
      used += bytes.write(line, used)
      if (unflushed.has(flushSync)) return
      unflushed.add(flushSync)
      setTimeout(write, maxBufferMs).unref()
    },
  }
}
