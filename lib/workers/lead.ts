import { type Context, defineSlot } from '@/lib/context'
import { isServiceError } from '@/lib/core/errors'
import { type Election, openElection, type Standing } from '@/lib/db/leadership'
import { type Loop, runLoop, sleep } from './loop'
import { planLeaders } from './plan-leaders'

/** Loops that only the leader of a role runs, created for its fencing epoch. */
export type LedLoops = {
  readonly role: string
  readonly loops: (epoch: bigint) => readonly Loop[]
  /** Returns why another process should lead the role, if there is one; undefined: this one may. */
  readonly findUnfitness?: (
    ctx: Context,
    given: { readonly databaseMs: number; readonly wasUnfit: boolean },
  ) => Promise<string | undefined>
}

/** Since when this process leads each of its roles, in Unix milliseconds. */
export const leaders = defineSlot('workers/leaders', () => new Map<string, number>())

/** Milliseconds between looks at the standings: the maximum time that a free role waits, and half that on average. */
const defaultLookMs = 1_000
/** Looks for which a role waits for the candidate that should take it. */
const patientLooks = 3
/** Looks for which the candidates stay the same before roles are handed over: one that restarts is back by then. */
const settledLooks = 10

/** Leaderships of this process, also of a lost session, whose loops are still ending. */
type Led = Map<string, { readonly handOver: () => void; readonly ended: Promise<void> }>

type ElectionOptions = {
  /** Roles that only other processes can lead. They count as load: every process must plan by the same standings. */
  readonly foreign?: readonly string[]
  readonly lookMs?: number
}

/**
 * Returns a loop that is a candidate for roles and runs the loops of those it leads, which stop when the session is lost, the
 * epoch is rejected or the role is handed over. On a stop every role is free as soon as its own loops have ended.
 */
export function electionLoop(
  databaseUrl: string,
  parts: readonly LedLoops[],
  { foreign = [], lookMs = defaultLookMs }: ElectionOptions = {},
): Loop {
  const led: Led = new Map()
  const roles = [...parts.map(({ role }) => role), ...foreign]
  const run: Loop['run'] = async (ctx, signal) => {
    const election = await openElection(databaseUrl, roles)
    try {
      await campaign(ctx, { election, parts, led, lookMs, signal })
    } finally {
      await election.end()
    }
    return 'done'
  }
  return { name: 'leaders', every: lookMs, run }
}

type Campaign = {
  readonly election: Election
  readonly parts: readonly LedLoops[]
  readonly led: Led
  readonly lookMs: number
  readonly signal: AbortSignal
}

/** Takes, leads and hands over roles until the session is lost or `signal` aborts. */
async function campaign(
  ctx: Context,
  { election, parts, led, lookMs, signal }: Campaign,
): Promise<void> {
  const over = AbortSignal.any([signal, election.lost])
  const look = createLookout()
  const unfit = await standForFit(ctx, { election, parts })
  const own = new Set(parts.map(({ role }) => role))
  // A foreign role without leader and candidates stays free. It must not delay handovers.
  const isKnown = ({ role, candidates, leader }: Standing) =>
    own.has(role) || candidates.length > 0 || leader !== undefined
  while (!over.aborted) {
    const { standings: read, databaseMs } = await election.read()
    const standings = read.filter(isKnown)
    // What it read is out of date then.
    if (await updateUnfit(ctx, { election, parts, unfit, databaseMs })) continue
    const { take, release } = planLeaders({ ...look(standings), self: election.self })
    const replaced = standings.filter(({ role, candidates }) => {
      return unfit.has(role) && candidates.some((one) => one !== election.self)
    })
    for (const role of [...release, ...replaced.map((one) => one.role)]) led.get(role)?.handOver()
    for (const part of parts) {
      const isFree = take.includes(part.role) && !led.has(part.role)
      const epoch = isFree && !over.aborted ? await election.take(part.role) : undefined
      if (epoch !== undefined) lead(ctx, { election, led, part, epoch, signal: over })
    }
    await sleep(lookMs, over)
  }
  // Leaderships of a lost session end by themselves, while this process is a candidate again.
  if (!signal.aborted) return
  const stands = parts.flatMap(({ role }) => (unfit.has(role) ? [] : [role]))
  if (!election.lost.aborted) await election.withdraw(stands).catch(() => {})
  await Promise.all([...led.values()].map(({ ended }) => ended))
}

/**
 * Becomes a candidate for the roles that this process may lead, and returns the others. It does not stand for those even
 * for a moment: their leader would yield to it.
 */
