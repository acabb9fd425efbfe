import type { Channel } from '@/lib/channels/channel'
import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { reachIsWithin, within } from '@/lib/db/within'
import { takenBack } from '@/lib/notifications/delivery-job-store'
import type { Notification } from '@/lib/notifications/notification'
import { toNotification } from '@/lib/notifications/notification-store'
import { Prisma } from '@/prisma/generated/client'

/** How far a delivery has come: `dead` ones are not tried again, unless their account wants it. */
export const deliveryStates = ['waiting', 'sent', 'dead'] as const

/** How far a delivery has come. */
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery as its account reads of it. Times in Unix milliseconds. */
export type AccountDelivery = {
  readonly id: bigint
  readonly subscriptionId: string
  readonly channel: Channel
  readonly label: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly createdAtMs: number
  /** When it is tried next, where it waits. */
  readonly dueAtMs: number
  readonly sentAtMs: number | undefined
  readonly lastError: string | undefined
  /** Of the receiver's last answer, where it speaks HTTP. */
  readonly lastStatus: number | undefined
  /** Whether it was given up, or failed and waits, and may be sent at its owner's wish, once its channel is on. */
  readonly isRetryable: boolean
  readonly notification: Notification
}

/** Which of an identity's deliveries to list. */
export type DeliveryPage = {
  readonly limit: number
  readonly state?: DeliveryState | undefined
  readonly subscriptionId?: string | undefined
  /** Only those that were made before the one of this id. */
  readonly before?: bigint | undefined
}

// Each as the index has it that holds those of one state only.
const inState = {
  waiting: Prisma.sql`state = 'waiting'`,
  sent: Prisma.sql`state = 'sent'`,
  dead: Prisma.sql`state = 'dead'`,
} as const satisfies Record<DeliveryState, Prisma.Sql>
const anyState = Prisma.sql`true`

/** Deliveries by the subscriptions of an identity, the newest first. */
export async function listAccountDeliveries(
  db: Transaction,
  { account, networks }: Identity,
  { limit, state, subscriptionId, before }: DeliveryPage,
): Promise<AccountDelivery[]> {
  // A page of each subscription, along its index: together they may have any number. The range is of one id; told
  // by "=", the planner drops it from the order and walks the deliveries of everybody by their ids.
  const found = await db.$queryRaw<{ id: bigint }[]>`
    SELECT d.id FROM subscriptions s
    CROSS JOIN LATERAL (
      SELECT id FROM deliveries
      WHERE subscription_id BETWEEN s.id AND s.id
        AND ${state ? inState[state] : anyState}
        AND (${before ?? null}::bigint IS NULL OR id < ${before ?? null}::bigint)
      ORDER BY subscription_id, id DESC LIMIT ${limit}
    ) d
    WHERE s.account = ${account} AND ${reachIsWithin(networks)}
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
      (reached === 'dead' ? row.lastError !== takenBack : reached === 'waiting' && attempts > 0),
    notification: toNotification(row.notification),
  }))
}

/** What of a delivery decides whether it is sent at its owner's wish. */
export type StandingDelivery = Pick<AccountDelivery, 'subscriptionId' | 'state' | 'attempts'> & {
  /** Whether its owner has its channel switched on. */
  readonly isEnabled: boolean
}

/** A delivery by a subscription of an identity; undefined: there is none. */
export async function findDeliveryOf(
  db: Transaction,
  { id, ...identity }: Identity & { readonly id: bigint },
): Promise<StandingDelivery | undefined> {
  const row = await db.delivery.findUnique({
    where: { id, subscription: within(identity) },
    include: { subscription: { select: { enabled: true } } },
  })
  if (!row) return undefined
  const { subscriptionId, state, attempts, subscription } = row
  return { subscriptionId, state, attempts, isEnabled: subscription.enabled }
}
