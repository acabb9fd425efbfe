import type { BlockHeader } from '@/lib/chain/block'
import { maxAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { Network } from '@/lib/core/networks/network'

/** What a process knows of a node of a network. */
export type NodeState = {
  /** The chain id and the hash of the genesis block as the node reported them; undefined before that. */
  readonly chainId: number | undefined
  readonly genesis: Hex | undefined
  /** Its newest block, where heads are watched. */
  readonly head: BlockHeader | undefined
  /** How old that block was by our clock when the node last reported it, in milliseconds; negative if of the future. */
  readonly headAgeMs: number
  /** Whether it answered its last request. */
  readonly answers: boolean
  /** The probed methods that it lacks. */
  readonly lacks: readonly string[]
}

/** Why a node is not, or not preferably, used. */
export type NodeFault =
  /** It serves another chain: never used. */
  | { readonly code: 'otherChain'; readonly chainId: number }
  /** Its chain begins with another block than that of the first node: never used. */
  | { readonly code: 'otherGenesis' }
  | { readonly code: 'silent' }
  /** Blocks behind the highest head, and its own head is old. */
  | { readonly code: 'behind'; readonly blocks: bigint }
  /** It lacks methods that quotes and settlements need. */
  | { readonly code: 'lacks'; readonly methods: readonly string[] }

/**
 * Methods without which a node is not pinned while another has them: simulations decide what is settled, and fee
 * histories at which price.
 */
export const requiredMethods: readonly string[] = ['eth_simulateV1', 'eth_feeHistory']

/** The lag within which a node counts as current: heads spread over the network in less than a second or two. */
const currentBlocks = 2
const currentSeconds = 5

/**
 * Returns how many blocks a node may be behind the highest head and still count as current, even if its head is not fresh
 * by our clock.
 */
export function maxBehind({ blockSeconds }: Pick<Network, 'blockSeconds'>): bigint {
  return BigInt(Math.max(currentBlocks, Math.ceil(currentSeconds / blockSeconds)))
}

/** Where blocks are short, a head counts as fresh this long: timestamps are whole seconds, and clocks differ. */
const minFreshSeconds = 8
/** A head may be this far in the future, as in Geth. One further ahead is not fresh: else a dead node could claim any time. */
const maxAheadSeconds = 15

/** Returns whether a node more than {@link maxBehind} blocks behind could not have reported such a young head. */
function isFresh(
  { headAgeMs }: NodeState,
  { blockSeconds }: Pick<Network, 'blockSeconds'>,
): boolean {
  const blocks = Number(maxBehind({ blockSeconds })) + 1
  const freshSeconds = Math.max(minFreshSeconds, blocks * blockSeconds)
  return headAgeMs < freshSeconds * 1_000 && headAgeMs >= -maxAheadSeconds * 1_000
}

/**
 * Returns the fault of each node, in the order of the nodes; undefined for a node without one. A higher number alone makes
 * no other node `behind`, since anyone can invent one: our clock must agree that the lower head is old.
 */
export function faultsOf(
  network: Pick<Network, 'chainId' | 'blockSeconds'>,
  states: readonly NodeState[],
): readonly (NodeFault | undefined)[] {
  const { chainId } = network
  const genesis = states.find((state) => state.chainId === chainId && state.genesis)?.genesis
  const wrong = states.map((state) => findWrongChain(state, { chainId, genesis }))
  const heads = states.flatMap(({ answers, head }, i) =>
    answers && head && !wrong[i] ? [head] : [],
  )
  const highest = heads.reduce((max, { number }) => maxAmount(number, max), 0n)
  return states.map((state, index) => {
    if (wrong[index]) return wrong[index]
    if (!state.answers) return { code: 'silent' }
    const blocks = state.head ? highest - state.head.number : 0n
    if (blocks > maxBehind(network) && !isFresh(state, network)) return { code: 'behind', blocks }
    const methods = requiredMethods.filter((method) => state.lacks.includes(method))
    return methods.length > 0 ? { code: 'lacks', methods } : undefined
  })
}

function findWrongChain(
  state: NodeState,
  expected: { readonly chainId: number; readonly genesis: Hex | undefined },
): NodeFault | undefined {
  if (state.chainId !== undefined && state.chainId !== expected.chainId) {
    return { code: 'otherChain', chainId: state.chainId }
  }
  const isOther = state.genesis && expected.genesis && state.genesis !== expected.genesis
  return isOther ? { code: 'otherGenesis' } : undefined
}

/** Preference for pinning a node with this fault, lowest first; undefined: never. */
const ranks: Readonly<Record<NodeFault['code'], number | undefined>> = {
  lacks: 1,
  behind: 2,
  silent: 3,
  otherChain: undefined,
  otherGenesis: undefined,
}

/**
 * Returns the index of the node to pin: the first without a fault, else the first with the least fault; undefined if
 * all serve another chain.
 */
export function pinnedIndex(faults: readonly (NodeFault | undefined)[]): number | undefined {
  let best: { readonly index: number; readonly rank: number } | undefined
  for (const [index, fault] of faults.entries()) {
    const rank = fault ? ranks[fault.code] : 0
    if (rank !== undefined && (!best || rank < best.rank)) best = { index, rank }
  }
  return best?.index
}

/** Returns whether a node with this fault may be used at all. */
export function isOurChain(fault: NodeFault | undefined): boolean {
  return pinnedIndex([fault]) !== undefined
}

/** Returns whether a node with this fault may give a second opinion: it serves our chain, answers, and is current. */
export function mayTestify(fault: NodeFault | undefined): boolean {
  return fault === undefined || fault.code === 'lacks'
}

/** Describes a fault to the operator. */
export function describeFault(fault: NodeFault): string {
  if (fault.code === 'otherChain') return `serves chain ${fault.chainId}`
  if (fault.code === 'otherGenesis') return 'serves a chain with another genesis block'
  if (fault.code === 'silent') return 'does not answer'
  if (fault.code === 'behind') return `is ${fault.blocks} blocks behind`
  return `lacks ${fault.methods.join(' and ')}`
}
