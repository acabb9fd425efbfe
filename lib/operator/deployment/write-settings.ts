import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { ServiceError } from '@/lib/core/errors'
import { mergeSettings, type Settings } from './deployment-settings'

/** Only its owner reads a new environment file: keys may follow. */
const privateMode = 0o600

/**
 * Sets variables in an environment file, which is created if there is none. Replaces it as a whole, so that a failure
 * leaves the old one.
 * @throws {ServiceError} Conflict if the file cannot be written.
 */
export async function writeSettings(file: string, settings: Settings): Promise<void> {
  try {
    const target = await realpath(file).catch(absent(file))
    const text = await readFile(target, 'utf8').catch(absent(''))
    const { mode } = await stat(target).catch(absent({ mode: privateMode }))
    const draft = `${target}.new`
    await writeFile(draft, mergeSettings(text, settings), { mode })
    await rename(draft, target)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError('Conflict', `${file} is not written: ${reason}`)
  }
}

/** Returns a handler that replaces what does not exist. */
function absent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
