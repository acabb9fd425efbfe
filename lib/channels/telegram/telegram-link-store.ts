import type { Address } from '@/lib/core/address'
import type { Identity } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import { scopeColumn, within } from '@/lib/db/within'

/** What a chat subscribes to by opening its link. */
export type TelegramLink = Identity & {
  readonly types: readonly NotificationType[]
}

type StoredLink = TelegramLink & { readonly tokenHash: string; readonly expiresAt: Date }

/** Maximum open links of an identity; the oldest is deleted. */
const maxOpen = 5

/** Stores a link and deletes the identity's oldest ones above the limit. */
export async function insertTelegramLink(
  db: Transaction,
  { networks, types, ...link }: StoredLink,
): Promise<void> {
  const { account } = link
  const older = await db.telegramLink.findMany({
    where: within({ account, networks }),
    orderBy: { expiresAt: 'desc' },
    skip: maxOpen - 1,
    select: { tokenHash: true },
  })
  const hashes = older.map(({ tokenHash }) => tokenHash)
  await db.telegramLink.deleteMany({ where: { tokenHash: { in: hashes } } })
  await db.telegramLink.create({ data: { ...link, types: [...types], ...scopeColumn(networks) } })
}

/** Returns the account of a valid link without consuming it. */
export async function findTelegramLink(
  db: Transaction,
  { tokenHash, at }: { readonly tokenHash: string; readonly at: Date },
): Promise<Address | undefined> {
  const where = { tokenHash, expiresAt: { gt: at } }
  const row = await db.telegramLink.findFirst({ where, select: { account: true } })
  return row?.account as Address | undefined
}

/** Consumes a link; undefined when it was used before or has expired. */
export async function consumeTelegramLink(
  db: Transaction,
  { tokenHash, at }: { readonly tokenHash: string; readonly at: Date },
): Promise<TelegramLink | undefined> {
  const [row] = await db.$queryRaw<TelegramLink[]>`
    DELETE FROM telegram_links WHERE token_hash = ${tokenHash} AND expires_at > ${at}
    RETURNING account, networks, types::text[]`
  return row
}

/** Deletes the open links of an identity. */
export async function deleteTelegramLinks(tx: Transaction, identity: Identity): Promise<void> {
  await tx.telegramLink.deleteMany({ where: within(identity) })
}

/** Deletes links that expired before `before` (Unix milliseconds) and returns their number. */
export async function deleteExpiredTelegramLinks(db: Transaction, before: number): Promise<number> {
  const expired = { expiresAt: { lt: new Date(before) } }
  return (await db.telegramLink.deleteMany({ where: expired })).count
}
