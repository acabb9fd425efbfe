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

/** Consecutive failures after which a run ends, so that other endpoints are served. */
const maxFailures = 3

/** Milliseconds after which a run starts no further message, so that other endpoints are served. */
const longestTurnMs = 2_000

/** Maximum deliveries sent but not yet recorded; a crash sends them again. */
const maxUnrecorded = 8

type Turn = {
  readonly subscriptionId: string
  readonly senders: Senders
  /** Aborted when no further message may be sent. */
  readonly signal: AbortSignal
}

/**
 * Result of a run: `idle` had nothing to send, no message of `failing` was accepted, `slow` used up its time,
 * `postponed` was stopped by the channel's rate limit and continues later.
 */
export type TurnOutcome = 'idle' | 'sent' | 'failing' | 'slow' | 'postponed'

/**
 * Sends the due deliveries of one endpoint in creation order, at most a hundred, and records each attempt. Failed ones
 * are retried after all untried ones and block none of them, but a run ends after three consecutive failures or two
 * seconds. Deliveries outside their window are deferred.
 *
 * The state of a delivery is read just before it is sent, so none is sent after its retraction. A message in flight
 * when it is retracted may arrive; its correction follows.
 *
 * Run one at a time per subscription, or messages are sent twice.
 */
export async function deliver(ctx: Context, turn: Turn): Promise<TurnOutcome> {
  crashPoint('delivery-before-claim')
  const due = await findDueDeliveries(ctx, turn.subscriptionId)
  if (!due) return 'idle'
  const { messages, putOff } = plan(due, ctx.now())
  // Sent first, directly after the read.
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
  /** Deliveries sent together: single ones, or all as a digest. */
  readonly messages: readonly (readonly Delivery[])[]
  /** Ids of deferred deliveries by new due time. */
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
    // The rejection is handled where it is awaited.
    recorded.catch(() => {})
    unrecorded.push(recorded)
    if (unrecorded.length >= maxUnrecorded) await unrecorded.shift()
  }
  await Promise.all(unrecorded)
  return { kinds, givingUp, laterMs, isSlow }
}

/** Checks single deliveries; a digest is the first message as a whole. */
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
    ctx.log.info({ subscriptionId, channel, ...outcome, attempts }, 'delivery attempt failed')
  }
  const saved = deliveries.map(({ id, attempts }) =>
    saveAttempt(ctx, { ...recordOf({ ...facts, attempts }), deliveryId: id }),
  )
  await Promise.all(saved)
  crashPoint('delivery-after-mark')
}
