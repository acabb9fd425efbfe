import { type Context, defineSlot } from '@/lib/context'
import { isServiceError } from '@/lib/core/errors'
import { acquireLeadership } from '@/lib/db/leadership'
import { type Loop, runLoop } from './loop'

/** Loops that only the leader of a role runs, created for its fencing epoch. */
export type LedLoops = {
  readonly role: string
  readonly loops: (epoch: bigint) => readonly Loop[]
}

/** Since when this process leads each of its roles, in Unix milliseconds. */
export const leaders = defineSlot('workers/leaders', () => new Map<string, number>())

/** Milliseconds between attempts to become the leader. */
const attemptMs = 1_000

/**
 * Returns a loop that campaigns for a role and, as its leader, runs the role's loops. They stop when the leader's
 * session is lost or its epoch is rejected.
 */
export function leadingLoop(databaseUrl: string, { role, loops }: LedLoops): Loop {
  const run: Loop['run'] = async (ctx, signal) => {
    const leadership = await acquireLeadership(databaseUrl, role)
    if (!leadership) return 'done'
    const { epoch, lost } = leadership
    ctx.log.info({ role, epoch }, 'leading')
    leaders(ctx).set(role, ctx.now())
    try {
      await runTogether(ctx, loops(epoch), AbortSignal.any([signal, lost]))
    } finally {
      leaders(ctx).delete(role)
      ctx.log.info({ role, epoch, isLost: lost.aborted }, 'no longer leading')
      await leadership.release()
    }
    return 'done'
  }
  return { name: `lead ${role}`, every: attemptMs, run }
}

/** Runs loops until `signal` aborts or one of them finds another leader. */
async function runTogether(
  ctx: Context,
  loops: readonly Loop[],
  signal: AbortSignal,
): Promise<void> {
  const replaced = new AbortController()
  const either = AbortSignal.any([signal, replaced.signal])
  const runOne = async (loop: Loop) => {
    try {
      await runLoop(ctx, loop, either)
    } catch (error) {
      if (!isServiceError(error) || error.code !== 'Conflict') throw error
      ctx.log.warn(
        { loop: loop.name, message: error.message },
        'leadership lost to another process',
      )
      replaced.abort()
    }
  }
  await Promise.all(loops.map(runOne))
}
