import { isDeepStrictEqual } from 'node:util'
import { type Context, defineLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Notification, NotificationMetadata, NotificationType } from '@/lib/core/notification'
import { queryPrepared } from '@/lib/db/database'
import type { EncryptedEndpoint } from './endpoint-store'
import type { Channel, Rhythm } from './subscription'

/** One notification for one endpoint. */
export type Delivery = {
  readonly id: bigint
  /** Failed attempts so far. */
  readonly attempts: number
  readonly createdMs: number
  readonly notification: Notification
}

/** The due deliveries of one endpoint. */
export type DueDeliveries = {
  readonly receiver: EncryptedEndpoint
  /** In creation order, failed ones last; at most a hundred. */
  readonly deliveries: readonly Delivery[]
}

type ReceiverRow = {
  subscriptionId: string
  account: Address
  channel: Channel
  target: string
  secret: string | null
  oldSecret: string | null
  oldSecretUntil: Date | null
  quietFrom: number | null
  quietTo: number | null
  timeZone: string
  digest: Rhythm['digest']
  failingSince: Date | null
}

type Row = ReceiverRow & {
  deliveryId: string
  attempts: number
  createdAt: Date
  id: string
  chainId: number
  type: NotificationType
  message: string
  metadata: NotificationMetadata
  orderUid: Hex
  notifiedAt: Date
}

const receiverColumns = `s.id AS "subscriptionId", s.account, s.channel, s.target, s.secret,
    s.old_secret AS "oldSecret", s.old_secret_until AS "oldSecretUntil", s.quiet_from AS "quietFrom",
    s.quiet_to AS "quietTo", s.time_zone AS "timeZone", s.digest, s.failing_since AS "failingSince"`
const isOn = 's.enabled AND s.confirmed AND s.stopped_at IS NULL'

const dueText = `SELECT ${receiverColumns},
    d.id AS "deliveryId", d.attempts, d.created_at AS "createdAt",
    n.id, n.chain_id AS "chainId", n.type, n.message, n.metadata, n.order_uid AS "orderUid",
    n.created_at AS "notifiedAt"
  FROM subscriptions s
  CROSS JOIN LATERAL (
    SELECT * FROM deliveries
    WHERE subscription_id = s.id AND state = 'waiting' AND due_at <= $2
    ORDER BY (attempts > 0), id LIMIT 100
  ) d
  JOIN notifications n ON n.id = d.notification_id
  WHERE s.id = ANY($1::uuid[]) AND ${isOn}
  ORDER BY (d.attempts > 0), d.id`

/**
 * Finds the due deliveries of a subscription; undefined when there are none or it is inactive. Concurrent calls are
 * batched.
 */
export const findDueDeliveries = defineLoader<string, DueDeliveries>(
  'outbox/due-deliveries',
  async (ctx, ids) => {
    const values = [ids, new Date(ctx.now())]
    const rows = await queryPrepared<Row>(ctx.db, { name: 'due-deliveries', text: dueText, values })
    const found = new Map<string, { receiver: EncryptedEndpoint; deliveries: Delivery[] }>()
    for (const row of rows) {
      const entry = found.get(row.subscriptionId) ?? { receiver: toReceiver(row), deliveries: [] }
      entry.deliveries.push(toDelivery(row))
      found.set(row.subscriptionId, entry)
    }
    return found
  },
  { size: 64 },
)

/** Whether an active subscription has due deliveries; batched like {@link findDueDeliveries}. */
export async function hasDueDeliveries(ctx: Context, subscriptionId: string): Promise<boolean> {
  return (await isDue(ctx, subscriptionId)) ?? false
}

const isDue = defineLoader<string, true>('outbox/has-due-deliveries', async (ctx, ids) => {
  const rows = await queryPrepared<{ id: string }>(ctx.db, {
    name: 'has-due-deliveries',
    text: `SELECT id FROM subscriptions s
      WHERE id = ANY($1::uuid[]) AND ${isOn} AND EXISTS (
        SELECT 1 FROM deliveries
        WHERE subscription_id = s.id AND state = 'waiting' AND due_at <= $2)`,
    values: [ids, new Date(ctx.now())],
  })
  return new Map(rows.map(({ id }) => [id, true as const]))
})

/** State of a delivery since it was read: still to be sent, closed, or its endpoint changed. */
export type DeliveryStatus = 'waiting' | 'closed' | 'changed'

/**
 * Reads a delivery's current state: `closed` when it was retracted or given up, `changed` when its endpoint was
 * deleted, paused, or got another address, secret or schedule. Batched like {@link findDueDeliveries}.
 */
export async function findDeliveryStatus(
  ctx: Context,
  { receiver, deliveryId }: { readonly receiver: EncryptedEndpoint; readonly deliveryId: bigint },
): Promise<DeliveryStatus> {
  const now = await findNow(ctx, deliveryId)
  if (!now || !isDeepStrictEqual(settings(toReceiver(now)), settings(receiver))) return 'changed'
  return now.isWaiting ? 'waiting' : 'closed'
}

type DeliveryNow = ReceiverRow & { readonly deliveryId: string; readonly isWaiting: boolean }

const findNow = defineLoader<bigint, DeliveryNow>(
  'outbox/deliveries-now',
  async (ctx, ids) => {
    const rows = await queryPrepared<DeliveryNow>(ctx.db, {
      name: 'deliveries-now',
      text: `SELECT ${receiverColumns}, d.id AS "deliveryId", d.state = 'waiting' AS "isWaiting"
        FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
        WHERE d.id = ANY($1::bigint[]) AND ${isOn}`,
      values: [ids],
    })
    return new Map(rows.map((row) => [BigInt(row.deliveryId), row]))
  },
  { size: 64 },
)

/** The settings that the owner controls. */
function settings({ failingSinceMs: _, ...chosen }: EncryptedEndpoint) {
  return chosen
}

function toReceiver(row: ReceiverRow): EncryptedEndpoint {
  const { subscriptionId, account, channel, target, quietFrom, quietTo, timeZone, digest } = row
  const quiet =
    quietFrom === null || quietTo === null ? undefined : { from: quietFrom, to: quietTo }
  return {
    subscriptionId,
    account,
    channel,
    target,
    secret: row.secret ?? undefined,
    oldSecret: row.oldSecret ?? undefined,
    oldSecretUntilMs: row.oldSecretUntil?.getTime(),
    rhythm: { quiet, timeZone, digest },
    failingSinceMs: row.failingSince?.getTime(),
  }
}

function toDelivery(row: Row): Delivery {
  const { id, chainId, account, type, message, metadata, orderUid, notifiedAt } = row
  return {
    id: BigInt(row.deliveryId),
    attempts: row.attempts,
    createdMs: row.createdAt.getTime(),
    notification: {
      ...{ id, chainId, account, type, message, metadata, orderUid },
      createdAt: notifiedAt,
    },
  }
}
