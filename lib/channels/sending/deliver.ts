import type { Outcome } from '@/lib/channels/channel'
import type { Context } from '@/lib/context'
import { crashPoint } from '@/lib/core/crash-point'
import { deferDeliveries, postponeTurn, saveAttempt, scheduleNext } from './attempt-store'
import { type Delivery, reasonToStop, recordOf } from './delivery'
import { countOutcome } from './delivery-counts'
import { dueTime } from './delivery-window'
import { disableEndpoint, type GivingUp } from './disable-endpoint'
import { type DueDeliveries, findDueDeliveries, findStanding } from './due-delivery-store'
import { createAttempt } from './make-attempt'
import type { Senders } from './senders'

/** Failures in a row after which a receiver has had its turn, so that others get theirs. */
const maxFailures = 3

/** Milliseconds of one turn after which no further message is begun, so that others get theirs. */
const longestTurnMs = 2_000

/** Deliveries that may have been sent and are not yet recorded as such: a crash sends them again. */
const maxUnrecorded = 8

type Turn = {
  readonly subscriptionId: string
  readonly senders: Senders
  /** Raised when no further message is to be sent. */
  readonly signal: AbortSignal
}

/**
 * How a turn went: `idle` found nothing to send, `failing` sent nothing that was taken, `slow` used up the time of a
 * turn, `postponed` was ended by the channel and goes on later.
 */
export type TurnOutcome = 'idle' | 'sent' | 'failing' | 'slow' | 'postponed'

/**
 * Sends what is due to one receiver, a hundred deliveries at most, in the order in which they were made, and records
 * each attempt. Failed ones are tried again later, after all that were not tried yet, and hold up none of these, though
 * a receiver that fails three times in a row, or to which sending took two seconds, has had its turn. What is for
 * another hour is put off.
 *
 * How a delivery stands is read just before it is sent, so none is begun that was taken back before then. What is taken
 * back while it is on its way may arrive; what takes it back comes behind it.
 *
 * One at a time for each subscription, or messages go out twice.
 */
export async function deliver(ctx: Context, turn: Turn): Promise<TurnOutcome> {
  crashPoint('delivery-before-claim')
  const due = await findDueDeliveries(ctx, turn.subscriptionId)
  if (!due) return 'idle'
  const { messages, putOff } = plan(due, ctx.now())
  // At once, since nothing was read later than this.
  const { kinds, givingUp, laterMs, isSlow } = await sendAll(ctx, { ...turn, due, messages })
  for (const [dueMs, ids] of putOff) await deferDeliveries(ctx.db, ids, dueMs)
  if (givingUp) await disableEndpoint(ctx, due.receiver, givingUp)
  else if (putOff.size > 0 || kinds.has('failed')) await scheduleNext(ctx, turn.subscriptionId)
  if (laterMs !== undefined) {
    await postponeTurn(ctx.db, turn.subscriptionId, new Date(ctx.now() + laterMs))
    return 'postponed'
  }
  if (kinds.size === 0) return 'idle'
  if (isSlow) return 'slow'
  return kinds.has('sent') ? 'sent' : 'failing'
}

type Plan = {
  /** What goes out together: one delivery each, or all of them as a digest. */
  readonly messages: readonly (readonly Delivery[])[]
  /** Ids of deliveries by the time to which they are put off. */
  readonly putOff: ReadonlyMap<number, readonly bigint[]>
}

function plan({ receiver: { rhythm }, deliveries }: DueDeliveries, nowMs: number): Plan {
  const ready: Delivery[] = []
  const putOff = new Map<number, bigint[]>()
  for (const delivery of deliveries) {
    const dueMs = dueTime(rhythm, delivery.createdMs, nowMs)
    if (dueMs <= nowMs) ready.push(delivery)
    else putOff.set(dueMs, [...(putOff.get(dueMs) ?? []), delivery.id])
  }
  if (rhythm.digest === 'none') return { messages: ready.map((delivery) => [delivery]), putOff }
  const together = ready.sort((a, b) => Number(a.id - b.id))
  return { messages: together.length > 0 ? [together] : [], putOff }
}

type Sending = Turn & { readonly due: DueDeliveries; readonly messages: Plan['messages'] }

async function sendAll(ctx: Context, { due, messages, senders, signal }: Sending) {
  const kinds = new Set<Outcome['kind']>()
  const unrecorded: Promise<void>[] = []
  const attempt = createAttempt(ctx, { receiver: due.receiver, senders })
  let { failingSinceMs } = due.receiver
  let givingUp: GivingUp | undefined
  let laterMs: number | undefined
  let failures = 0
  const endMs = ctx.now() + longestTurnMs
  let isSlow = false
  for (const deliveries of messages) {
    if (signal.aborted || givingUp || failures === maxFailures || isSlow) break
    const standing = deliveries === messages[0] ? 'waiting' : await standingOf(ctx, due, deliveries)
    if (standing === 'changed') break
    if (standing === 'closed') continue
    const outcome = await attempt(deliveries)
    isSlow = ctx.now() >= endMs
    if (outcome.kind === 'later') {
      laterMs = outcome.afterMs
      break
    }
    failures = outcome.kind === 'failed' ? failures + 1 : 0
    crashPoint('delivery-after-send')
    kinds.add(outcome.kind)
    const reason = reasonToStop(outcome, { failingSinceMs, nowMs: ctx.now() })
    const deliveryIds = deliveries.map(({ id }) => id)
    if (reason !== undefined) givingUp = { reason, kind: outcome.kind, deliveryIds }
    if (outcome.kind === 'sent') failingSinceMs = undefined
    const recorded = record(ctx, { due, deliveries, outcome })
    // Its failure is met where it is waited for.
    recorded.catch(() => {})
    unrecorded.push(recorded)
    if (unrecorded.length >= maxUnrecorded) await unrecorded.shift()
  }
  await Promise.all(unrecorded)
  return { kinds, givingUp, laterMs, isSlow }
}

/** Those that go out one by one; all of a digest are its first message. */
function standingOf(ctx: Context, { receiver }: DueDeliveries, [delivery]: readonly Delivery[]) {
  return delivery ? findStanding(ctx, { receiver, deliveryId: delivery.id }) : 'closed'
}

type Made = {
  readonly due: DueDeliveries
  readonly deliveries: readonly Delivery[]
  readonly outcome: Outcome
}

async function record(ctx: Context, { due, deliveries, outcome }: Made): Promise<void> {
  const { subscriptionId, channel } = due.receiver
  countOutcome(ctx, channel, outcome.kind)
  const facts = { outcome, nowMs: ctx.now(), chance: Math.random() }
  if (outcome.kind !== 'sent') {
    const attempts = Math.max(...deliveries.map((delivery) => delivery.attempts)) + 1
    ctx.log.info({ subscriptionId, channel, ...outcome, attempts }, 'delivery failed')
  }
  const saved = deliveries.map(({ id, attempts }) =>
    saveAttempt(ctx, { ...recordOf({ ...facts, attempts }), deliveryId: id }),
  )
  await Promise.all(saved)
  crashPoint('delivery-after-mark')
}
