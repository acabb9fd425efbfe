import type { Transaction } from '@/lib/db/database'
import type { InvariantViolation } from '@/prisma/generated/client'
import type { Finding, Invariant, Scan } from './invariant'

/** A broken invariant as stored. */
export type Violation = Finding & {
  readonly id: bigint
  readonly chainId: number
  readonly foundAt: Date
  readonly seenAt: Date
  /** When an operator requested its repair. */
  readonly repairAt: Date | undefined
}

/** Open violations of a network that are read at once; a flood of them is one fault. */
const maxOpen = 1_000
/** Maximum lengths of stored texts. */
const maxSubject = 200
const maxDetail = 500
/** Days for which violations are kept after their end. */
export const keptDays = 90
/** Milliseconds after which a violation of the past ends: its state cannot be read again, and nothing mends it. */
const pastMs = 24 * 60 * 60 * 1_000
/** Invariants about moments that have passed. */
const ofThePast: readonly Invariant[] = [7]

/** Lists the open violations of a network, oldest first. */
export async function listOpenViolations(db: Transaction, chainId: number): Promise<Violation[]> {
  const rows = await db.invariantViolation.findMany({
    where: { chainId, endedAt: null },
    orderBy: { id: 'asc' },
    take: maxOpen,
  })
  return rows.map(toViolation)
}

type Checked = {
  readonly chainId: number
  readonly scope: Scan['scope']
  /** When the checks began, and ended. */
  readonly startedAt: Date
  readonly at: Date
  /** The invariants whose checks ran to their end, with the number of things examined. */
  readonly items: ReadonlyMap<Invariant, number>
  readonly findings: readonly Finding[]
}

/**
 * Saves the result of checks: opens new violations, confirms known ones, and ends those that the checks of their invariant no
 * longer found. What could not be checked stays as it is.
 */
export async function saveChecks(tx: Transaction, checked: Checked): Promise<void> {
  const { chainId, scope, startedAt, at, items, findings } = checked
  for (const [invariant, count] of items) {
    const key = { chainId, invariant, scope }
    await tx.invariantCheck.upsert({
      where: { chainId_invariant_scope: key },
      create: { ...key, checkedAt: at, items: count },
      update: { checkedAt: at, items: count },
    })
  }
  const rows = findings.slice(0, maxOpen).map(({ invariant, subject, detail }) => ({
    invariant,
    subject: subject.slice(0, maxSubject),
    detail: detail.slice(0, maxDetail),
  }))
  await tx.$executeRaw`
    INSERT INTO invariant_violations (chain_id, invariant, subject, detail, found_at, seen_at)
    SELECT ${chainId}, f.invariant, f.subject, min(f.detail), ${at}, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS f (invariant int, subject text, detail text)
    GROUP BY f.invariant, f.subject
    ON CONFLICT (chain_id, invariant, subject) WHERE ended_at IS NULL
    DO UPDATE SET seen_at = excluded.seen_at, detail = excluded.detail`
  const done = [...items.keys()].filter((invariant) => !ofThePast.includes(invariant))
  // What another run found meanwhile was not examined again.
  const open = { chainId, endedAt: null, seenAt: { lt: startedAt } }
  const ended = { endedAt: at }
  await tx.invariantViolation.updateMany({
    where: { ...open, invariant: { in: done } },
    data: ended,
  })
  await tx.invariantViolation.updateMany({
    where: {
      ...open,
      invariant: { in: [...ofThePast] },
      seenAt: { lt: new Date(at.getTime() - pastMs) },
    },
    data: ended,
  })
}

/** Deletes violations that ended before a time. */
export async function deleteOldViolations(
  db: Transaction,
  { chainId, before }: { readonly chainId: number; readonly before: Date },
): Promise<void> {
  await db.invariantViolation.deleteMany({ where: { chainId, endedAt: { lt: before } } })
}

/** Requests the repair of a violation; returns false if it has ended. */
export async function requestRepair(tx: Transaction, id: bigint, at: Date): Promise<boolean> {
  const where = { id, endedAt: null }
  return (await tx.invariantViolation.updateMany({ where, data: { repairAt: at } })).count > 0
}

/** Lists the violations of a network whose repair is requested, oldest first. */
export async function listRequestedRepairs(db: Transaction, chainId: number): Promise<Violation[]> {
  const rows = await db.invariantViolation.findMany({
    where: { chainId, endedAt: null, repairAt: { not: null } },
    orderBy: { id: 'asc' },
    take: maxOpen,
  })
  return rows.map(toViolation)
}

/** Ends the request for a repair: it was made, or refused. */
export async function endRepair(tx: Transaction, ids: readonly bigint[]): Promise<void> {
  const where = { id: { in: [...ids] } }
  await tx.invariantViolation.updateMany({ where, data: { repairAt: null } })
}

/** Counts the open violations by network and invariant. */
export async function countViolations(
  db: Transaction,
): Promise<{ readonly chainId: number; readonly invariant: number; readonly count: number }[]> {
  return db.$queryRaw`
    SELECT chain_id AS "chainId", invariant, count(*)::int AS count FROM invariant_violations
    WHERE ended_at IS NULL GROUP BY chain_id, invariant`
}

/** When an invariant was last checked on a network. */
export type LastCheck = {
  readonly chainId: number
  readonly invariant: number
  readonly scope: Scan['scope']
  readonly checkedAt: Date
}

/** Lists when each invariant was last checked. */
export async function listLastChecks(db: Transaction, chainId?: number): Promise<LastCheck[]> {
  const where = chainId === undefined ? {} : { chainId }
  const rows = await db.invariantCheck.findMany({ where })
  return rows.map((row) => ({ ...row, scope: row.scope as Scan['scope'] }))
}

function toViolation(row: InvariantViolation): Violation {
  return {
    ...row,
    invariant: row.invariant as Invariant,
    repairAt: row.repairAt ?? undefined,
  }
}
