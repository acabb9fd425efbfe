import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import {
  inPreparedTransaction,
  inTransaction,
  type QueryPrepared,
  retryOnConflict,
} from '@/lib/db/database'
import { deleteAnnouncementReads, insertAnnouncementReads } from './announcement-store'
import { formatMarking, type Marking, parseMarking, type UnreadCount } from './inbox'
import { countUnread } from './inbox-store'
import { undoReadTo, updateRead, updateReadTo } from './read-mark-store'

/** A marking, or its undo. */
export type Marked =
  | { readonly kind: 'notifications' | 'announcements'; readonly ids: readonly string[] }
  /** A notification and all before it. */
  | { readonly kind: 'upTo'; readonly id: string }
  /** Everything so far, announcements included. */
  | { readonly kind: 'all' }
  | { readonly kind: 'undo'; readonly undo: string }

/** The unread count afterwards, and the value that undoes a bulk marking. */
export type MarkingResult = UnreadCount & { readonly undo: string | undefined }

/**
 * Marks an identity's notifications or announcements as read; others, and those already read, stay unchanged.
 *
 * @throws {ServiceError} BadRequest when `upTo` names none of its notifications, or `undo` is malformed.
 */
export async function markRead(
  ctx: Context,
  identity: Identity,
  marked: Marked,
): Promise<MarkingResult> {
  const marking = await mark(ctx, identity, marked)
  const count = await countUnread(ctx.db, identity)
  return { ...count, undo: marking && formatMarking(marking) }
}

async function mark(
  { db, now }: Context,
  identity: Identity,
  marked: Marked,
): Promise<Marking | undefined> {
  const at = new Date(now())
  switch (marked.kind) {
    case 'notifications':
      await inTransaction(db, (tx) => updateRead(tx, { identity, ids: marked.ids, at }))
      return undefined
    case 'announcements':
      await inOne(db, (query) => insertAnnouncementReads(query, { identity, ids: marked.ids, at }))
      return undefined
    case 'undo':
      await undoMarking(db, identity, marked.undo)
      return undefined
    case 'upTo': {
      const marking = await inOne(db, (query) =>
        updateReadTo(query, { identity, upTo: marked.id, at }),
      )
      if (marking) return marking
      throw new ServiceError('BadRequest', 'upTo names no notification of this account')
    }
    case 'all':
      return inOne(db, async (query) => {
        await insertAnnouncementReads(query, { identity, ids: undefined, at })
        return updateReadTo(query, { identity, upTo: undefined, at })
      })
  }
}

/** Runs `work` in one transaction of prepared statements, with the retries of {@link inTransaction}. */
async function inOne<T>(db: Context['db'], work: (query: QueryPrepared) => Promise<T>): Promise<T> {
  return retryOnConflict(async () => {
    const results: T[] = []
    await inPreparedTransaction(db, async (query) => {
      results.push(await work(query))
      return true
    })
    return results[0] as T
  })
}

async function undoMarking(db: Context['db'], identity: Identity, undo: string): Promise<void> {
  const marking = parseMarking(undo)
  if (!marking) throw new ServiceError('BadRequest', 'undo is not what a marking has answered')
  await inTransaction(db, async (tx) => {
    await undoReadTo(tx, identity, marking)
    await deleteAnnouncementReads(tx, identity, { at: new Date(marking.atMs) })
  })
}
