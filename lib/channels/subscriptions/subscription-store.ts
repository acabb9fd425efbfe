import type { Channel } from '@/lib/channels/channel'
import type { Address } from '@/lib/core/address'
import { type Identity, type NetworkScope, reachedNetworks } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { reachColumn, reachIsWithin, toReach, within } from '@/lib/db/within'
import type { NotificationType } from '@/lib/notifications/notification'
import type { Subscription as SubscriptionRow } from '@/prisma/generated/client'
import { maxSubscriptions, type Subscription } from './subscription'

/** Who asks for which subscription: another account's, or one that reaches further, is as if it were not there. */
export type SubscriptionKey = Identity & { readonly id: string }

/** A subscription that is to be kept; target and secret are sealed. */
export type NewSubscription = Identity & {
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

/**
 * Keeps a subscription, unless its account has one of this target that reaches no further, or ten of any for its
 * networks. What is kept of browsers that are gone makes room: the identity's is removed, the oldest first, and what
 * reaches further takes no place.
 */
export async function insertSubscription(
  tx: Transaction,
  { targetKeys, at, types, secret, networks, ...facts }: NewSubscription,
): Promise<Kept> {
  const { account, channel } = facts
  await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(${lockSpace}::int, hashtext(${account})))::int`
  const known = await findKnown(tx, { account, networks, channel, targetKeys })
  if (known) return { kind: 'known', subscription: known }
  const places = { account, OR: [{ networks: { equals: null } }, touching(networks)] }
  if ((await tx.subscription.count({ where: places })) >= maxSubscriptions) {
    const own = { AND: [places, within({ account, networks })], target: null }
    const gone = await tx.subscription.findFirst({ where: own, orderBy: { stoppedAt: 'asc' } })
    if (gone) await tx.subscription.delete({ where: { id: gone.id } })
    else if (
      (await tx.subscription.count({ where: { ...places, ...isThere } })) >= maxSubscriptions
    )
      return { kind: 'full' }
  }
  const [targetKey] = targetKeys
  const row = await tx.subscription.create({
    data: {
      ...{ ...facts, targetKey, types: [...types], secret: secret ?? null, createdAt: at },
      ...reachColumn(networks),
      agreedAt: facts.confirmed ? at : null,
    },
  })
  return { kind: 'added', subscription: toSubscription(row) }
}

const touching = (networks: NetworkScope) => ({
  networks: { hasSome: [...reachedNetworks(networks)] },
})

type Wanted = Identity & Pick<NewSubscription, 'channel' | 'targetKeys'>

/** What there is of a target: the one of just these networks if there are several. */
async function findKnown(
  tx: Transaction,
  { channel, targetKeys, ...identity }: Wanted,
): Promise<Subscription | undefined> {
  const rows = await tx.subscription.findMany({
    where: { ...within(identity), channel, targetKey: { in: [...targetKeys] } },
    orderBy: { createdAt: 'asc' },
  })
  const found = rows.map(toSubscription)
  const wanted = String(identity.networks)
  return found.find(({ networks }) => String(networks) === wanted) ?? found[0]
}

/** Browsers that are gone are no channels any more, but what was sent to them is known. */
const isThere = { target: { not: null } } as const

/** The subscriptions of an identity, in the order in which they were made. */
export function listSubscriptions(db: Transaction, identity: Identity): Promise<Subscription[]> {
  return list(db, { ...within(identity), ...isThere })
}

/** All that is kept of an identity's subscriptions, also of browsers that are gone. */
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

/** A subscription of an identity; undefined: there is none. */
export async function findSubscription(
  db: Transaction,
  key: SubscriptionKey,
): Promise<Subscription | undefined> {
  const row = await db.subscription.findUnique({ where: { ...ofKey(key), ...isThere } })
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
  key: SubscriptionKey,
  { types, ...change }: SubscriptionChange,
): Promise<Subscription | undefined> {
  const data = { ...change, ...(types ? { types: [...types] } : {}) }
  const [row] = await db.subscription.updateManyAndReturn({ where: ofKey(key), data })
  return row ? toSubscription(row) : undefined
}

/**
 * Signs with another secret from now on, and until `until` with the one before it too; where an older one holds at `at`
 * yet, with that one until its own end instead. Undefined: there is no such subscription.
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
    WHERE id = ${id}::uuid AND account = ${account} AND ${reachIsWithin(networks)}`
  if (count === 0) return undefined
  return findSubscription(db, key)
}

/** Has a subscription tell of all networks that who asks for it reaches. */
export async function widenSubscription(
  db: Transaction,
  { id, account, networks }: SubscriptionKey,
): Promise<void> {
  await db.$executeRaw`
    UPDATE subscriptions SET networks = ${networks && [...networks]}::int[]
    WHERE id = ${id}::uuid AND account = ${account} AND ${reachIsWithin(networks)}`
}

/** Takes up again what was given up, as if it had never failed. */
export async function forgetFailures(db: Transaction, key: SubscriptionKey): Promise<void> {
  const data = { stoppedAt: null, stoppedReason: null, failingSince: null, lastError: null }
  await db.subscription.updateMany({ where: { ...ofKey(key), ...isThere }, data })
}

/** Notes that a subscription is tried out at `at`, unless it was after `since`; false then. */
export async function takeTest(
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

/** Removes a subscription with all its deliveries; false: there was none. */
export async function deleteSubscription(db: Transaction, key: SubscriptionKey): Promise<boolean> {
  const { count } = await db.subscription.deleteMany({ where: ofKey(key) })
  return count > 0
}

const ofKey = ({ id, ...identity }: SubscriptionKey) => ({ id, ...within(identity) })

/** The subscription that a row holds. */
export function toSubscription(row: SubscriptionRow): Subscription {
  const { quietFrom, quietTo, timeZone, digest, stoppedAt } = row
  const quiet =
    quietFrom === null || quietTo === null ? undefined : { from: quietFrom, to: quietTo }
  return {
    id: row.id,
    account: row.account as Address,
    networks: toReach(row.networks),
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
