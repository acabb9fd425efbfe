import type { Address } from '@/lib/core/address'
import type { Identity } from '@/lib/core/identity'
import { selectColumns } from '@/lib/db/columns'
import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'
import { scopeColumn, toScope, within } from '@/lib/db/within'
import { Prisma, type Session as SessionRow } from '@/prisma/generated/client'
import { maxSessions, type Session, sessionSeconds } from './session'

/** Stores a new session of an identity; `now` in Unix milliseconds. */
export async function insertSession(
  db: Transaction,
  { account, networks }: Identity,
  now: number,
): Promise<Session> {
  const times = { createdAt: new Date(now), expiresAt: new Date(now + sessionSeconds * 1_000) }
  const data = { account, ...scopeColumn(networks), ...times }
  return toSession(await db.session.create({ data }))
}

/** A row as `pg` returns it; Prisma returns an empty list for null. */
type LiveRow = Omit<SessionRow, 'networks'> & { readonly networks: number[] | null }

const liveSessions = {
  name: 'live-sessions',
  text: `SELECT ${selectColumns('s', Prisma.SessionScalarFieldEnum)} FROM sessions s
    WHERE s.id = ANY($1::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > $2
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${maxSessions}`,
} as const

/** Returns the sessions that are neither expired nor revoked, newest first; `now` in Unix milliseconds. */
export async function listLiveSessions(
  db: Database,
  { ids, now }: { readonly ids: readonly string[]; readonly now: number },
): Promise<Session[]> {
  if (ids.length === 0) return []
  const values = [ids, new Date(now)]
  const rows = await queryPrepared<LiveRow>(db, { ...liveSessions, values })
  return rows.map((row) => toSession({ ...row, networks: row.networks ?? [] }))
}

/** Returns the newest twenty live sessions of an identity; `now` in Unix milliseconds. */
export function listSessionsOf(
  db: Transaction,
  identity: Identity,
  now: number,
): Promise<Session[]> {
  return list(db, { ...within(identity), ...live(now) })
}

/** Revokes sessions and returns how many were live; `now` in Unix milliseconds. */
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

/** Revokes a session of an identity; false when it has no live session with this id. `now` in Unix milliseconds. */
export async function revokeSession(
  db: Transaction,
  { id, ...identity }: Identity & { readonly id: string },
  now: number,
): Promise<boolean> {
  const { count } = await db.session.updateMany({
    where: { id, ...within(identity), ...live(now) },
    data: { revokedAt: new Date(now) },
  })
  return count > 0
}

/** Revokes every session; `now` in Unix milliseconds. */
export async function revokeAllSessions(db: Transaction, now: number): Promise<void> {
  await db.session.updateMany({ where: live(now), data: { revokedAt: new Date(now) } })
}

/** Revokes all but the newest twenty live sessions of an identity; `now` in Unix milliseconds. */
export async function revokeOldestSessions(
  db: Transaction,
  identity: Identity,
  now: number,
): Promise<void> {
  const all = { ...within(identity), ...live(now) }
  const kept = await list(db, all)
  await db.session.updateMany({
    where: { ...all, id: { notIn: kept.map(({ id }) => id) } },
    data: { revokedAt: new Date(now) },
  })
}

/** Deletes sessions that ended before `before` (Unix milliseconds) and returns their number. */
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
    take: maxSessions,
  })
  return rows.map(toSession)
}

function toSession({ id, account, networks, createdAt, expiresAt }: SessionRow): Session {
  return {
    id,
    account: account as Address,
    networks: toScope(networks),
    createdAtMs: createdAt.getTime(),
    expiresAtMs: expiresAt.getTime(),
  }
}
