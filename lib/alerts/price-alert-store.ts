import type { Address } from '@/lib/core/address'
import { type Identity, networksInScope } from '@/lib/core/identity'
import { maxPriceAlerts, type PriceTarget } from '@/lib/core/price-alert'
import { selectColumns } from '@/lib/db/columns'
import type { Transaction } from '@/lib/db/database'
import { type PriceAlert as PriceAlertRow, Prisma } from '@/prisma/generated/client'
import type { PriceAlert } from './price-alert'

/** An alert to store, armed. */
export type NewPriceAlert = PriceTarget & {
  readonly chainId: number
  readonly token: Address
  readonly at: Date
}

/** Names an alert; those of other accounts or networks are invisible to the identity. */
export type PriceAlertKey = Identity & { readonly id: string }

/** Key space of these two-key advisory locks, not used elsewhere. */
const lockSpace = 7

/** Stores an alert; undefined when the identity has {@link maxPriceAlerts}. Call it in a transaction. */
export async function insertPriceAlert(
  tx: Transaction,
  identity: Identity,
  { at, ...facts }: NewPriceAlert,
): Promise<PriceAlert | undefined> {
  const { account } = identity
  await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(${lockSpace}::int, hashtext(${account})))::int`
  if ((await tx.priceAlert.count({ where: ownedBy(identity) })) >= maxPriceAlerts) return undefined
  return toPriceAlert(await tx.priceAlert.create({ data: { ...facts, account, createdAt: at } }))
}

/** Returns the alerts of an identity, newest first. */
export async function listPriceAlerts(
  db: Transaction,
  identity: Identity,
): Promise<readonly PriceAlert[]> {
  const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }] as const
  const rows = await db.priceAlert.findMany({ where: ownedBy(identity), orderBy: [...orderBy] })
  return rows.map(toPriceAlert)
}

/** Finds an alert of an identity. */
export async function findPriceAlert(
  db: Transaction,
  { id, ...identity }: PriceAlertKey,
): Promise<PriceAlert | undefined> {
  const row = await db.priceAlert.findFirst({ where: { id, ...ownedBy(identity) } })
  return row ? toPriceAlert(row) : undefined
}

/** Arms an alert, fired or not, for a target; undefined when the identity has none with this id. */
export async function updateTarget(
  tx: Transaction,
  { id, ...identity }: PriceAlertKey,
  { condition, limitUsd }: PriceTarget,
): Promise<PriceAlert | undefined> {
  const armed = { armings: { increment: 1 }, firedAt: null, firedUsd: null }
  const [row] = await tx.priceAlert.updateManyAndReturn({
    where: { id, ...ownedBy(identity) },
    data: { condition, limitUsd, ...armed },
  })
  return row ? toPriceAlert(row) : undefined
}

/** Deletes an alert of an identity; false when there is none with this id. */
export async function deletePriceAlert(
  db: Transaction,
  { id, ...identity }: PriceAlertKey,
): Promise<boolean> {
  return (await db.priceAlert.deleteMany({ where: { id, ...ownedBy(identity) } })).count === 1
}

/** Deletes all alerts of an identity and returns their number. */
export async function deletePriceAlerts(tx: Transaction, identity: Identity): Promise<number> {
  return (await tx.priceAlert.deleteMany({ where: ownedBy(identity) })).count
}

const ownedBy = ({ account, networks }: Identity) => ({
  account,
  chainId: { in: [...networksInScope(networks)] },
})

/** A token with armed alerts. */
export type ArmedToken = {
  readonly token: Address
  /** Lowest limit that waits for a rise, in US dollars; null: none does. */
  readonly above: number | null
  /** Highest limit that waits for a fall; null: none does. */
  readonly below: number | null
}

/** Returns the tokens of a network with armed alerts. */
export function listArmedTokens(db: Transaction, chainId: number): Promise<ArmedToken[]> {
  return db.$queryRaw<ArmedToken[]>`
    SELECT token, min(limit_usd) FILTER (WHERE condition = 'above') AS above,
      max(limit_usd) FILTER (WHERE condition = 'below') AS below
    FROM price_alerts WHERE chain_id = ${chainId} AND fired_at IS NULL
    GROUP BY token ORDER BY token`
}

const columns = Prisma.raw(selectColumns('a', Prisma.PriceAlertScalarFieldEnum))

/** A price of a token, in US dollars per whole token, at which alerts fire. */
export type ReachedPrice = {
  readonly chainId: number
  readonly token: Address
  readonly usd: number
  readonly at: Date
}

/**
 * Fires armed alerts that a price satisfies, at most `limit`, and returns them. The row locks make each fire in one
 * transaction only: a concurrent one passes over those that are being fired.
 */
export async function fireReached(
  tx: Transaction,
  { chainId, token, usd, at }: ReachedPrice,
  limit: number,
): Promise<readonly PriceAlert[]> {
  const rows = await tx.$queryRaw<PriceAlertRow[]>`
    UPDATE price_alerts a SET fired_at = ${at}, fired_usd = ${usd}
    FROM (
      SELECT id FROM price_alerts
      WHERE chain_id = ${chainId} AND token = ${token} AND fired_at IS NULL AND (
        (condition = 'above' AND limit_usd <= ${usd}) OR (condition = 'below' AND limit_usd >= ${usd}))
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) AS reached
    WHERE a.id = reached.id RETURNING ${columns}`
  return rows.map(toPriceAlert)
}

function toPriceAlert({ firedAt, firedUsd, ...row }: PriceAlertRow): PriceAlert {
  const { id, account, chainId, token, condition, limitUsd, armings, createdAt } = row
  return {
    ...{ id, chainId, condition, limitUsd, armings, createdAt },
    account: account as Address,
    token: token as Address,
    fired: firedAt === null || firedUsd === null ? undefined : { at: firedAt, usd: firedUsd },
  }
}
