import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/lib/devnet/processes/free-port'
import { until } from './until'

/** A PgBouncer before a database. */
export type PgBouncer = { readonly url: string; readonly close: () => Promise<void> }

/** Starts PgBouncer in session mode, with its defaults except for sizes, before the server of a database URL. */
export async function startPgBouncer(program: string, databaseUrl: string): Promise<PgBouncer> {
  const upstream = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'coincide-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const { hostname, username, password } = upstream
  const login = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${upstream.port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = session
default_pool_size = 100
max_client_conn = 1000
unix_socket_dir =
`,
  )
  // It refuses to run as root, and reads the file as somebody else.
  await chmod(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const child = spawn(program, ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
  })
  await until(() => listensAt(port, child))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    close: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @throws {Error} if the program has ended. */
function listensAt(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}`)
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
