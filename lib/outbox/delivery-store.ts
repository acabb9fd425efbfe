import type { Identity } from '@/lib/core/identity'
import { type Notification, toNotification } from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import { isWithinScope, within } from '@/lib/db/within'
import { Prisma } from '@/prisma/generated/client'
import { addDeliveryJobs, deliveryJobs } from './delivery-job-store'
import { describeFailure, type Failure, formatFailure, parseFailure } from './failure'
import type { Channel } from './subscription'

/**
 * Creates one waiting delivery for each of these notifications and each matching subscription: enabled, confirmed, and
 * subscribed to its type and network. Adds one job per subscription; a job already queued keeps its position.
 */
export async function createDeliveries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    WITH made AS (
      INSERT INTO deliveries (notification_id, subscription_id, created_at, due_at)
      SELECT n.id, s.id, date_trunc('milliseconds', now()), date_trunc('milliseconds', now())
      FROM notifications n
      JOIN subscriptions s ON s.account = n.account AND n.type = ANY(s.types)
        AND (s.networks IS NULL OR n.chain_id = ANY(s.networks))
        AND s.enabled AND s.confirmed AND s.stopped_at IS NULL
      WHERE n.id = ANY(${[...ids]}::text[])
      ORDER BY n.sequence, s.id
      -- Waits for a concurrent deletion and skips its row; a foreign key violation would abort the fact's transaction.
      FOR KEY SHARE OF s
      ON CONFLICT DO NOTHING
      RETURNING subscription_id
    ), jobs AS (
      ${deliveryJobs(Prisma.sql`(SELECT DISTINCT subscription_id::text AS id FROM made) AS receivers`)}
    )
    SELECT count(*) FROM jobs, LATERAL graphile_worker.add_jobs(specs, true)`
}

/** Stored error of a delivery whose notification was retracted before it was sent. */
export const retractedError = formatFailure({ code: 'retracted' })

/** {@link retractedError}, and its sentence in older rows. */
export const retractedErrors = [retractedError, describeFailure({ code: 'retracted' })] as const

/**
 * Closes the unsent deliveries of these notifications, waiting or dead: only their corrections are sent from then on,
 * even after a replay.
 */
export async function closeDeliveries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE deliveries SET state = 'dead', last_error = ${retractedError}
    WHERE id IN (
      SELECT id FROM deliveries WHERE notification_id = ANY(${[...ids]}::text[]) AND state <> 'sent'
      ORDER BY id FOR UPDATE)`
}

/** States of a delivery; `dead` ones are retried only on request. */
export const deliveryStates = ['waiting', 'sent', 'dead'] as const

/** State of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery as its account sees it. Times in Unix milliseconds. */
export type AccountDelivery = {
  readonly id: bigint
  readonly subscriptionId: string
  readonly channel: Channel
  readonly label: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly createdAtMs: number
  /** Time of the next attempt while waiting. */
  readonly dueAtMs: number
  readonly sentAtMs: number | undefined
  readonly lastError: Failure | undefined
  /** HTTP status of the endpoint's last response, if any. */
  readonly lastStatus: number | undefined
  /** Whether it is dead, or failed and waiting, so that its owner may retry it once the channel is on. */
  readonly isRetryable: boolean
  readonly notification: Notification
}

/** A page of an identity's deliveries. */
export type DeliveryPage = {
  readonly limit: number
  readonly state?: DeliveryState | undefined
  readonly subscriptionId?: string | undefined
  /** Only deliveries older than this id. */
  readonly before?: bigint | undefined
}

// Literals, so that the partial indexes by state match.
const inState = {
  waiting: Prisma.sql`state = 'waiting'`,
  sent: Prisma.sql`state = 'sent'`,
  dead: Prisma.sql`state = 'dead'`,
} as const satisfies Record<DeliveryState, Prisma.Sql>
const anyState = Prisma.sql`true`

