import { readFileSync } from 'node:fs'
import { isSetting } from './config'

/** Larger files are no settings: a path to a device or a log would never end. */
const maxBytes = 65_536

type Environment = Record<string, string | undefined>

/**
 * Reads the settings that the environment names a file for: `SOLVER_PRIVATE_KEY_FILE=/run/secrets/solver` sets
 * `SOLVER_PRIVATE_KEY`, without the line break at its end. Variables of other programs, such as `SSL_CERT_FILE`, are ignored.
 *
 * @throws {Error} naming the variable and the file, if both forms are set, or the file is unreadable, empty or too large.
 */
export function readSettingFiles(environment: Readonly<Environment>): Record<string, string> {
  const files = Object.entries(environment).flatMap(([variable, path]) => {
    const name = variable.replace(/_FILE$/, '')
    return name !== variable && path && isSetting(name) ? [{ variable, name, path }] : []
  })
  return Object.fromEntries(
    files.map(({ variable, name, path }) => {
      if (environment[name]) throw new Error(`${variable}: ${name} is set too; set one of them`)
      return [name, readSetting(variable, path)]
    }),
  )
}

function readSetting(variable: string, path: string): string {
  const bytes = readBytes(variable, path)
  if (bytes.length > maxBytes) throw new Error(`${variable}: ${path} has more than 64 KB`)
  const text = bytes.toString('utf8').replace(/\r?\n$/, '')
  if (text.trim() === '') throw new Error(`${variable}: ${path} is empty`)
  if (text.includes('\0')) throw new Error(`${variable}: ${path} is no text`)
  return text
}

function readBytes(variable: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${variable}: cannot read ${path} (${reasons[code ?? ''] ?? code})`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
}

/**
 * Replaces `<NAME>_FILE` by `<NAME>` in the environment of this process ({@link readSettingFiles}). A fault ends the process
 * with exit code 1. Call it before {@link guardOutput}, which hides what the files hold.
 */
export function loadSettingFiles(environment: Environment): void {
  try {
    for (const [name, text] of Object.entries(readSettingFiles(environment))) {
      environment[name] = text
      delete environment[`${name}_FILE`]
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
