import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, defineSlot } from '@/lib/context'
import { type Readiness, runChecks } from './readiness'
import { listAppliedMigrations, pingDatabase } from './readiness-store'

type Shared = { at: number; result: Promise<Readiness> | undefined; isDraining: boolean }

const sharedOf = defineSlot('api/readiness', (): Shared => {
  return { at: 0, result: undefined, isDraining: false }
})

/** Makes every readiness check fail from now on, so that load balancers send no further requests. */
export function startDraining(ctx: Context): void {
  sharedOf(ctx).isDraining = true
}

/** Whether this process is about to stop. */
export function isDraining(ctx: Context): boolean {
  return sharedOf(ctx).isDraining
}

/** What a process that is about to stop answers to every readiness check. */
export const drainingReadiness: Readiness = {
  ready: false,
  checks: { process: 'shutting down' },
}

/** Checks database and migrations, at most once a second. Networks do not count: one that is down fails for itself alone. */
export async function checkProcess(ctx: Context): Promise<Readiness> {
  const shared = sharedOf(ctx)
  if (shared.isDraining) return drainingReadiness
  if (!shared.result || ctx.now() - shared.at >= 1_000) {
    shared.at = ctx.now()
    shared.result = runChecks([
      {
        name: 'database',
        failure: 'does not answer',
        run: async () => {
          await pingDatabase(ctx.db)
          return undefined
        },
      },
      { name: 'migrations', failure: 'cannot be read', run: () => checkMigrations(ctx) },
    ])
  }
  return shared.result
}

async function checkMigrations(ctx: Context): Promise<string | undefined> {
  const applied = new Set(await listAppliedMigrations(ctx.db))
  const entries = await readdir(join(process.cwd(), 'prisma/migrations'), { withFileTypes: true })
  const missing = entries.filter((entry) => entry.isDirectory() && !applied.has(entry.name))
  return missing.length === 0 ? undefined : `${missing.length} not applied; run npm run migrate`
}
