import type { Context } from '@/lib/context'

/** An invariant's number, as in docs/reconciliation.md. */
export type Invariant =
  | 1
  | 2
  | 3
  | 4
  | 5
  | 6
  | 7
  | 8
  | 9
  | 10
  | 11
  | 13
  | 14
  | 15
  | 16
  | 17
  | 18
  | 19

/** A broken invariant. */
export type Finding = {
  readonly invariant: Invariant
  /** What breaks it, such as `order 0x…`: a kind of thing and its name. */
  readonly subject: string
  readonly detail: string
}

/** The result of a check. */
export type Found = {
  /** Number of things that it examined. */
  readonly items: number
  readonly findings: readonly Finding[]
}

/** What to examine. */
export type Scan = {
  readonly chainId: number
  /** `sample`: a bounded number of the newest and of random things; `complete`: all. */
  readonly scope: 'sample' | 'complete'
  /** Number of newest blocks whose events are compared; by default two reorg windows, or all blocks if complete. */
  readonly blocks?: bigint | undefined
  /** Names of subjects to examine besides, by kind: those that broke an invariant before. */
  readonly again: ReadonlyMap<string, readonly string[]>
  /** Aborts between two reads when the process is to stop. */
  readonly signal: AbortSignal
}

/** Code that watches one or several invariants. */
export type Check = {
  readonly invariants: readonly Invariant[]
  readonly run: (ctx: Context, scan: Scan) => Promise<Found>
}

/** Separates the kind of a subject from its name. */
export function splitSubject(subject: string): readonly [kind: string, name: string] {
  const at = subject.indexOf(' ')
  return at === -1 ? [subject, ''] : [subject.slice(0, at), subject.slice(at + 1)]
}

/** Joins the results of several runs of a check. */
export function joinFound(parts: readonly Found[]): Found {
  return {
    items: parts.reduce((sum, { items }) => sum + items, 0),
    findings: parts.flatMap(({ findings }) => findings),
  }
}

/** The result of a check that had nothing to examine. */
export const nothingFound: Found = { items: 0, findings: [] }
