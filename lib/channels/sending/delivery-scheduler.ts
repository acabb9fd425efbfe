import { type Context, contextLoader } from '@/lib/context'
import { crashPoint } from '@/lib/core/crash-point'
import type { NameLocks } from '@/lib/db/name-locks'
import { addDeliveryJobs } from '@/lib/notifications/delivery-job-store'
import { scheduleTurn } from './attempt-store'
import { deliver, type TurnOutcome } from './deliver'
import { hasDueDeliveries } from './due-delivery-store'
import type { Senders } from './senders'

/** A receiver that must wait for a place is asked after again after this. */
const pauseMs = 1_000
/** Failing and slow receivers that are remembered; forgetting them costs places for a while. */
const maxRemembered = 10_000

type Turns = {
  readonly locks: NameLocks
  readonly senders: Senders
  /** Raised when no further message is to be sent. */
  readonly signal: AbortSignal
  /** How many receivers that failed or were slow last time are sent to at once: the others have places left. */
  readonly failingAtOnce: number
}

/**
 * Makes the function that gives subscriptions their turns. One is left out while it has one already, in whichever
 * process: whoever has it looks again when it is over, and what was committed before is seen then.
 */
export function createTurns(
  ctx: Context,
  { locks, senders, signal, failingAtOnce }: Turns,
): (subscriptionId: string) => Promise<void> {
  const failing = new Set<string>()
  let failingNow = 0

  const turn = async (subscriptionId: string) => {
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
    scheduleTurn(ctx.db, subscriptionId, new Date(ctx.now() + pauseMs))
  return async (subscriptionId) => {
    if (mustWait(subscriptionId)) return wait(subscriptionId)
    const name = `deliver:${subscriptionId}`
    if (!(await locks.take(name))) return
    // Meanwhile another turn of it may have failed, or others have taken the places.
    if (mustWait(subscriptionId)) {
      await locks.release(name)
      return wait(subscriptionId)
    }
    const isFailing = failing.has(subscriptionId)
    if (isFailing) failingNow += 1
    let outcome: TurnOutcome
    try {
      outcome = await turn(subscriptionId)
    } finally {
      if (isFailing) failingNow -= 1
      await locks.release(name)
    }
    if (outcome === 'postponed') return
    if (await hasDueDeliveries(ctx, subscriptionId)) {
      await askAgain(ctx, subscriptionId)
    }
  }
}

async function askAgain(ctx: Context, subscriptionId: string): Promise<void> {
  const load = async (ids: readonly string[]) => {
    await addDeliveryJobs(ctx.db, ids)
    return new Map<string, true>()
  }
  await contextLoader<string, true>(ctx, 'delivery-jobs', { load, concurrency: 1 })(subscriptionId)
}
