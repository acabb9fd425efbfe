import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '@/lib/context'
import { gather } from '@/lib/core/group-by'
import { checkAuctions } from './checks/check-auctions'
import { checkBlocks } from './checks/check-blocks'
import { checkEvents } from './checks/check-events'
import { checkNotifications } from './checks/check-notifications'
import { checkOrders } from './checks/check-orders'
import {
  checkDeliveries,
  checkQuotes,
  checkRegistrations,
  checkTransactions,
} from './checks/check-rows'
import { checkMinedSettlements } from './checks/check-settlements'
import { type Check, type Finding, type Invariant, type Scan, splitSubject } from './invariant'
import type { Violation } from './violation-store'

/** Every check. An invariant may have several; it counts as checked once all of them have run. */
const checks: readonly Check[] = [
  { invariants: [16], run: checkBlocks },
  { invariants: [3, 19], run: checkEvents },
  { invariants: [1, 2, 4, 5, 6, 14, 15], run: checkOrders },
  { invariants: [11], run: checkNotifications },
  { invariants: [7, 9], run: checkAuctions },
  { invariants: [1, 2, 4, 9, 10], run: checkMinedSettlements },
  checkTransactions,
  checkQuotes,
  checkDeliveries,
  checkRegistrations,
]

/** The invariants that are watched. */
export const watched: readonly Invariant[] = [
  ...new Set(checks.flatMap(({ invariants }) => invariants)),
].sort((a, b) => a - b)

/** Milliseconds after which a finding is looked at again: the chain and the database are read one after the other. */
const confirmMs = 2_000

/** What all checks of a network found. */
export type Reconciliation = {
  /** The invariants whose checks all ran to their end, with the number of things examined. */
  readonly items: ReadonlyMap<Invariant, number>
  readonly findings: readonly Finding[]
  /** Why checks failed. */
  readonly problems: readonly string[]
}

type Reconciled = Omit<Scan, 'again'> & {
  /** Violations that are open: what they are about is examined again. */
  readonly open: readonly Violation[]
  /** Milliseconds until the second look at what was found. */
  readonly confirmMs?: number
}

/**
 * Runs all checks of a network, the chain read through its second node if it has one. A finding counts if it is found twice: a
 * block may have arrived between the reads. A check that fails does not affect the others.
 */
export async function reconcile(ctx: Context, given: Reconciled): Promise<Reconciliation> {
  const { open, ...rest } = given
  const again = subjectsOf(open)
  return ctx.nodes(given.chainId).onSecondNode(async () => {
    const items = new Map<Invariant, number>()
    const failed = new Set<Invariant>()
    const findings: Finding[] = []
    const problems: string[] = []
    for (const check of checks) {
      if (given.signal.aborted) break
      const scan = { ...rest, again }
      const found = await run(ctx, check, scan).catch((error) => {
        for (const invariant of check.invariants) failed.add(invariant)
        problems.push(problemOf(ctx, error))
        ctx.log.warn(
          { chainId: given.chainId, invariants: check.invariants, error },
          'invariants could not be checked',
        )
        return undefined
      })
      if (!found) continue
      findings.push(...found.findings)
      for (const invariant of check.invariants)
        items.set(invariant, (items.get(invariant) ?? 0) + found.items)
    }
    if (given.signal.aborted) return { items: new Map(), findings, problems }
    for (const invariant of failed) items.delete(invariant)
    return { items, findings, problems }
  })
}

/** Runs a check, and once more if it found anything: with the same subjects, only what is found again counts. */
async function run(
  ctx: Context,
  check: Check,
  scan: Scan & { readonly confirmMs?: number },
): Promise<{ readonly items: number; readonly findings: readonly Finding[] }> {
  const first = await check.run(ctx, scan)
  if (first.findings.length === 0) return first
  await delay(scan.confirmMs ?? confirmMs, undefined, { signal: scan.signal }).catch(() => {})
  const again = subjectsOf([...first.findings, ...fromAgain(scan.again)])
  const second = await check.run(ctx, { ...scan, scope: 'sample', again })
  const confirmed = new Set(second.findings.map(keyOf))
  return { items: first.items, findings: first.findings.filter((one) => confirmed.has(keyOf(one))) }
}

const keyOf = ({ invariant, subject }: Finding) => `${invariant} ${subject}`

const fromAgain = (again: Scan['again']) =>
  [...again].flatMap(([kind, names]) => names.map((name) => ({ subject: `${kind} ${name}` })))

function subjectsOf(things: readonly Pick<Finding, 'subject'>[]): Scan['again'] {
  const subjects = new Set(things.map(({ subject }) => subject))
  return gather([...subjects].map(splitSubject))
}

function problemOf({ mask }: Context, error: unknown): string {
  // Prisma's message begins with our source code; the database's message is the last line.
  const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n')
  return mask(lines.at(-1)?.trim() ?? '')
}
