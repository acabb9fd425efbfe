import { join } from 'node:path'
import { migrate } from '@/lib/db/migrate'
import { applyRoles, type RoleLogin } from '@/lib/db/roles'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { freePort } from '@/lib/devnet/processes/free-port'
import { seedTokens } from '@/lib/tokens/token-store'
import type { StackParts } from './stack-parts'

const databaseName = 'coincide'

/** Databases of the instance: the owner's, and those as which web and worker log in. */
export type DatabaseUrls = { readonly owner: string; readonly web: string; readonly worker: string }

/**
 * Starts the embedded PostgreSQL, with a role each for web and worker, unless the operator has a database; migrates and
 * seeds it.
 */
export async function startDatabase(parts: StackParts): Promise<DatabaseUrls> {
  const { settings, step } = parts
  const url = settings.databaseUrl ?? (await startEmbedded(parts))
  await step('Migrate database', async (report) => {
    const applied = await migrate(url).catch((error) => {
      throw settings.databaseUrl ? explain(error) : error
    })
    report(applied.length === 0 ? 'up to date' : applied.join(', '))
  })
  const tokens = settings.embeddedChainIds.flatMap((chainId) =>
    listDevnetTokens(chainId).map((token) => ({
      ...token,
      chainId,
      listed: token.model !== 'feeOnTransfer' && token.model !== 'rebasing',
    })),
  )
  await seedTokens(url, tokens)
  return settings.databaseUrl ? { owner: url, web: url, worker: url } : withRoles(parts, url)
}

async function withRoles({ data }: StackParts, owner: string): Promise<DatabaseUrls> {
  const web = { name: 'coincide_web', password: data.secrets.webPassword }
  const worker = { name: 'coincide_worker', password: data.secrets.workerPassword }
  await applyRoles(owner, { web, worker })
  const urlOf = ({ name, password }: RoleLogin) => {
    const url = new URL(owner)
    return Object.assign(url, { username: name, password }).href
  }
  return { owner, web: urlOf(web), worker: urlOf(worker) }
}

/** PostgreSQL error class 28 is a rejected login, 3D000 a missing database. */
const unreachable = /^(E[A-Z_]+|28...|3D000)$/

function explain(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (!unreachable.test(String(code))) return error
  return new Error(`The database of DATABASE_URL cannot be used: ${message || code}`)
}

async function startEmbedded({ data, keep, disposers, step }: StackParts): Promise<string> {
  return step('Start PostgreSQL', async (report) => {
    // The port stays the same across restarts, so that clients reconnect.
    const port = await freePort()
    const start = () =>
      startPostgres({
        dataDir: join(data.path, 'postgres'),
        logFile: data.logFile('postgres'),
        port,
        database: databaseName,
      })
    const server = await keep('postgres', start)
    await disposers.add(server.stop)
    report(`port ${port}`)
    return server.current().url(databaseName)
  })
}
