import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'
import type { NotificationType } from '@/lib/notifications/notification'
import type { Subscription as SubscriptionRow } from '@/prisma/generated/client'
import type { Channel } from './channel'
import { mostSubscriptions, type Subscription } from './subscription'

/** Whose subscription it is and which one: another account's is as if it were not there. */
export type SubscriptionKey = { readonly id: string; readonly account: Address }

/** A subscription that is to be kept; target and secret are sealed. */
export type NewSubscription = {
  readonly account: Address
  readonly channel: Channel
  readonly label: string
  readonly target: string
  /** Digests of the target, the one to keep first. */
  readonly targetKeys: readonly [string, ...string[]]
  readonly types: readonly NotificationType[]
  readonly confirmed: boolean
  readonly secret: string | undefined
  readonly at: Date
}

/** What came of a wish to keep a subscription: there may be one of the same target, or too many. */
export type Kept =
  | { readonly kind: 'added' | 'known'; readonly subscription: Subscription }
  | { readonly kind: 'full' }

/** Any number will do that no other two-key lock has. */
const lockSpace = 6

/** Keeps a subscription, unless its account has one of this target or ten of any. */
export async function insertSubscription(
  tx: Transaction,
  { targetKeys, at, types, secret, ...facts }: NewSubscription,
): Promise<Kept> {
  const { account, channel } = facts
  await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(${lockSpace}::int, hashtext(${account})))::int`
  const known = await tx.subscription.findFirst({
    where: { account, channel, targetKey: { in: [...targetKeys] } },
  })
  if (known) return { kind: 'known', subscription: toSubscription(known) }
  if ((await tx.subscription.count({ where: { account } })) >= mostSubscriptions) {
    return { kind: 'full' }
  }
  const [targetKey] = targetKeys
  const row = await tx.subscription.create({
    data: {
      ...{ ...facts, targetKey, types: [...types], secret: secret ?? null, createdAt: at },
      agreedAt: facts.confirmed ? at : null,
    },
  })
  return { kind: 'added', subscription: toSubscription(row) }
}

/** The subscriptions of an account, in the order in which they were made. */
export async function listSubscriptions(
  db: Transaction,
  account: Address,
): Promise<Subscription[]> {
  const rows = await db.subscription.findMany({
    where: { account },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toSubscription)
}

/** A subscription of an account; undefined: there is none. */
export async function findSubscription(
  db: Transaction,
  { id, account }: SubscriptionKey,
): Promise<Subscription | undefined> {
  const row = await db.subscription.findUnique({ where: { id, account } })
  return row ? toSubscription(row) : undefined
}

/** What of a subscription may be changed; what is left out stays. */
export type SubscriptionChange = {
  readonly label?: string
  readonly types?: readonly NotificationType[]
  readonly enabled?: boolean
  readonly confirmed?: boolean
  readonly agreedAt?: Date
  /** Sealed. */
  readonly target?: string
  readonly quietFrom?: number | null
  readonly quietTo?: number | null
  readonly timeZone?: string
  readonly digest?: Subscription['rhythm']['digest']
}

/** Changes a subscription and returns how it is then; undefined: there is none. */
export async function updateSubscription(
  db: Transaction,
  { id, account }: SubscriptionKey,
  { types, ...change }: SubscriptionChange,
): Promise<Subscription | undefined> {
  const data = { ...change, ...(types ? { types: [...types] } : {}) }
  const [row] = await db.subscription.updateManyAndReturn({ where: { id, account }, data })
  return row ? toSubscription(row) : undefined
}

/**
 * Signs with another secret from now on, and until `until` with the one before it too; undefined: there is no such
 * subscription, or the secret before its own holds at `at` yet.
 */
export async function replaceSecret(
  db: Transaction,
  { id, account }: SubscriptionKey,
  { secret, until, at }: { readonly secret: string; readonly until: Date; readonly at: Date },
): Promise<Subscription | undefined> {
  const count = await db.$executeRaw`
    UPDATE subscriptions SET old_secret = secret, old_secret_until = ${until}, secret = ${secret}
    WHERE id = ${id}::uuid AND account = ${account}
      AND (old_secret_until IS NULL OR old_secret_until <= ${at})`
  if (count === 0) return undefined
  return findSubscription(db, { id, account })
}

/** Takes up again what was given up, as if it had never failed. */
export async function forgetFailures(
  db: Transaction,
  { id, account }: SubscriptionKey,
): Promise<void> {
  const data = { stoppedAt: null, stoppedReason: null, failingSince: null, lastError: null }
  await db.subscription.updateMany({ where: { id, account }, data })
}

/** Notes that a subscription is tried out at `at`, unless it was after `since`; false then. */
export async function takeTest(
  db: Transaction,
  { id, account }: SubscriptionKey,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<boolean> {
  const { count } = await db.subscription.updateMany({
    where: { id, account, OR: [{ testedAt: null }, { testedAt: { lte: since } }] },
    data: { testedAt: at },
  })
  return count > 0
}

/** Removes a subscription with all its deliveries; false: there was none. */
export async function deleteSubscription(
  db: Transaction,
  { id, account }: SubscriptionKey,
): Promise<boolean> {
  const { count } = await db.subscription.deleteMany({ where: { id, account } })
  return count > 0
}

/** The subscription that a row holds. */
export function toSubscription(row: SubscriptionRow): Subscription {
  const { quietFrom, quietTo, timeZone, digest, stoppedAt } = row
  const quiet =
    quietFrom === null || quietTo === null ? undefined : { from: quietFrom, to: quietTo }
  return {
    id: row.id,
    account: row.account as Address,
    channel: row.channel,
    label: row.label,
    types: row.types,
    isEnabled: row.enabled,
    isConfirmed: row.confirmed,
    agreedAtMs: row.agreedAt?.getTime(),
    rhythm: { quiet, timeZone, digest },
    createdAtMs: row.createdAt.getTime(),
    lastSentAtMs: row.lastSentAt?.getTime(),
    lastError: row.lastError ?? undefined,
    failingSinceMs: row.failingSince?.getTime(),
    stopped: stoppedAt ? { atMs: stoppedAt.getTime(), reason: row.stoppedReason ?? '' } : undefined,
    oldSecretUntilMs: row.oldSecretUntil?.getTime(),
  }
}
