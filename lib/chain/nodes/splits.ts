import { type Context, defineSlot } from '@/lib/context'
import {
  deleteNodeSplit,
  listNodeSplits,
  type NodeSplit,
  type SplitSubject,
  saveNodeSplit,
} from './split-store'

/**
 * Milliseconds for which nodes may disagree without a split: they see a block, and its logs, at different times. Nothing
 * is booked or sent meanwhile.
 */
const graceMs = 10_000
/** A split ends this many milliseconds after it was last seen: a process that sees it checks again every few seconds. */
const activeMs = 60_000

type Seen = { readonly sinceMs: number; isSplit: boolean }

const seenBy = defineSlot('chain/splits', (_, _key: string): { seen: Seen | undefined } => {
  return { seen: undefined }
})

type Key = Pick<NodeSplit, 'chainId' | 'subject'>
const keyOf = ({ chainId, subject }: Key) => `${chainId}:${subject}`

/** Notes that a node disagrees with the pinned one; after ten seconds the network is `split`, which raises an alarm. */
export async function noteDisagreement(
  ctx: Context,
  { host, ...key }: Key & Pick<NodeSplit, 'host'>,
): Promise<void> {
  const memory = seenBy(ctx, keyOf(key))
  memory.seen ??= { sinceMs: ctx.now(), isSplit: false }
  const { seen } = memory
  if (ctx.now() - seen.sinceMs < graceMs) return
  const since = new Date(seen.sinceMs)
  await saveNodeSplit(ctx.db, { ...key, host, since, seenAt: new Date(ctx.now()) })
  if (seen.isSplit) return
  seen.isSplit = true
  const pinned = ctx.chain(key.chainId).host
  ctx.log.error({ ...key, host, pinned }, 'nodes disagree: nothing is settled until they agree')
}

/** Notes that the nodes agree about a subject. */
export async function noteAgreement(ctx: Context, key: Key): Promise<void> {
  const memory = seenBy(ctx, keyOf(key))
  const { seen } = memory
  memory.seen = undefined
  if (!seen?.isSplit) return
  await deleteNodeSplit(ctx.db, key)
  ctx.log.info(key, 'nodes agree again')
}

/** Lists the disagreements that hold now, of one network or all. */
export async function listSplits(ctx: Context, chainId?: number): Promise<NodeSplit[]> {
  const since = new Date(ctx.now() - activeMs)
  return listNodeSplits(ctx.db, { since, ...(chainId === undefined ? {} : { chainId }) })
}

/**
 * Returns the disagreement that blocks settling on a network; undefined without one. A disagreement about a simulation
 * or a nonce does not: all nodes are asked before each settlement is signed, which also shows when it ends.
 */
export async function findBlockingSplit(
  ctx: Context,
  chainId: number,
): Promise<NodeSplit | undefined> {
  const subjects: readonly SplitSubject[] = ['blocks', 'events', 'receipts']
  return (await listSplits(ctx, chainId)).find(({ subject }) => subjects.includes(subject))
}
