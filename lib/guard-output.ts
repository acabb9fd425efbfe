import { createMask, findSecrets } from './core/settings/secrets'
import { describeError } from './log-error'

/**
 * Keeps the secrets of the environment out of what this process prints besides its log: lines of libraries, and an error
 * that nothing catches, which Node prints with all its members. Such an error still ends the process with exit code 1.
 * Call it first.
 */
export function guardOutput(environment: Readonly<Record<string, string | undefined>>): void {
  const mask = createMask(findSecrets(environment))
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: readonly unknown[]) => boolean
    stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]) =>
      write(mask(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()), ...rest)
  }
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${describeError(error)}\n`)
    process.exit(1)
  })
}