/** Returns deliveries of an identity's subscriptions, newest first. */
export async function listAccountDeliveries(
  db: Transaction,
  { account, networks }: Identity,
  { limit, state, subscriptionId, before }: DeliveryPage,
): Promise<AccountDelivery[]> {
  // Reads one page per subscription along its index, since together they may have any number of deliveries. The range
  // covers one id: with "=", the planner drops the column from the sort and walks everyone's deliveries by id.
  const found = await db.$queryRaw<{ id: bigint }[]>`
    SELECT d.id FROM subscriptions s
    CROSS JOIN LATERAL (
      SELECT id FROM deliveries
      WHERE subscription_id BETWEEN s.id AND s.id
        AND ${state ? inState[state] : anyState}
        AND (${before ?? null}::bigint IS NULL OR id < ${before ?? null}::bigint)
      ORDER BY subscription_id, id DESC LIMIT ${limit}
    ) d
    WHERE s.account = ${account} AND ${isWithinScope(networks)}
      AND (${subscriptionId ?? null}::uuid IS NULL OR s.id = ${subscriptionId ?? null}::uuid)
    ORDER BY d.id DESC LIMIT ${limit}`
  const rows = await db.delivery.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: { id: 'desc' },
    include: {
      notification: true,
      subscription: { select: { channel: true, label: true, target: true } },
    },
  })
  return rows.map(({ id, subscriptionId: of, subscription, state: reached, attempts, ...row }) => ({
    ...{ id, subscriptionId: of, state: reached, attempts },
    channel: subscription.channel,
    label: subscription.label,
    createdAtMs: row.createdAt.getTime(),
    dueAtMs: row.dueAt.getTime(),
    sentAtMs: row.sentAt?.getTime(),
    lastError: row.lastError === null ? undefined : parseFailure(row.lastError),
    lastStatus: row.lastStatus ?? undefined,
    isRetryable:
      subscription.target !== null &&
      (reached === 'dead' ? !isRetracted(row) : reached === 'waiting' && attempts > 0),
    notification: toNotification(row.notification),
  }))
}

function isRetracted({ lastError }: { readonly lastError: string | null }): boolean {
  return retractedErrors.some((error) => error === lastError)
}

/** The facts that decide whether a delivery may be retried on request. */
export type RetryCandidate = Pick<AccountDelivery, 'subscriptionId' | 'state' | 'attempts'> & {
  /** Whether its owner has the channel enabled. */
  readonly isEnabled: boolean
}

/** Finds a delivery of an identity's subscription. */
export async function findDeliveryOf(
  db: Transaction,
  { id, ...identity }: Identity & { readonly id: bigint },
): Promise<RetryCandidate | undefined> {
  const row = await db.delivery.findUnique({
    where: { id, subscription: within(identity) },
    include: { subscription: { select: { enabled: true } } },
  })
  if (!row) return undefined
  const { subscriptionId, state, attempts, subscription } = row
  return { subscriptionId, state, attempts, isEnabled: subscription.enabled }
}

/** Result of a request to retry a dead delivery. */
export type Revival = 'revived' | 'not-dead' | 'taken-back' | 'stopped' | 'forgotten'

/**
 * Makes a dead delivery due with a full set of attempts. Changes nothing when it is not dead, its endpoint is disabled,
 * or its notification was retracted.
 */
export async function reviveDelivery(
  tx: Transaction,
  { id, at }: { readonly id: bigint; readonly at: Date },
): Promise<Revival> {
  const row = await tx.delivery.findUnique({
    where: { id, state: 'dead' },
    select: {
      subscriptionId: true,
      lastError: true,
      subscription: { select: { stoppedAt: true, target: true } },
    },
  })
  if (!row) return 'not-dead'
  if (isRetracted(row)) return 'taken-back'
  if (row.subscription.target === null) return 'forgotten'
  if (row.subscription.stoppedAt) return 'stopped'
  // A retraction may commit concurrently.
  const notRetracted = [{ lastError: null }, { lastError: { notIn: [...retractedErrors] } }]
  const { count } = await tx.delivery.updateMany({
    where: { id, state: 'dead', OR: notRetracted },
    data: { state: 'waiting', attempts: 0, dueAt: at, lastError: null },
  })
  if (count === 0) return 'not-dead'
  await addDeliveryJobs(tx, [row.subscriptionId])
  return 'revived'
}

/** Makes a failed, waiting delivery due now; its attempts keep counting. False when it no longer waits. */
export async function expediteDelivery(
  tx: Transaction,
  { id, subscriptionId, at }: { id: bigint; subscriptionId: string; at: Date },
): Promise<boolean> {
  const where = { id, state: 'waiting', attempts: { gt: 0 } } as const
  const { count } = await tx.delivery.updateMany({ where, data: { dueAt: at } })
  if (count === 0) return false
  await addDeliveryJobs(tx, [subscriptionId])
  return true
}

/**
 * Reschedules all untried deliveries of a subscription under its new settings. Call it in the transaction that changes
 * its quiet hours or digest, or enables it.
 */
export async function rescheduleWaiting(
  tx: Transaction,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  const { count } = await tx.delivery.updateMany({
    where: { subscriptionId: id, state: 'waiting', attempts: 0 },
    data: { dueAt: at },
  })
  if (count > 0) await addDeliveryJobs(tx, [id])
}
