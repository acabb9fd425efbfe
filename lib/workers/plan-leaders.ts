import type { Standing } from '@/lib/db/leadership'

/** What a candidate does next: roles to take, and roles to hand over to candidates that lead fewer. */
export type LeaderPlan = { readonly take: readonly string[]; readonly release: readonly string[] }

type PlanInput = {
  readonly standings: readonly Standing[]
  /** The planning candidate. */
  readonly self: number
  /**
   * Roles that others should have taken by now; they are taken however many roles the candidate leads, and by one that has
   * withdrawn from a role that has no other candidate.
   */
  readonly overdue: ReadonlySet<string>
  /** Whether the candidates have been the same for a while, so that handovers are worth their pause. */
  readonly isSettled: boolean
}

/**
 * Spreads roles over candidates: each kind of role evenly, the roles of one network to one candidate where that is possible,
 * since they share what they read. Every candidate plans by itself. If two of them disagree, the lock of the role decides.
 */
export function planLeaders({ standings, self, overdue, isSettled }: PlanInput): LeaderPlan {
  const sorted = [...standings].sort(byNetworkThenKind)
  const load = countLoad(sorted)
  const take: string[] = []
  for (const { role, candidates, leader } of sorted) {
    if (leader !== undefined) continue
    const isMine = overdue.has(role) && (candidates.includes(self) || candidates.length === 0)
    const taker = isMine ? self : idlest(load, role, candidates)
    if (taker === undefined) continue
    load.add(taker, role)
    if (taker === self) take.push(role)
  }
  const areAllLed = sorted.every(({ leader }) => leader !== undefined)
  return { take, release: isSettled && areAllLed ? surplusRoles({ sorted, self, load }) : [] }
}

/** Returns the last role of each kind that the candidate leads two more of than another, if nobody leads even more. */
function surplusRoles({
  sorted,
  self,
  load,
}: {
  readonly sorted: readonly Standing[]
  readonly self: number
  readonly load: Load
}): string[] {
  const surplus = new Map<string, string>()
  for (const { role, candidates, leader } of sorted) {
    if (leader !== self) continue
    const kind = kindOf(role)
    const mine = load.ofKind(self, kind)
    const isFullest = load.holders.every((other) => {
      const theirs = load.ofKind(other, kind)
      return theirs < mine || (theirs === mine && other >= self)
    })
    const receiver = idlest(load, role, candidates)
    const fewest = receiver === undefined ? mine : load.ofKind(receiver, kind)
    if (isFullest && mine - fewest >= 2) surplus.set(kind, role)
  }
  return [...surplus.values()]
}

type Load = {
  readonly holders: readonly number[]
  /** Returns how many roles of a kind a candidate leads. */
  readonly ofKind: (candidate: number, kind: string) => number
  readonly ofAll: (candidate: number) => number
  readonly hasNetwork: (candidate: number, network: string) => boolean
  readonly add: (candidate: number, role: string) => void
}

function countLoad(standings: readonly Standing[]): Load {
  const led = new Map<number, string[]>()
  const rolesOf = (candidate: number) => led.get(candidate) ?? []
  const add = (candidate: number, role: string) =>
    void led.set(candidate, [...rolesOf(candidate), role])
  for (const { role, leader } of standings) if (leader !== undefined) add(leader, role)
  return {
    get holders() {
      return [...led.keys()]
    },
    ofKind: (candidate, kind) => rolesOf(candidate).filter((role) => kindOf(role) === kind).length,
    ofAll: (candidate) => rolesOf(candidate).length,
    hasNetwork: (candidate, network) =>
      rolesOf(candidate).some((role) => networkOf(role) === network),
    add,
  }
}

/** Returns the candidate that should lead a role: by roles of its kind, roles of its network, all roles, and id. */
function idlest(load: Load, role: string, candidates: readonly number[]): number | undefined {
  const rank = (candidate: number) => [
    load.ofKind(candidate, kindOf(role)),
    load.hasNetwork(candidate, networkOf(role)) ? 0 : 1,
    load.ofAll(candidate),
    candidate,
  ]
  return [...candidates].sort((a, b) => compare(rank(a), rank(b)))[0]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** The kind of a role such as `auction/1`; others are kinds of their own. */
const kindOf = (role: string) => role.split('/', 1)[0] ?? role
/** The network of a role; roles without one share none. */
const networkOf = (role: string) => role.split('/')[1] ?? role

function byNetworkThenKind(a: Standing, b: Standing): number {
  const [ours, theirs] = [networkOf(a.role), networkOf(b.role)]
  if (ours !== theirs) return ours < theirs ? -1 : 1
  return a.role < b.role ? -1 : 1
}
