import type { Address } from '@/lib/core/address'
import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { toScope, within } from '@/lib/db/within'
import type { Subscription as SubscriptionRow } from '@/prisma/generated/client'
import type { Channel, Rhythm } from './subscription'
import { type SubscriptionKey, toSubscription } from './subscription-store'

/** A subscription as its deliveries need it, with target and secrets encrypted. */
export type EncryptedEndpoint = {
  readonly subscriptionId: string
  readonly account: Address
  readonly channel: Channel
  readonly target: string
  readonly secret: string | undefined
  readonly oldSecret: string | undefined
  readonly oldSecretUntilMs: number | undefined
  readonly rhythm: Rhythm
  readonly failingSinceMs: number | undefined
}

/** Returns the endpoint of an identity's subscription, with target and secrets encrypted. */
export async function findEncryptedEndpoint(
  db: Transaction,
  { id, ...identity }: SubscriptionKey,
): Promise<EncryptedEndpoint | undefined> {
  const row = await db.subscription.findUnique({ where: { id, ...within(identity) } })
  return row ? toEncryptedReceiver(row) : undefined
}

/** Returns the endpoints of an identity, oldest subscription first. */
export async function listEncryptedEndpoints(
  db: Transaction,
  identity: Identity,
): Promise<EncryptedEndpoint[]> {
  const rows = await db.subscription.findMany({
    where: within(identity),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.flatMap((row) => toEncryptedReceiver(row) ?? [])
}

function toEncryptedReceiver(row: SubscriptionRow): EncryptedEndpoint | undefined {
  if (row.target === null) return undefined
  const { id, account, channel, rhythm, failingSinceMs, oldSecretUntilMs } = toSubscription(row)
  return {
    ...{ subscriptionId: id, account, channel, rhythm, failingSinceMs, oldSecretUntilMs },
    target: row.target,
    secret: row.secret ?? undefined,
    oldSecret: row.oldSecret ?? undefined,
  }
}

/** The columns of a subscription that depend on the encryption keys. */
export type EncryptedColumns = {
  readonly id: string
  readonly channel: Channel
  readonly target: string
  readonly targetKey: string
  readonly secret: string | null
  readonly oldSecret: string | null
}

const select = {
  id: true,
  channel: true,
  target: true,
  targetKey: true,
  secret: true,
  oldSecret: true,
} as const

/** Returns subscriptions whose target or secrets are not encrypted with the key of this prefix. */
export async function listStaleColumns(
  db: Transaction,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Promise<EncryptedColumns[]> {
  const isStale = { not: { startsWith: prefix } }
  const rows = await db.subscription.findMany({
    where: {
      target: { not: null },
      OR: [{ target: isStale }, { secret: isStale }, { oldSecret: isStale }],
    },
    select,
    orderBy: { id: 'asc' },
    take: limit,
  })
  return rows.flatMap(({ target, ...row }) => (target === null ? [] : [{ ...row, target }]))
}

/** Replaces encrypted columns; false when they were changed concurrently. */
export async function replaceColumns(
  db: Transaction,
  { id, target, targetKey, secret, oldSecret }: EncryptedColumns,
  before: EncryptedColumns,
): Promise<boolean> {
  const { count } = await db.subscription.updateMany({
    where: {
      id,
      target: before.target,
      secret: before.secret,
      oldSecret: before.oldSecret,
    },
    data: { target, targetKey, secret, oldSecret },
  })
  return count > 0
}

/** Returns the subscriptions of all accounts to a browser with one of these digests, even a gone one, by id. */
export async function findPushSubscriptions(
  db: Transaction,
  targetKeys: readonly string[],
): Promise<readonly string[]> {
  const where = { channel: 'web_push' as const, targetKey: { in: [...targetKeys] } }
  const rows = await db.subscription.findMany({ where, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Deletes the endpoint and keys of a disabled push subscription; its deliveries stay. */
export async function deleteEndpoint(db: Transaction, id: string): Promise<void> {
  const where = { id, channel: 'web_push' as const, stoppedAt: { not: null } }
  await db.subscription.updateMany({ where, data: { target: null } })
}

type Replacement = {
  /** Digests of the endpoint; the first one is stored. */
  readonly targetKeys: readonly [string, ...string[]]
  /** Encrypted. */
  readonly target: string
}

/**
 * Replaces the encrypted endpoint of these subscriptions and returns their number. Subscriptions that were stopped
 * because the old endpoint was gone resume.
 */
export async function replaceTarget(
  tx: Transaction,
  ids: readonly string[],
  { targetKeys, target }: Replacement,
): Promise<number> {
  const [targetKey] = targetKeys
  const channel = 'web_push' as const
  const old = { channel, id: { in: [...ids] } }
  // A page may have added the new endpoint to the account already.
  await tx.$executeRaw`
    DELETE FROM subscriptions s USING subscriptions old
    WHERE old.id = ANY(${[...ids]}::uuid[]) AND s.id <> ALL(${[...ids]}::uuid[])
      AND s.channel = 'web_push' AND s.target_key = ANY(${[...targetKeys]}::text[]) AND s.account = old.account
      AND s.networks IS NOT DISTINCT FROM old.networks`
  const fresh = { stoppedAt: null, stoppedReason: null, failingSince: null, lastError: null }
  const { count } = await tx.subscription.updateMany({
    where: old,
    data: { targetKey, target, ...fresh },
  })
  return count
}

/** Returns the encrypted secret of a subscription's unsubscribe links. */
export async function findMailSecret(db: Transaction, id: string): Promise<string | undefined> {
  const where = { id, channel: 'email' } as const
  const row = await db.subscription.findUnique({ where, select: { secret: true } })
  return row?.secret ?? undefined
}

/** Returns the accounts whose notifications a chat gets, by the digests of the chat. */
export async function listAccountsOfChat(
  db: Transaction,
  targetKeys: readonly string[],
): Promise<Address[]> {
  const rows = await db.subscription.findMany({
    where: { channel: 'telegram', targetKey: { in: [...targetKeys] } },
    orderBy: { createdAt: 'asc' },
    distinct: ['account'],
    select: { account: true },
  })
  return rows.map(({ account }) => account as Address)
}

/** Returns the identities whose notifications a chat gets, with their networks. */
export async function listIdentitiesOfChat(
  db: Transaction,
  targetKeys: readonly string[],
): Promise<Identity[]> {
  const rows = await db.subscription.findMany({
    where: { channel: 'telegram', targetKey: { in: [...targetKeys] } },
    orderBy: { createdAt: 'asc' },
    select: { account: true, networks: true },
  })
  return rows.map(({ account, networks }) => ({
    account: account as Address,
    networks: toScope(networks),
  }))
}

/** Deletes all subscriptions of a chat with their deliveries and returns their number. */
export async function deleteChat(db: Transaction, targetKeys: readonly string[]): Promise<number> {
  const { count } = await db.subscription.deleteMany({
    where: { channel: 'telegram', targetKey: { in: [...targetKeys] } },
  })
  return count
}
