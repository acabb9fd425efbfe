import { type Context, defineLoader } from '@/lib/context'
import { crashPoint } from '@/lib/core/crash-point'
import type { NameLocks } from '@/lib/db/name-locks'
import { addDeliveryJobs, scheduleRun } from '@/lib/outbox/delivery-job-store'
import { hasDueDeliveries } from '@/lib/outbox/due-delivery-store'
import { deliver, type RunOutcome } from './deliver'
import type { Senders } from './senders'

/** Milliseconds before an endpoint that waits for a slot is tried again. */
const pauseMs = 1_000
/** Maximum failing and slow endpoints remembered; beyond it the set is cleared, and they take slots once more. */
const maxRemembered = 10_000

type RunnerOptions = {
  readonly locks: NameLocks
  readonly senders: Senders
  /** Aborted when no further message may be sent. */
  readonly signal: AbortSignal
  /** Maximum concurrent endpoints that failed or were slow last time, so that the others keep slots. */
  readonly failingAtOnce: number
}

/**
 * Creates the function that runs the deliveries of a subscription. It does nothing while any process runs the
 * subscription: the worker holding the lock checks again after releasing it and sees everything committed before.
 */
export function createDeliveryRunner(
  ctx: Context,
  { locks, senders, signal, failingAtOnce }: RunnerOptions,
): (subscriptionId: string) => Promise<void> {
  const failing = new Set<string>()
  let failingNow = 0

  const run = async (subscriptionId: string) => {
    const outcome = await deliver(ctx, { subscriptionId, senders, signal })
    if (outcome === 'sent') failing.delete(subscriptionId)
    if (outcome === 'failing' || outcome === 'slow') failing.add(subscriptionId)
    if (failing.size > maxRemembered) failing.clear()
    crashPoint('delivery-before-release')
    return outcome
  }
  const mustWait = (subscriptionId: string) =>
    failing.has(subscriptionId) && failingNow >= failingAtOnce
  const wait = (subscriptionId: string) =>
    scheduleRun(ctx.db, subscriptionId, { at: new Date(ctx.now() + pauseMs) })
  return async (subscriptionId) => {
    if (mustWait(subscriptionId)) return wait(subscriptionId)
    const name = `deliver:${subscriptionId}`
    if (!(await locks.take(name))) return
    // Meanwhile another run of it may have failed, or others may have taken the slots.
    if (mustWait(subscriptionId)) {
      await locks.release(name)
      return wait(subscriptionId)
    }
    const isFailing = failing.has(subscriptionId)
    if (isFailing) failingNow += 1
    let outcome: RunOutcome
    try {
      outcome = await run(subscriptionId)
    } finally {
      if (isFailing) failingNow -= 1
      await locks.release(name)
    }
    if (outcome === 'postponed') return
    if (await hasDueDeliveries(ctx, subscriptionId)) {
      await requeue(ctx, subscriptionId)
    }
  }
}

const requeue = defineLoader<string, true>(
  'channels/delivery-jobs',
  async (ctx, subscriptionIds) => {
    await addDeliveryJobs(ctx.db, subscriptionIds)
    return new Map()
  },
  { concurrency: 1 },
)
