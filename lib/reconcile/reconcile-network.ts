import { type Context, defineSlot } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { isLag } from './checks/check-blocks'
import type { Scan } from './invariant'
import { measureNetwork } from './measure-network'
import { type Reconciliation, reconcile, watched } from './reconcile'
import { type ReconcileLeadership, reconcileRole } from './reconcile-role'
import type { NetworkStatus } from './service-status'
import { deleteOldIncidents, saveStatus } from './status-store'
import {
  deleteOldViolations,
  keptDays,
  listLastChecks,
  listOpenViolations,
  saveChecks,
} from './violation-store'

const dayMs = 24 * 60 * 60 * 1_000

type Run = {
  readonly signal: AbortSignal
  /** Milliseconds until the second look at what was found; default two seconds. */
  readonly confirmMs?: number
}

/** Measures a network, and watches its invariants on a sample. The leader of its role runs it every minute. */
export async function watchNetwork(
  ctx: Context,
  leadership: ReconcileLeadership,
  run: Run,
): Promise<Reconciliation> {
  // The figures of a node that is down do not wait for checks that need it.
  await saveMeasured(ctx, leadership)
  return checkAndSave(ctx, { ...leadership, scope: 'sample' }, run)
}

/** Milliseconds until a complete check that failed is repeated. */
const retryMs = 60 * 60 * 1_000

const attempts = defineSlot('reconcile/complete', (_, _chainId: number) => ({ triedMs: 0 }))

/**
 * Checks all of a network once a day, and deletes what ended long ago; undefined while it is not due. The leader of its role
 * runs it, beside the samples.
 */
export async function checkDaily(
  ctx: Context,
  leadership: ReconcileLeadership,
  run: Run,
): Promise<Reconciliation | undefined> {
  const { chainId, epoch } = leadership
  const attempt = attempts(ctx, chainId)
  if (ctx.now() - attempt.triedMs < retryMs || !(await isCompleteDue(ctx, chainId)))
    return undefined
  attempt.triedMs = ctx.now()
  const result = await checkAndSave(ctx, { ...leadership, scope: 'complete' }, run)
  const before = new Date(ctx.now() - keptDays * dayMs)
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, reconcileRole(chainId), epoch)
    await deleteOldViolations(tx, { chainId, before })
    await deleteOldIncidents(tx, { chainId, before })
  })
  return result
}

async function checkAndSave(
  ctx: Context,
  { chainId, epoch, scope }: ReconcileLeadership & Pick<Scan, 'scope'>,
  run: Run,
): Promise<Reconciliation> {
  const startedAt = new Date(ctx.now())
  const open = await listOpenViolations(ctx.db, chainId)
  const found = await reconcile(ctx, { ...run, chainId, scope, open })
  const { isCatchingUp } = catchUps(ctx, chainId)
  const findings = found.findings.filter((one) => !(isCatchingUp && isLag(one)))
  const result = { ...found, findings }
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, reconcileRole(chainId), epoch)
    await saveChecks(tx, { ...result, chainId, scope, startedAt, at: new Date(ctx.now()) })
  })
  return result
}

async function saveMeasured(ctx: Context, { chainId, epoch }: ReconcileLeadership): Promise<void> {
  const { status, kinds } = await measureNetwork(ctx, chainId)
  followCatchUp(ctx, status, { isBehind: kinds.includes('index') })
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, reconcileRole(chainId), epoch)
    await saveStatus(tx, status, kinds)
  })
}

/**
 * Whether the index is catching up since this process began to watch: from then until it is at the head for the first time,
 * its lag is no violation as long as each measurement finds it smaller.
 */
type CatchUp = { isCatchingUp: boolean; lag: bigint | undefined; hasCaughtUp: boolean }

const catchUps = defineSlot('reconcile/catch-up', (_, _chainId: number): CatchUp => {
  return { isCatchingUp: false, lag: undefined, hasCaughtUp: false }
})

function followCatchUp(
  ctx: Context,
  { chainId, head, indexed }: NetworkStatus,
  { isBehind }: { readonly isBehind: boolean },
): void {
  if (head === undefined || indexed === undefined) return
  const catchUp = catchUps(ctx, chainId)
  const lag = head - indexed
  const isSmaller = catchUp.lag === undefined || lag < catchUp.lag
  catchUp.hasCaughtUp ||= !isBehind
  catchUp.isCatchingUp = !catchUp.hasCaughtUp && isSmaller
  catchUp.lag = lag
}

/** A complete check is due a day after the last one of the invariant that was checked least recently. */
async function isCompleteDue(ctx: Context, chainId: number): Promise<boolean> {
  const checks = await listLastChecks(ctx.db, chainId)
  // Not at the first start, when the index has just begun.
  if (!checks.some(({ scope }) => scope === 'sample')) return false
  const times = new Map(
    checks.flatMap(({ scope, invariant, checkedAt }) =>
      scope === 'complete' ? [[invariant, checkedAt.getTime()] as const] : [],
    ),
  )
  return watched.some((invariant) => ctx.now() - (times.get(invariant) ?? 0) > dayMs)
}
