import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, memoized } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { toUnixSeconds } from '@/lib/core/time'
import {
  findIndexedBlock,
  isIndexerStuck,
  listAppliedMigrations,
  pingDatabase,
} from './readiness-store'

/** Blocks that the indexer may be behind the head. */
const maxLagBlocks = 10n

/** A head is stale after five block times, but never before a minute. */
const minStaleSeconds = 60

/** Milliseconds within which every check must answer. */
const checkTimeoutMs = 2_000

/** What keeps this process from serving; `checks` holds `ok` or the reason, by name of the check. */
export type Readiness = {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, string>>
}

type Shared = { at: number; result: Promise<Readiness> | undefined; draining: boolean }

const sharedOf = (ctx: Context) =>
  memoized(ctx, 'readiness:shared', (): Shared => ({ at: 0, result: undefined, draining: false }))

/** Makes {@link checkReadiness} say no from now on, so that balancers turn away before the process ends. */
export function startDraining(ctx: Context): void {
  sharedOf(ctx).draining = true
}

/** Checks database, migrations, and head and indexer of each network; asked often, it checks once a second. */
export async function checkReadiness(ctx: Context): Promise<Readiness> {
  const shared = sharedOf(ctx)
  if (shared.draining) return { ready: false, checks: { process: 'shutting down' } }
  if (!shared.result || ctx.now() - shared.at >= 1_000) {
    shared.at = ctx.now()
    shared.result = runChecks(ctx)
  }
  return shared.result
}

async function runChecks(ctx: Context): Promise<Readiness> {
  const names = ctx.config.chainIds.map((chainId) => [chainId, getNetwork(chainId).name] as const)
  const entries = await Promise.all([
    check('database', 'does not answer', async () => {
      await pingDatabase(ctx.db)
      return undefined
    }),
    check('migrations', 'cannot be read', () => checkMigrations(ctx)),
    ...names.map(([chainId, name]) =>
      check(`network ${name}`, 'its RPC or the database does not answer', () =>
        checkNetwork(ctx, chainId),
      ),
    ),
  ])
  return {
    ready: entries.every(([, state]) => state === 'ok'),
    checks: Object.fromEntries(entries),
  }
}

type Check = () => Promise<string | undefined>

async function check(name: string, failure: string, run: Check): Promise<[string, string]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`took longer than ${checkTimeoutMs} ms`), checkTimeoutMs)
  })
  try {
    return [name, (await Promise.race([run(), late])) ?? 'ok']
  } catch {
    return [name, failure]
  } finally {
    clearTimeout(timer)
  }
}

async function checkMigrations(ctx: Context): Promise<string | undefined> {
  const applied = new Set(await listAppliedMigrations(ctx.db))
  const entries = await readdir(join(process.cwd(), 'prisma/migrations'), { withFileTypes: true })
  const missing = entries.filter((entry) => entry.isDirectory() && !applied.has(entry.name))
  return missing.length === 0 ? undefined : `${missing.length} not applied; run npm run migrate`
}

async function checkNetwork(ctx: Context, chainId: number): Promise<string | undefined> {
  const { client, network } = ctx.chain(chainId)
  const [head, indexed] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    findIndexedBlock(ctx.db, chainId),
  ])
  const age = toUnixSeconds(ctx.now()) - Number(head.timestamp)
  if (age > Math.max(minStaleSeconds, 5 * network.blockSeconds)) return `head is ${age} s old`
  if (indexed === undefined) return 'not indexed yet'
  if (await isIndexerStuck(ctx.db, chainId)) return 'reorganised deeper than the indexer can follow'
  const lag = head.number - indexed
  return lag > maxLagBlocks ? `indexer is ${lag} blocks behind` : undefined
}
