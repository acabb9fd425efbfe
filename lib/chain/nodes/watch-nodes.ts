import { setTimeout as delay } from 'node:timers/promises'
import type { BlockHeader } from '@/lib/chain/block'
import { readHeader } from '@/lib/chain/read-headers'
import { type Context, defineSlot } from '@/lib/context'
import { dependencyDown } from '@/lib/core/errors'
import { askHeader } from './ask-node'
import { checkNodes, reportChanges } from './check-nodes'
import { type HeadPace, newPace, nextAskMs, paceAfter } from './head-pace'
import { isOurChain } from './node-set'
import type { Node, Nodes } from './nodes'

/** Milliseconds between checks of chain id and genesis block. */
const checkMs = 60_000
/** Maximum milliseconds of sleep between checks for due requests, so that a stop is quick and a clock change harmless. */
const maxSleepMs = 1_000

/** The watch of one node's head. */
type Watch = {
  pace: HeadPace
  /** Unix milliseconds of the next request, and of the last answer. */
  askMs: number
  answeredMs: number
}

const watches = defineSlot('chain/head-watches', () => new WeakMap<Node, Watch>())

/**
 * When this process began to watch the heads of a network's nodes, in Unix milliseconds; networks that it does not watch are
 * absent. Until a node's first head is read, its age counts from here.
 */
export const watchedSince = defineSlot('chain/heads-watched-since', () => new Map<number, number>())

/**
 * Watches the nodes of every network until `signal` aborts: their chain each minute, their heads at each block. Heads of
 * embedded networks are not watched, because their blocks have no period; nor is a single node's unless `headsOfSingles`.
 */
export async function watchNodes(
  ctx: Context,
  { signal, headsOfSingles }: { readonly signal: AbortSignal; readonly headsOfSingles: boolean },
): Promise<void> {
  const watchOne = async (chainId: number) => {
    const nodes = ctx.nodes(chainId)
    const isEmbedded = ctx.config.embeddedChainIds.includes(chainId)
    const hasHeads = !isEmbedded && (headsOfSingles || nodes.all.length > 1)
    if (hasHeads) watchedSince(ctx).set(chainId, ctx.now())
    let nextCheckMs = ctx.now() + checkMs
    while (!signal.aborted) {
      if (ctx.now() >= nextCheckMs) {
        await checkNodes(ctx, chainId)
        nextCheckMs = ctx.now() + checkMs
      }
      const dueMs = hasHeads ? await readDueHeads(ctx, nodes) : nextCheckMs
      const sleepMs = Math.min(maxSleepMs, Math.max(0, dueMs - ctx.now()))
      await delay(sleepMs, undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(ctx.config.chainIds.map(watchOne))
}

/** Reads the heads that are due; returns when the next one is, in Unix milliseconds. */
async function readDueHeads(ctx: Context, nodes: Nodes): Promise<number> {
  const known = watches(ctx)
  const dues = await Promise.all(
    nodes.all.map(async (node) => {
      const watch = known.get(node) ?? { pace: newPace, askMs: 0, answeredMs: 0 }
      known.set(node, watch)
      if (watch.askMs <= ctx.now()) await readHeadOf(ctx, node, watch)
      return watch.askMs
    }),
  )
  reportChanges(ctx, nodes)
  return Math.min(...dues)
}

async function readHeadOf(ctx: Context, node: Node, watch: Watch): Promise<void> {
  const { blockSeconds } = node.chain.network
  const askedMs = ctx.now()
  const head = await askHeader(ctx, node, 'latest')
  if (!head) {
    // Unreachable: as often as its blocks would come, but no faster than once a second.
    watch.askMs = ctx.now() + Math.max(1_000, blockSeconds * 1_000)
    return
  }
  const isNew = head.hash !== node.state.head?.hash
  node.state = { ...node.state, head, headAgeMs: askedMs - head.timestamp * 1_000 }
  const found = { timestamp: head.timestamp, askedMs, isNew }
  watch.pace = paceAfter(watch.pace, found, blockSeconds)
  watch.askMs = nextAskMs(watch.pace, found, blockSeconds)
  watch.answeredMs = ctx.now()
}

/** A watched head is used while the node was asked within this many block times, and this many milliseconds. */
const freshBlocks = 2
const minFreshMs = 5_000

/**
 * Returns the newest block of the pinned node: as last read by {@link watchNodes}, at most a block time ago, else read
 * now.
 *
 * @throws what the node's client throws if it has to be read.
 */
export async function newestHead(ctx: Context, chainId: number): Promise<BlockHeader> {
  const nodes = ctx.nodes(chainId)
  const node = nodes.pinned()
  const { head } = node.state
  const answeredMs = watches(ctx).get(node)?.answeredMs ?? 0
  const freshMs = Math.max(minFreshMs, freshBlocks * node.chain.network.blockSeconds * 1_000)
  const isGood = node.state.answers && isOurChain(nodes.faults()[nodes.all.indexOf(node)])
  if (head && isGood && ctx.now() - answeredMs < freshMs) return head
  return readHeader(node.chain)
}

/**
 * Returns the number of {@link newestHead}.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function newestNumber(ctx: Context, chainId: number): Promise<bigint> {
  const head = await newestHead(ctx, chainId).catch((cause) => {
    throw dependencyDown(ctx.chain(chainId).network.title, cause)
  })
  return head.number
}
