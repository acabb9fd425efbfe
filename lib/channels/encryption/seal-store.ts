import type { Channel } from '@/lib/channels/channel'
import type { Transaction } from '@/lib/db/database'

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
