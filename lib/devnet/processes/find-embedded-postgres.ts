import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the URL of the database that `npm start` runs on a data directory, for other commands;
 * undefined if none runs there, or this user may not read its settings.
 */
export function findEmbeddedPostgres(dataDir: string): string | undefined {
  const directory = join(dataDir, 'postgres')
  try {
    const password = readFileSync(join(directory, 'password'), 'utf8').trim()
    // PostgreSQL keeps this file while it runs; its fourth line is the port.
    const lines = readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    const port = Number(lines[3])
    if (!password || !Number.isInteger(port) || port < 1) return undefined
    return `postgresql://coincide:${password}@127.0.0.1:${port}/coincide`
  } catch {
    return undefined
  }
}
