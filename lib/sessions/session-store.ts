import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'
import type { Session as SessionRow } from '@/prisma/generated/client'
import { mostSessions, type Session, sessionSeconds } from './session'

/** Opens a session of an account; `now` in Unix milliseconds. */
export async function insertSession(
  db: Transaction,
  { account, now }: { readonly account: Address; readonly now: number },
): Promise<Session> {
  const [createdAt, expiresAt] = [new Date(now), new Date(now + sessionSeconds * 1_000)]
  return toSession(await db.session.create({ data: { account, createdAt, expiresAt } }))
}

/** Those of the sessions that are neither over nor revoked, newest first; `now` in Unix milliseconds. */
export async function listLiveSessions(
  db: Transaction,
  { ids, now }: { readonly ids: readonly string[]; readonly now: number },
): Promise<Session[]> {
  if (ids.length === 0) return []
  return list(db, { id: { in: [...ids] }, ...live(now) })
}

/** The sessions of an account that are neither over nor revoked, the newest twenty; `now` in Unix milliseconds. */
export function listSessionsOf(
  db: Transaction,
  { account, now }: { readonly account: Address; readonly now: number },
): Promise<Session[]> {
  return list(db, { account, ...live(now) })
}

/** Revokes sessions and tells how many were live; `now` in Unix milliseconds. */
export async function revokeSessions(
  db: Transaction,
  { ids, now }: { readonly ids: readonly string[]; readonly now: number },
): Promise<number> {
  const { count } = await db.session.updateMany({
    where: { id: { in: [...ids] }, ...live(now) },
    data: { revokedAt: new Date(now) },
  })
  return count
}

/** Revokes a session of an account; false: it has none of this id that is live. `now` in Unix milliseconds. */
export async function revokeSession(
  db: Transaction,
  { id, account, now }: { readonly id: string; readonly account: Address; readonly now: number },
): Promise<boolean> {
  const data = { revokedAt: new Date(now) }
  const { count } = await db.session.updateMany({ where: { id, account, ...live(now) }, data })
  return count > 0
}

/** Revokes what an account has besides its newest twenty live sessions; `now` in Unix milliseconds. */
export async function revokeOldestSessions(
  db: Transaction,
  { account, now }: { readonly account: Address; readonly now: number },
): Promise<void> {
  const kept = await list(db, { account, ...live(now) })
  await db.session.updateMany({
    where: { account, ...live(now), id: { notIn: kept.map(({ id }) => id) } },
    data: { revokedAt: new Date(now) },
  })
}

/** Removes sessions that ended before `before` (Unix milliseconds), and tells how many. */
export async function deleteEndedSessions(db: Transaction, before: number): Promise<number> {
  const end = { lt: new Date(before) }
  const { count } = await db.session.deleteMany({
    where: { OR: [{ expiresAt: end }, { revokedAt: end }] },
  })
  return count
}

const live = (now: number) => ({ revokedAt: null, expiresAt: { gt: new Date(now) } })

type Where = NonNullable<Parameters<Transaction['session']['findMany']>[0]>['where']

async function list(db: Transaction, where: Where): Promise<Session[]> {
  const rows = await db.session.findMany({
    where: where ?? {},
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: mostSessions,
  })
  return rows.map(toSession)
}

function toSession({ id, account, createdAt, expiresAt }: SessionRow): Session {
  return {
    id,
    account: account as Address,
    createdAtMs: createdAt.getTime(),
    expiresAtMs: expiresAt.getTime(),
  }
}
