import type { Outcome } from '@/lib/channels/channel'
import type { Context } from '@/lib/context'
import { crashPoint } from '@/lib/core/crash-point'
import { gather } from '@/lib/core/group-by'
import { deferDeliveries, saveAttempt } from '@/lib/outbox/attempt-store'
import { deliveryTask, scheduleNext, scheduleRun } from '@/lib/outbox/delivery-job-store'
import {
  type Delivery,
  type DueDeliveries,
  findDeliveryStatus,
  findDueDeliveries,
} from '@/lib/outbox/due-delivery-store'
import { countOutcome } from './delivery-counts'
import { dueTime } from './delivery-window'
import { type Disabling, disableEndpoint } from './disable-endpoint'
import { createAttempt } from './make-attempt'
import { reasonToStop, recordOf } from './retry-schedule'
import type { Senders } from './senders'

/** Consecutive failures after which a run ends, so that other endpoints are served. */
const maxFailures = 3

/** Milliseconds after which a run starts no further message, so that other endpoints are served. */
const maxRunMs = 2_000

/** Maximum deliveries sent but not yet recorded; a crash sends them again. */
const maxUnrecorded = 8

type Run = {
  readonly subscriptionId: string
  readonly senders: Senders
  /** Aborted when no further message may be sent. */
  readonly signal: AbortSignal
}

/**
 * Result of a run: `idle` had nothing to send, no message of `failing` was accepted, `slow` used up its time,
 * `postponed` was stopped by the channel's rate limit and continues later.
 */
export type RunOutcome = 'idle' | 'sent' | 'failing' | 'slow' | 'postponed'

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
export async function deliver(ctx: Context, run: Run): Promise<RunOutcome> {
  crashPoint('delivery-before-claim')
  const due = await findDueDeliveries(ctx, run.subscriptionId)
  if (!due) return 'idle'
  const { messages, deferred } = plan(due, ctx.now())
  // Sent first, directly after the read.
  const { kinds, disabling, laterMs, isSlow } = await sendAll(ctx, { ...run, due, messages })
  for (const [dueMs, ids] of deferred) await deferDeliveries(ctx.db, ids, dueMs)
  if (disabling) await disableEndpoint(ctx, due.receiver, disabling)
  else if (deferred.size > 0 || kinds.has('failed')) await scheduleNext(ctx, run.subscriptionId)
  if (laterMs !== undefined) {
    const at = new Date(ctx.now() + laterMs)
    await scheduleRun(ctx.db, run.subscriptionId, { at, key: deliveryTask })
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
  readonly deferred: ReadonlyMap<number, readonly bigint[]>
}

function plan({ receiver: { rhythm }, deliveries }: DueDeliveries, nowMs: number): Plan {
  const ready: Delivery[] = []
  const later: [dueMs: number, id: bigint][] = []
  for (const delivery of deliveries) {
    const dueMs = dueTime(rhythm, delivery.createdMs, nowMs)
    if (dueMs <= nowMs) ready.push(delivery)
    else later.push([dueMs, delivery.id])
  }
  const deferred = gather(later)
  if (rhythm.digest === 'none') return { messages: ready.map((delivery) => [delivery]), deferred }
  const together = ready.sort((a, b) => Number(a.id - b.id))
  return { messages: together.length > 0 ? [together] : [], deferred }
}

type Sending = Run & { readonly due: DueDeliveries; readonly messages: Plan['messages'] }

async function sendAll(ctx: Context, { due, messages, senders, signal }: Sending) {
  const kinds = new Set<Outcome['kind']>()
  const unrecorded: Promise<void>[] = []
  const attempt = createAttempt(ctx, { receiver: due.receiver, senders })
  let { failingSinceMs } = due.receiver
  let disabling: Disabling | undefined
  let laterMs: number | undefined
  let failures = 0
  const endMs = ctx.now() + maxRunMs
  let isSlow = false
  for (const deliveries of messages) {
    if (signal.aborted || disabling || failures === maxFailures || isSlow) break
    const status = deliveries === messages[0] ? 'waiting' : await statusOf(ctx, due, deliveries)
    if (status === 'changed') break
    if (status === 'closed') continue
    const startMs = ctx.now()
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
    if (reason !== undefined) disabling = { reason, kind: outcome.kind, deliveryIds }
    if (outcome.kind === 'sent') failingSinceMs = undefined
    const recorded = record(ctx, { due, deliveries, outcome, startMs })
    // The rejection is handled where it is awaited.
    recorded.catch(() => {})
    unrecorded.push(recorded)
    if (unrecorded.length >= maxUnrecorded) await unrecorded.shift()
  }
  await Promise.all(unrecorded)
  return { kinds, disabling, laterMs, isSlow }
}

/** Checks single deliveries; a digest is the first message as a whole. */
function statusOf(ctx: Context, { receiver }: DueDeliveries, [delivery]: readonly Delivery[]) {
  return delivery ? findDeliveryStatus(ctx, { receiver, deliveryId: delivery.id }) : 'closed'
}

type Made = {
  readonly due: DueDeliveries
  readonly deliveries: readonly Delivery[]
  readonly outcome: Outcome
  readonly startMs: number
}

async function record(ctx: Context, { due, deliveries, outcome, startMs }: Made): Promise<void> {
  const { subscriptionId, channel } = due.receiver
  const orders = deliveries.map(({ notification }) => notification.orderUid)
  ctx.traces.recordOrders(orders, 'order.deliver', {
    startMs,
    isError: outcome.kind !== 'sent',
    attributes: { 'coincide.channel': channel, 'coincide.outcome': outcome.kind },
  })
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
