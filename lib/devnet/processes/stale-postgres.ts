import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOfProcess } from './processes'

/**
 * Ends the server that an earlier process left running on `cluster`, and removes a lock file whose
 * process has ended or is provably another program. Touches nothing else.
 *
 * @throws {Error} if the server does not end within 10 s.
 */
export async function endStalePostgres(cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  const lock = await readFile(lockFile, 'utf8').catch(() => undefined)
  if (lock === undefined) return
  const [pidText, directory] = lock.split('\n')
  const pid = Number(pidText)
  if (directory !== cluster || !Number.isSafeInteger(pid) || pid < 2) return
  if (!isServerOf(pid, cluster)) {
    await rm(lockFile, { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  for (const start = Date.now(); isServerOf(pid, cluster); ) {
    if (Date.now() - start > 10_000) {
      throw new Error(
        `An earlier PostgreSQL (pid ${pid}) on ${cluster} does not end. Stop it first.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  return commandOfProcess(pid).includes(`-D ${cluster} `)
}
