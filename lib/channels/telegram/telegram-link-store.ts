import type { Address } from '@/lib/core/address'
import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { reachColumn, within } from '@/lib/db/within'
import type { NotificationType } from '@/lib/notifications/notification'

/** What a chat is told of once it has proved whose it is. */
export type TelegramLink = Identity & {
  readonly types: readonly NotificationType[]
}

type StoredLink = TelegramLink & { readonly tokenHash: string; readonly expiresAt: Date }

/** Links that an identity may have open at once; the oldest gives way. */
const maxOpen = 5

/** Keeps a link, and forgets the oldest of its identity where there are too many. */
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
  await db.telegramLink.create({ data: { ...link, types: [...types], ...reachColumn(networks) } })
}

/** The account of a link that can be used still, which it is not by this. */
export async function findTelegramLink(
  db: Transaction,
  { tokenHash, at }: { readonly tokenHash: string; readonly at: Date },
): Promise<Address | undefined> {
  const where = { tokenHash, expiresAt: { gt: at } }
  const row = await db.telegramLink.findFirst({ where, select: { account: true } })
  return row?.account as Address | undefined
}

/** Uses a link up: it is given once, and not after it has expired. */
export async function takeTelegramLink(
  db: Transaction,
  { tokenHash, at }: { readonly tokenHash: string; readonly at: Date },
): Promise<TelegramLink | undefined> {
  const [row] = await db.$queryRaw<TelegramLink[]>`
    DELETE FROM telegram_links WHERE token_hash = ${tokenHash} AND expires_at > ${at}
    RETURNING account, networks, types::text[]`
  return row
}

/** Removes links that expired before `before` (Unix milliseconds), and tells how many. */
export async function deleteExpiredTelegramLinks(db: Transaction, before: number): Promise<number> {
  const expired = { expiresAt: { lt: new Date(before) } }
  return (await db.telegramLink.deleteMany({ where: expired })).count
}
