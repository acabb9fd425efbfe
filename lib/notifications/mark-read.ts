import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import {
  againAfterConflicts,
  inPreparedTransaction,
  inTransaction,
  type QueryPrepared,
} from '@/lib/db/database'
import { deleteAnnouncementReads, insertAnnouncementReads } from './announcement-store'
import { formatMarking, type Marking, parseMarking, type UnreadCount } from './inbox'
import { undoReadTo, updateRead, updateReadTo } from './inbox-mark-store'
import { countUnread } from './inbox-store'

/** What is marked as read, or undone: one of these. */
export type Marked =
  | { readonly kind: 'notifications' | 'announcements'; readonly ids: readonly string[] }
  /** A notification and all that came before it. */
  | { readonly kind: 'upTo'; readonly id: string }
  /** All that stands, announcements too. */
  | { readonly kind: 'all' }
  | { readonly kind: 'undo'; readonly undo: string }

/** What is unread then, and what undoes a marking of many. */
export type MarkingResult = UnreadCount & { readonly undo: string | undefined }

/**
 * Marks what an account has read, where it is reached; what it has not, or has read before, stays as it is.
 *
 * @throws {ServiceError} BadRequest when `upTo` names none of its notifications, or `undo` no marking.
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

/** What `work` gives, done in one transaction of prepared statements, again as {@link inTransaction} does. */
async function inOne<T>(db: Context['db'], work: (query: QueryPrepared) => Promise<T>): Promise<T> {
  return againAfterConflicts(async () => {
    const given: T[] = []
    await inPreparedTransaction(db, async (query) => {
      given.push(await work(query))
      return true
    })
    return given[0] as T
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
