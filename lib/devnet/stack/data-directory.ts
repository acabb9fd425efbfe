import { createECDH } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startOfProcess } from '@/lib/devnet/processes/processes'
import { makeSecret } from './settings'

/** Format version of the data directory; a change raises it and adds a migration from older versions. */
const format = 1

/** Bytes above which a log file is rotated at the next start. */
const largestLog = 10_000_000

/** Generated secrets. */
export type Secrets = {
  readonly cmsApiKey: string
  readonly sessionSecret: string
  readonly encryptionKey: string
  /** Passwords of the database roles. */
  readonly webPassword: string
  readonly workerPassword: string
  /** For web push. */
  readonly vapidPublicKey: string
  readonly vapidPrivateKey: string
}

/** The data of a local instance. */
export type DataDirectory = {
  readonly path: string
  readonly isNew: boolean
  readonly logFile: (name: string) => string
  readonly secrets: Secrets
  /** Releases the lock for the next start. */
  readonly close: () => Promise<void>
}

/**
 * Opens the data directory for this process exclusively, and creates it if missing.
 *
 * @throws {Error} with instructions if another start uses it, a newer version created it, it holds other files, or
 * this user may not write to it.
 */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  try {
    await mkdir(path, { recursive: true, mode: 0o755 })
    const isNew = await checkFormat(path)
    // Only after the checks: a foreign directory stays untouched.
    await mkdir(join(path, 'logs'), { recursive: true, mode: 0o755 })
    await acquireLock(join(path, 'lock.json'))
    await archiveLogs(join(path, 'logs'))
    if (isNew) await writeFile(join(path, 'version.json'), `${JSON.stringify({ format })}\n`)
    return {
      path,
      isNew,
      logFile: (name) => join(path, 'logs', `${name}.log`),
      secrets: await readSecrets(join(path, 'secrets.json')),
      close: () => rm(join(path, 'lock.json'), { force: true }),
    }
  } catch (error) {
    throw explain(error, path)
  }
}

/**
 * Removes a data directory of this service.
 *
 * @throws {Error} if another start uses it, or it holds foreign files.
 */
export async function resetDataDirectory(path: string): Promise<void> {
  if (!existsSync(path)) return
  if ((await readdir(path)).length > 0 && !existsSync(join(path, 'version.json'))) {
    throw new Error(`${path} was not made by npm start, so --reset leaves it alone.`)
  }
  await acquireLock(join(path, 'lock.json'))
  await rm(path, { recursive: true, force: true }).catch((error) => {
    throw explain(error, path)
  })
}

async function checkFormat(path: string): Promise<boolean> {
  const text = await readFile(join(path, 'version.json'), 'utf8').catch(() => undefined)
  if (text === undefined) {
    const left = (await readdir(path)).filter((name) => name !== 'logs' && name !== 'lock.json')
    if (left.length === 0) return true
    throw new Error(
      `${path} holds ${left[0]} but no version.json, so it is not a data directory of this service. ` +
        'Move it away, or set DATA_DIR.',
    )
  }
  const found = Number(JSON.parse(text).format)
  if (found === format) return false
  throw new Error(
    `${path} has form ${found}, this version knows form ${format}. ` +
      'Start the version that made it, or start over with npm start -- --reset.',
  )
}

type Lock = { readonly pid: number; readonly started: string }

async function acquireLock(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const owner = text ? parseLock(text) : undefined
  if (owner && owner.pid !== process.pid && startOfProcess(owner.pid) === owner.started) {
    throw new Error(
      `It is already running on ${file.replace(/\/lock\.json$/, '')} (process ${owner.pid}). ` +
        'Stop that one with Ctrl-C, or set DATA_DIR and PORT for a second instance.',
    )
  }
  const lock: Lock = { pid: process.pid, started: startOfProcess(process.pid) }
  await writeFile(file, `${JSON.stringify(lock)}\n`)
}

function parseLock(text: string): Lock | undefined {
  try {
    return JSON.parse(text) as Lock
  } catch {
    return undefined
  }
}

/** Rotates large log files; keeps one older copy of each. */
async function archiveLogs(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name)
    if (name.endsWith('.log') && (await stat(file)).size > largestLog) {
      await rename(file, `${file}.old`)
    }
  }
}

/** Adds the secrets that an older version did not have. */
async function readSecrets(file: string): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const kept: Partial<Secrets> = text === undefined ? {} : JSON.parse(text)
  const secrets = { ...makeSecrets(), ...kept }
  if (Object.keys(secrets).length > Object.keys(kept).length) {
    await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  }
  return secrets
}

function makeSecrets(): Secrets {
  return {
    cmsApiKey: makeSecret(),
    sessionSecret: makeSecret(),
    encryptionKey: makeSecret(),
    webPassword: makeSecret(),
    workerPassword: makeSecret(),
    ...makeVapidKeys(),
  }
}

function explain(error: unknown, path: string): unknown {
  const code = (error as { code?: unknown }).code
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Error(
      `This user may not write to ${path}. Give it the directory, or set DATA_DIR to another one.`,
    )
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new Error(`${path} cannot be a directory, because a file is in the way. Set DATA_DIR.`)
  }
  if (code === 'ENOSPC') return new Error(`The disk that holds ${path} is full.`)
  return error
}

/** Generates a VAPID key pair (RFC 8292), base64url. */
export function makeVapidKeys() {
  const pair = createECDH('prime256v1')
  const vapidPublicKey = pair.generateKeys('base64url')
  // Node omits leading zeros of the private key.
  const number = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex')
  return { vapidPublicKey, vapidPrivateKey: number.toString('base64url') }
}
