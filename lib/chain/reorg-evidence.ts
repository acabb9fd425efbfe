import type { Context } from '@/lib/context'
import type { BlockHeader } from './block'
import type { IndexKey } from './chain-index'
import { noteAgreement, noteDisagreement } from './nodes/splits'
import { findAncestor, findHeader } from './reorg'

/** What a process remembers of a head that does not continue its index. */
export type ForkMemory = {
  /** Since when the head has been below the tip on the tip's branch, in Unix milliseconds. */
  lagsSince: number | undefined
  /** The other block that a single node reports in place of ours, and since when. */
  fork: { readonly hash: string; readonly since: number } | undefined
  /** Whether the alarm was raised. */
  isReported: boolean
}

/** The memory of an index that follows its chain. */
export const noFork = (): ForkMemory => ({
  lagsSince: undefined,
  fork: undefined,
  isReported: false,
})

/** Milliseconds after which a shorter embedded chain is followed: a restart loses its last blocks. */
const embeddedLagMs = 10_000
/** Milliseconds after which a head that stays below the tip raises an alarm. */
const lagAlarmMs = 60_000
/**
 * What a single node must report to be trusted: the same other block for this long, at less than this depth. Real
 * networks drop one or two blocks at times, and a node that has to catch up does so within seconds.
 */
const loneForkMs = 30_000
const loneForkDepth = 3n

/**
 * What to do about a head that does not continue the index: roll back to `ancestor`, or keep the index and report a
 * state.
 */
export type ForkVerdict =
  | { readonly ancestor: BlockHeader }
  | { readonly state: 'waiting' | 'unproven' | 'too-deep' }

type Fork = {
  readonly head: BlockHeader
  readonly tip: BlockHeader
  /** The saved headers, highest first. */
  readonly indexed: readonly BlockHeader[]
  readonly memory: ForkMemory
  /** The block to roll back to if no saved header is canonical. */
  readonly genesis: BlockHeader | undefined
}

/**
 * Judges a head of the pinned node that does not continue the tip. A shorter chain proves nothing: the node may lag. A
 * reorg is another block at the height of one of ours, reported by two nodes, or by the only node for 30 s and less
 * than three blocks deep. Embedded chains are trusted at once, and after ten seconds if they are shorter.
 */
export async function judgeFork(ctx: Context, key: IndexKey, fork: Fork): Promise<ForkVerdict> {
  const { head, indexed, memory } = fork
  const isEmbedded = ctx.config.embeddedChainIds.includes(key.chainId)
  const lowest = indexed.at(-1)
  const isFarBehind = !isEmbedded && lowest !== undefined && head.number < lowest.number
  if (isFarBehind || indexed.some(({ hash }) => hash === head.hash)) {
    memory.lagsSince ??= ctx.now()
    const lagMs = ctx.now() - memory.lagsSince
    if (!isEmbedded && lagMs >= lagAlarmMs) raiseAlarm(ctx, key, fork, 'head stays below our tip')
    if (!isEmbedded || lagMs < embeddedLagMs) return { state: 'waiting' }
  }
  const below = indexed.filter(({ number }) => number <= head.number)
  const ancestor = (await findAncestor(ctx.chain(key.chainId), below)) ?? fork.genesis
  if (!ancestor) return { state: 'too-deep' }
  return isEmbedded ? { ancestor } : weighEvidence(ctx, key, { ...fork, ancestor })
}

async function weighEvidence(
  ctx: Context,
  key: IndexKey,
  fork: Fork & { readonly ancestor: BlockHeader },
): Promise<ForkVerdict> {
  const { ancestor, tip, indexed, memory } = fork
  const { chainId } = key
  const ours = indexed.findLast(({ number }) => number > ancestor.number)
  const theirs = ours && (await findHeader(ctx.chain(chainId), ours.number))
  if (!theirs || theirs.hash === ours.hash) return { state: 'waiting' }
  const witnesses = ctx.nodes(chainId).witnesses()
  const headers = await Promise.all(
    witnesses.map((witness) => findHeader(witness, ours.number).catch(() => undefined)),
  )
  if (headers.some((header) => header?.hash === theirs.hash)) {
    await noteAgreement(ctx, { chainId, subject: 'blocks' })
    return { ancestor }
  }
  const opponent = witnesses[headers.findIndex((header) => header?.hash === ours.hash)]
  if (opponent) {
    await noteDisagreement(ctx, { chainId, subject: 'blocks', host: opponent.host })
    return { state: 'waiting' }
  }
  if (memory.fork?.hash !== theirs.hash) memory.fork = { hash: theirs.hash, since: ctx.now() }
  if (tip.number - ancestor.number >= loneForkDepth) {
    raiseAlarm(ctx, key, fork, 'reorg reported by one node only, index stopped: add a second node')
    return { state: 'unproven' }
  }
  return ctx.now() - memory.fork.since < loneForkMs ? { state: 'waiting' } : { ancestor }
}

function raiseAlarm(
  ctx: Context,
  { chainId, indexer }: IndexKey,
  { head, tip, memory }: Fork,
  message: string,
): void {
  if (memory.isReported) return
  memory.isReported = true
  const { host } = ctx.chain(chainId)
  ctx.log.error({ chainId, indexer, host, head: head.number, tip: tip.number }, message)
}
