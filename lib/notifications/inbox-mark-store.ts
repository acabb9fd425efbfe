import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'
import type { Marking } from './inbox'

/** Marks notifications of an account as read, those that stay so and those of other accounts left alone. */
export async function updateRead(
  db: Transaction,
  {
    account,
    ids,
    at,
  }: { readonly account: Address; readonly ids: readonly string[]; readonly at: Date },
): Promise<void> {
  await db.notification.updateMany({
    where: { account, id: { in: [...ids] }, readAt: null },
    data: { readAt: at },
  })
}

type MarkAll = {
  readonly account: Address
  /** The newest one that is marked; all that stand unless given. */
  readonly upTo: string | undefined
  readonly at: Date
}

/**
 * Marks the notifications of an account as read up to one of them; undefined when `upTo` names none.
 *
 * Numbers become visible late: a transaction that is still open may hold a lower one than any that are seen. So
 * `read_to` passes only those that are older than any open transaction may be (15 s), and the others are marked one
 * by one as they are seen.
 */
export async function updateReadTo(
  tx: Transaction,
  { account, upTo, at }: MarkAll,
): Promise<Marking | undefined> {
  const before = await lockInbox(tx, account)
  const top = await findTop(tx, { account, upTo })
  if (top === undefined)
    return upTo === undefined ? { ...nothing(before), atMs: at.getTime() } : undefined
  const [settled] = await tx.$queryRaw<{ sequence: bigint }[]>`
    SELECT sequence FROM notifications
    WHERE account = ${account} AND sequence <= ${top} AND sequence > ${before}
      AND created_at < clock_timestamp() - interval '1 minute'
    ORDER BY sequence DESC LIMIT 1`
  const after = settled?.sequence ?? before
  if (after > before) await tx.inbox.update({ where: { account }, data: { readTo: after } })
  await tx.notification.updateMany({
    where: { account, sequence: { gt: after, lte: top }, readAt: null },
    data: { readAt: at },
  })
  return { before, after, top, atMs: at.getTime() }
}

/** Marks as unread again what {@link updateReadTo} marked, unless more has been marked since. */
export async function undoReadTo(
  tx: Transaction,
  account: Address,
  { before, after, top, atMs }: Marking,
): Promise<void> {
  await tx.inbox.updateMany({ where: { account, readTo: after }, data: { readTo: before } })
  await tx.notification.updateMany({
    where: { account, sequence: { gt: after, lte: top }, readAt: new Date(atMs) },
    data: { readAt: null },
  })
}

/** Up to where an account has read all; nobody else changes it until the transaction ends. */
async function lockInbox(tx: Transaction, account: Address): Promise<bigint> {
  await tx.$executeRaw`INSERT INTO inboxes (account, read_to) VALUES (${account}, 0) ON CONFLICT DO NOTHING`
  const [inbox] = await tx.$queryRaw<{ readTo: bigint }[]>`
    SELECT read_to AS "readTo" FROM inboxes WHERE account = ${account} FOR UPDATE`
  return inbox?.readTo ?? 0n
}

async function findTop(
  tx: Transaction,
  { account, upTo }: Pick<MarkAll, 'account' | 'upTo'>,
): Promise<bigint | undefined> {
  const top = await tx.notification.findFirst({
    where: { account, ...(upTo === undefined ? {} : { id: upTo }) },
    select: { sequence: true },
    orderBy: { sequence: 'desc' },
  })
  return top?.sequence
}

const nothing = (before: bigint) => ({ before, after: before, top: before })
