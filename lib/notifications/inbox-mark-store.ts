import type { Address } from '@/lib/core/address'
import { type Identity, reachedNetworks } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import type { Marking } from './inbox'

/** Notifications that one marking of all marks one by one, the newest. */
const mostSingle = 10_000

type MarkSome = { readonly identity: Identity; readonly ids: readonly string[]; readonly at: Date }

/** Marks notifications as read, those that are so already and those that are not the identity's left alone. */
export async function updateRead(db: Transaction, { identity, ids, at }: MarkSome): Promise<void> {
  await db.notification.updateMany({
    where: { ...toldTo(identity), id: { in: [...ids] }, readAt: null },
    data: { readAt: at },
  })
}

type MarkAll = {
  readonly identity: Identity
  /** The newest one that is marked; all that stand unless given. */
  readonly upTo: string | undefined
  readonly at: Date
}

/**
 * Marks the notifications of an identity as read up to one of them; undefined when `upTo` names none.
 *
 * Numbers become visible late: a transaction that is still open may hold a lower one than any that are seen. So
 * `read_to` passes only those that are older than any open transaction may be (15 s), and the others are marked one
 * by one as they are seen. `read_to` is the account's on all networks: who reaches some of them leaves it alone and has
 * all marked one by one, the newest ten thousand at a time.
 */
export async function updateReadTo(
  tx: Transaction,
  { identity, upTo, at }: MarkAll,
): Promise<Marking | undefined> {
  const { account, networks } = identity
  const before = await lockInbox(tx, account)
  const top = await findTop(tx, { identity, upTo })
  if (top === undefined)
    return upTo === undefined ? { ...nothing(before), atMs: at.getTime() } : undefined
  const settled = networks === null ? await findSettled(tx, { account, before, top }) : undefined
  const after = settled ?? before
  if (after > before) await tx.inbox.update({ where: { account }, data: { readTo: after } })
  await tx.$executeRaw`
    UPDATE notifications SET read_at = ${at} WHERE sequence IN (
      SELECT sequence FROM notifications
      WHERE account = ${account} AND chain_id = ANY(${[...reachedNetworks(networks)]}::int[])
        AND sequence > ${after} AND sequence <= ${top} AND read_at IS NULL
      ORDER BY sequence DESC LIMIT ${mostSingle})`
  return { before, after, top, atMs: at.getTime() }
}

type Stretch = { readonly account: Address; readonly before: bigint; readonly top: bigint }

/** The newest number of a stretch below which none becomes visible any more. */
async function findSettled(
  tx: Transaction,
  { account, before, top }: Stretch,
): Promise<bigint | undefined> {
  const [settled] = await tx.$queryRaw<{ sequence: bigint }[]>`
    SELECT sequence FROM notifications
    WHERE account = ${account} AND sequence <= ${top} AND sequence > ${before}
      AND created_at < clock_timestamp() - interval '1 minute'
    ORDER BY sequence DESC LIMIT 1`
  return settled?.sequence
}

/** Marks as unread again what {@link updateReadTo} marked, unless more has been marked since. */
export async function undoReadTo(
  tx: Transaction,
  identity: Identity,
  { before, after, top, atMs }: Marking,
): Promise<void> {
  const { account, networks } = identity
  if (networks === null) {
    await tx.inbox.updateMany({ where: { account, readTo: after }, data: { readTo: before } })
  }
  await tx.notification.updateMany({
    where: { ...toldTo(identity), sequence: { gt: after, lte: top }, readAt: new Date(atMs) },
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
  { identity, upTo }: Pick<MarkAll, 'identity' | 'upTo'>,
): Promise<bigint | undefined> {
  const top = await tx.notification.findFirst({
    where: { ...toldTo(identity), ...(upTo === undefined ? {} : { id: upTo }) },
    select: { sequence: true },
    orderBy: { sequence: 'desc' },
  })
  return top?.sequence
}

const toldTo = ({ account, networks }: Identity) => ({
  account,
  ...(networks === null ? {} : { chainId: { in: [...networks] } }),
})

const nothing = (before: bigint) => ({ before, after: before, top: before })
