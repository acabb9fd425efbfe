import { type Identity, reachedNetworks } from '@/lib/core/identity'
import type { QueryPrepared, Transaction } from '@/lib/db/database'
import type { Marking } from './inbox'

/** Notifications that one marking of all marks one by one, the newest. */
const maxSingle = 10_000

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
  query: QueryPrepared,
  { identity: { account, networks }, upTo, at }: MarkAll,
): Promise<Marking | undefined> {
  const [inbox] = await query<{ readTo: string }>({ ...locking, values: [account] })
  const before = BigInt(inbox?.readTo ?? 0)
  const values = [account, reachedNetworks(networks), before, at, networks === null]
  const [marked] = await query<{ top: string | null; after: string }>(
    upTo === undefined
      ? { ...statements.all, values }
      : { ...statements.upTo, values: [...values, upTo] },
  )
  if (marked?.top) {
    return { before, after: BigInt(marked.after), top: BigInt(marked.top), atMs: at.getTime() }
  }
  if (upTo !== undefined) return undefined
  return { before, after: before, top: before, atMs: at.getTime() }
}

/** Gives up to where an account has read all; nobody else changes it until the transaction ends. */
const locking = {
  name: 'lock-inbox',
  text: `INSERT INTO inboxes (account, read_to) VALUES ($1, 0)
    ON CONFLICT (account) DO UPDATE SET read_to = inboxes.read_to RETURNING read_to AS "readTo"`,
} as const

const ofAccount = 'FROM notifications WHERE account = $1'
const reached = 'chain_id = ANY($2::int[])'
const newest = 'ORDER BY sequence DESC LIMIT'

/** Its snapshot is younger than the lock. `settled` is the newest number below which none becomes visible any more. */
const markText = (and: string) => `WITH top AS (
    SELECT sequence ${ofAccount} AND ${reached} ${and} ${newest} 1
  ), settled AS (
    SELECT sequence ${ofAccount} AND $5::boolean
      AND sequence <= (SELECT sequence FROM top) AND sequence > $3::bigint
      AND created_at < clock_timestamp() - interval '1 minute'
    ${newest} 1
  ), after AS (
    SELECT COALESCE((SELECT sequence FROM settled), $3::bigint) AS sequence
  ), passed AS (
    UPDATE inboxes SET read_to = after.sequence FROM after
    WHERE account = $1 AND read_to < after.sequence
  ), marked AS (
    UPDATE notifications SET read_at = $4 WHERE sequence IN (
      SELECT sequence ${ofAccount} AND ${reached} AND read_at IS NULL
        AND sequence > (SELECT sequence FROM after) AND sequence <= (SELECT sequence FROM top)
      ${newest} ${maxSingle})
  )
  SELECT (SELECT sequence FROM top) AS top, (SELECT sequence FROM after) AS after`

const statements = {
  all: { name: 'mark-all', text: markText('') },
  upTo: { name: 'mark-up-to', text: markText('AND id = $6') },
} as const

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

const toldTo = ({ account, networks }: Identity) => ({
  account,
  ...(networks === null ? {} : { chainId: { in: [...networks] } }),
})