async function standForFit(
  ctx: Context,
  { election, parts }: Pick<Campaign, 'election' | 'parts'>,
): Promise<Set<string>> {
  const { databaseMs } = await election.read()
  const unfit = new Set<string>()
  for (const { role, findUnfitness } of parts) {
    const reason = await findUnfitness?.(ctx, { databaseMs, wasUnfit: false })
    if (reason !== undefined) markUnfit(ctx, { role, reason, unfit })
  }
  await election.stand(parts.flatMap(({ role }) => (unfit.has(role) ? [] : [role])))
  return unfit
}

type Unfit = { readonly role: string; readonly reason: string; readonly unfit: Set<string> }

function markUnfit(ctx: Context, { role, reason, unfit }: Unfit): void {
  unfit.add(role)
  ctx.log.warn({ role, reason }, 'another worker should lead')
}

type Fitness = Pick<Campaign, 'election' | 'parts'> & {
  readonly unfit: Set<string>
  readonly databaseMs: number
}

/**
 * Withdraws from roles that another process should lead, and stands again for those it may lead; returns whether any
 * changed. If all are unfit, the leader stays.
 */
async function updateUnfit(
  ctx: Context,
  { election, parts, unfit, databaseMs }: Fitness,
): Promise<boolean> {
  let isChanged = false
  for (const { role, findUnfitness } of parts) {
    const wasUnfit = unfit.has(role)
    const reason = await findUnfitness?.(ctx, { databaseMs, wasUnfit })
    const isUnfit = reason !== undefined
    if (isUnfit === wasUnfit) continue
    isChanged = true
    if (isUnfit) {
      markUnfit(ctx, { role, reason, unfit })
      await election.withdraw([role])
    } else {
      unfit.delete(role)
      ctx.log.info({ role }, 'may lead again')
      await election.stand([role])
    }
  }
  return isChanged
}

/** Returns a function that derives from each look which roles were free for too long, and whether the candidates changed. */
function createLookout() {
  const freeLooks = new Map<string, number>()
  let members = ''
  let sameLooks = 0
  return (standings: readonly Standing[]) => {
    for (const { role, leader } of standings) {
      freeLooks.set(role, leader === undefined ? (freeLooks.get(role) ?? 0) + 1 : 0)
    }
    const now = [...new Set(standings.flatMap(({ candidates }) => candidates))].sort().join()
    sameLooks = now === members ? sameLooks + 1 : 0
    members = now
    const overdue = [...freeLooks].filter(([, looks]) => looks > patientLooks)
    return {
      standings,
      overdue: new Set(overdue.map(([role]) => role)),
      isSettled: sameLooks >= settledLooks,
    }
  }
}

type Leading = Omit<Campaign, 'parts' | 'lookMs'> & {
  readonly part: LedLoops
  readonly epoch: bigint
}

/** Runs the loops of a role in the background and frees it in the end. */
function lead(ctx: Context, { election, led, part, epoch, signal }: Leading): void {
  const { role, loops } = part
  const handingOver = new AbortController()
  const run = async () => {
    ctx.log.info({ role, epoch }, 'leading')
    leaders(ctx).set(role, ctx.now())
    try {
      await runTogether(ctx, loops(epoch), AbortSignal.any([signal, handingOver.signal]))
    } finally {
      leaders(ctx).delete(role)
      const isHandedOver = handingOver.signal.aborted
      ctx.log.info(
        { role, epoch, isLost: election.lost.aborted, isHandedOver },
        'no longer leading',
      )
      // If that fails, the session ends and frees the role.
      if (!election.lost.aborted) await election.release(role).catch(() => {})
      led.delete(role)
    }
  }
  const ended = run().catch((error) => ctx.log.error({ role, error }, 'leading failed'))
  led.set(role, { handOver: () => handingOver.abort(), ended })
}

/** Runs loops until `signal` aborts or one of them finds another leader. */
async function runTogether(
  ctx: Context,
  loops: readonly Loop[],
  signal: AbortSignal,
): Promise<void> {
  const replaced = new AbortController()
  const either = AbortSignal.any([signal, replaced.signal])
  const runOne = async (loop: Loop) => {
    try {
      await runLoop(ctx, loop, either)
    } catch (error) {
      if (!isServiceError(error) || error.code !== 'Conflict') throw error
      ctx.log.warn(
        { loop: loop.name, message: error.message },
        'leadership lost to another process',
      )
      replaced.abort()
    }
  }
  await Promise.all(loops.map(runOne))
}
