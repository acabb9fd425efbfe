import type { Address } from '@/lib/core/address'
import { type Identity, type NetworkScope, networksInScope } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import { isWithinScope, scopeColumn, toScope, within } from '@/lib/db/within'
import type { Subscription as SubscriptionRow } from '@/prisma/generated/client'
import { parseFailure } from './failure'
import { type Channel, maxSubscriptions, type Subscription } from './subscription'

/** Identifies a subscription; those of other accounts or of a wider scope are invisible. */
export type SubscriptionKey = Identity & { readonly id: string }

/** A subscription to store, with target and secret encrypted. */
export type NewSubscription = Identity & {
  readonly channel: Channel
  readonly label: string
  readonly target: string
  /** Digests of the target; the first one is stored. */
  readonly targetKeys: readonly [string, ...string[]]
  readonly types: readonly NotificationType[]
  readonly confirmed: boolean
  readonly secret: string | undefined
  readonly at: Date
}

/** Result of storing a subscription: added, already known by its target, or rejected for being too many. */
export type SaveResult =
  | { readonly kind: 'added' | 'known'; readonly subscription: Subscription }
  | { readonly kind: 'full' }

/** Key space of these two-key advisory locks, not used elsewhere. */
const lockSpace = 6

/**
 * Stores a subscription, unless the account has one for this target within the identity's scope, or ten on any of its
 * networks. To make room, the identity's oldest push subscription that is gone is deleted; gone ones of a wider scope
 * do not count.
 */
