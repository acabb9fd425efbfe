import type { Channel } from '@/lib/channels/channel'
import type { Identity } from '@/lib/core/identity'
import type { Notification } from '@/lib/core/notification'
import { toNotification } from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import { isWithinScope, within } from '@/lib/db/within'
import { retractedError } from '@/lib/notifications/delivery-job-store'
import { Prisma } from '@/prisma/generated/client'

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
  readonly lastError: string | undefined
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
    lastError: row.lastError ?? undefined,
    lastStatus: row.lastStatus ?? undefined,
    isRetryable:
      subscription.target !== null &&
      (reached === 'dead'
        ? row.lastError !== retractedError
        : reached === 'waiting' && attempts > 0),
    notification: toNotification(row.notification),
  }))
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