export async function insertSubscription(
  tx: Transaction,
  { targetKeys, at, types, secret, networks, ...facts }: NewSubscription,
): Promise<SaveResult> {
  const { account, channel } = facts
  await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(${lockSpace}::int, hashtext(${account})))::int`
  const known = await findKnown(tx, { account, networks, channel, targetKeys })
  if (known) return { kind: 'known', subscription: known }
  const places = { account, OR: [{ networks: { equals: null } }, overlapping(networks)] }
  if ((await tx.subscription.count({ where: places })) >= maxSubscriptions) {
    const own = { AND: [places, within({ account, networks })], target: null }
    const gone = await tx.subscription.findFirst({ where: own, orderBy: { stoppedAt: 'asc' } })
    if (gone) await tx.subscription.delete({ where: { id: gone.id } })
    else if (
      (await tx.subscription.count({ where: { ...places, ...hasTarget } })) >= maxSubscriptions
    )
      return { kind: 'full' }
  }
  const [targetKey] = targetKeys
  const row = await tx.subscription.create({
    data: {
      ...{ ...facts, targetKey, types: [...types], secret: secret ?? null, createdAt: at },
      ...scopeColumn(networks),
      agreedAt: facts.confirmed ? at : null,
    },
  })
  return { kind: 'added', subscription: toSubscription(row) }
}

const overlapping = (networks: NetworkScope) => ({
  networks: { hasSome: [...networksInScope(networks)] },
})

type TargetQuery = Identity & Pick<NewSubscription, 'channel' | 'targetKeys'>

/** Finds the subscription of a target, preferably the one of exactly these networks. */
async function findKnown(
  tx: Transaction,
  { channel, targetKeys, ...identity }: TargetQuery,
): Promise<Subscription | undefined> {
  const rows = await tx.subscription.findMany({
    where: { ...within(identity), channel, targetKey: { in: [...targetKeys] } },
    orderBy: { createdAt: 'asc' },
  })
  const found = rows.map(toSubscription)
  const wanted = String(identity.networks)
  return found.find(({ networks }) => String(networks) === wanted) ?? found[0]
}

/** Gone push subscriptions are no longer channels; their deliveries are kept. */
const hasTarget = { target: { not: null } } as const

/** Returns the subscriptions of an identity, oldest first. */
export function listSubscriptions(db: Transaction, identity: Identity): Promise<Subscription[]> {
  return list(db, { ...within(identity), ...hasTarget })
}

/** Returns all stored subscriptions of an identity, including push subscriptions that are gone. */
export function listKeptSubscriptions(
  db: Transaction,
  identity: Identity,
): Promise<Subscription[]> {
  return list(db, within(identity))
}

type Where = NonNullable<Parameters<Transaction['subscription']['findMany']>[0]>['where']

async function list(db: Transaction, where: Where): Promise<Subscription[]> {
  const rows = await db.subscription.findMany({
    where: where ?? {},
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toSubscription)
}

/** Finds a subscription of an identity. */
export async function findSubscription(
  db: Transaction,
  key: SubscriptionKey,
): Promise<Subscription | undefined> {
  const row = await db.subscription.findUnique({ where: { ...ofKey(key), ...hasTarget } })
  return row ? toSubscription(row) : undefined
}

/** The changeable columns of a subscription; omitted ones stay. */
export type SubscriptionChange = {
  readonly label?: string
  readonly types?: readonly NotificationType[]
  readonly enabled?: boolean
  readonly confirmed?: boolean
  readonly agreedAt?: Date
  /** Encrypted. */
  readonly target?: string
  readonly quietFrom?: number | null
  readonly quietTo?: number | null
  readonly timeZone?: string
  readonly digest?: Subscription['rhythm']['digest']
}

/** Updates a subscription and returns it; undefined when it does not exist. */
export async function updateSubscription(
  db: Transaction,
  key: SubscriptionKey,
  { types, ...change }: SubscriptionChange,
): Promise<Subscription | undefined> {
  const data = { ...change, ...(types ? { types: [...types] } : {}) }
  const [row] = await db.subscription.updateManyAndReturn({ where: ofKey(key), data })
  return row ? toSubscription(row) : undefined
}

/**
 * Replaces the signing secret. Until `until` messages are also signed with the previous one; if an older one is still
 * valid at `at`, with that one until its own expiry instead. Undefined when there is no such subscription.
 */
export async function replaceSecret(
  db: Transaction,
  key: SubscriptionKey,
  { secret, until, at }: { readonly secret: string; readonly until: Date; readonly at: Date },
): Promise<Subscription | undefined> {
  const { id, account, networks } = key
  const count = await db.$executeRaw`
    UPDATE subscriptions SET secret = ${secret},
      old_secret = CASE WHEN old_secret_until > ${at} THEN old_secret ELSE secret END,
      old_secret_until = CASE WHEN old_secret_until > ${at} THEN old_secret_until ELSE ${until} END
    WHERE id = ${id}::uuid AND account = ${account} AND ${isWithinScope(networks)}`
  if (count === 0) return undefined
  return findSubscription(db, key)
}

/** Extends a subscription to all networks of the identity. */
export async function widenSubscription(
  db: Transaction,
  { id, account, networks }: SubscriptionKey,
): Promise<void> {
  await db.$executeRaw`
    UPDATE subscriptions SET networks = ${networks && [...networks]}::int[]
    WHERE id = ${id}::uuid AND account = ${account} AND ${isWithinScope(networks)}`
}

/** Enables a subscription again that the service had stopped, and clears its failures. */
export async function forgetFailures(db: Transaction, key: SubscriptionKey): Promise<void> {
  const data = { stoppedAt: null, stoppedReason: null, failingSince: null, lastError: null }
  await db.subscription.updateMany({ where: { ...ofKey(key), ...hasTarget }, data })
}

/** Records a test at `at`; false when there was one after `since`. */
export async function recordTest(
  db: Transaction,
  key: SubscriptionKey,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<boolean> {
  const { count } = await db.subscription.updateMany({
    where: { ...ofKey(key), OR: [{ testedAt: null }, { testedAt: { lte: since } }] },
    data: { testedAt: at },
  })
  return count > 0
}

/** Deletes a subscription with all its deliveries; false when it does not exist. */
export async function deleteSubscription(db: Transaction, key: SubscriptionKey): Promise<boolean> {
  const { count } = await db.subscription.deleteMany({ where: ofKey(key) })
  return count > 0
}

/** Confirms a mail subscription and returns its account; undefined when it was deleted. */
export async function confirmSubscription(
  db: Transaction,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<Address | undefined> {
  const where = { id, channel: 'email' } as const
  const fresh = { stoppedAt: null, stoppedReason: null, failingSince: null }
  const data = { confirmed: true, agreedAt: at, ...fresh }
  await db.subscription.updateMany({ where: { ...where, confirmed: false }, data })
  const row = await db.subscription.findUnique({ where, select: { account: true } })
  return row?.account as Address | undefined
}

/** Withdraws the confirmation of a mail subscription; false when it is not confirmed. */
export async function withdrawConfirmation(db: Transaction, id: string): Promise<boolean> {
  const { count } = await db.subscription.updateMany({
    where: { id, channel: 'email', confirmed: true },
    data: { confirmed: false },
  })
  return count > 0
}

/** Numbers of deleted rows. */
export type DeletedSubscriptions = { readonly subscriptions: number; readonly deliveries: number }

/** Deletes all subscriptions of an identity with their deliveries; those of a wider scope stay. */
export async function deleteSubscriptions(
  tx: Transaction,
  identity: Identity,
): Promise<DeletedSubscriptions> {
  const { account, networks } = identity
  const own = within(identity)
  // Locks subscriptions before their deliveries and by id, like all writers, to avoid deadlocks.
  await tx.$queryRaw`
    SELECT id FROM subscriptions WHERE account = ${account} AND ${isWithinScope(networks)}
    ORDER BY id FOR UPDATE`
  const { count: deliveries } = await tx.delivery.deleteMany({ where: { subscription: own } })
  const { count: subscriptions } = await tx.subscription.deleteMany({ where: own })
  return { subscriptions, deliveries }
}

const ofKey = ({ id, ...identity }: SubscriptionKey) => ({ id, ...within(identity) })

/** Converts a row to a subscription. */
export function toSubscription(row: SubscriptionRow): Subscription {
  const { quietFrom, quietTo, timeZone, digest, stoppedAt, stoppedReason } = row
  const quiet =
    quietFrom === null || quietTo === null ? undefined : { from: quietFrom, to: quietTo }
  return {
    id: row.id,
    account: row.account as Address,
    networks: toScope(row.networks),
    channel: row.channel,
    label: row.label,
    types: row.types,
    isEnabled: row.enabled,
    isConfirmed: row.confirmed,
    agreedAtMs: row.agreedAt?.getTime(),
    rhythm: { quiet, timeZone, digest },
    createdAtMs: row.createdAt.getTime(),
    lastSentAtMs: row.lastSentAt?.getTime(),
    lastError: row.lastError === null ? undefined : parseFailure(row.lastError),
    failingSinceMs: row.failingSince?.getTime(),
    stopped: stoppedAt
      ? {
          atMs: stoppedAt.getTime(),
          reason: stoppedReason === null ? undefined : parseFailure(stoppedReason),
        }
      : undefined,
    oldSecretUntilMs: row.oldSecretUntil?.getTime(),
  }
}
