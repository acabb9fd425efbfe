import { AsyncLocalStorage } from 'node:async_hooks'
import { type Chain, type NodeGuard, openChain } from '@/lib/chain/chain'
import type { Network } from '@/lib/core/networks/network'
import {
  describeFault,
  faultsOf,
  isOurChain,
  mayTestify,
  type NodeFault,
  type NodeState,
  pinnedIndex,
} from './node-set'

/** A node of a network, and what this process knows of it. */
export type Node = { readonly chain: Chain; state: NodeState }

/** The nodes of a network, in the order of the operator. */
export type Nodes = {
  readonly network: Network
  readonly all: readonly Node[]
  /** The pinned node: that of the enclosing {@link onOneNode}, else the best one now. */
  readonly pinned: () => Node
  /** Runs a unit of work whose reads must all come from one node, so that head and state belong together. */
  readonly onOneNode: <T>(run: () => Promise<T>) => Promise<T>
  /**
   * Like {@link onOneNode}, at another node than the best one where one is current: what was read from the one is compared
   * with the other.
   */
  readonly onSecondNode: <T>(run: () => Promise<T>) => Promise<T>
  /** Nodes other than the pinned one that may give a second opinion. */
  readonly witnesses: () => readonly Chain[]
  /** The fault of each node, in the order of {@link all}. */
  readonly faults: () => readonly (NodeFault | undefined)[]
}

/** A request to a node: the host that was asked, the method, how it ended, and its milliseconds. */
export type NodeCall = {
  readonly node: string
  readonly method: string
  readonly outcome: 'ok' | 'refused' | 'silent'
  readonly ms: number
}

const unknown: NodeState = {
  ...{ chainId: undefined, genesis: undefined, head: undefined, headAgeMs: 0 },
  ...{ answers: true, lacks: [] },
}

/**
 * Opens the nodes of a network at these URLs, at least one, and reports each request to `onCall`. Sends nothing before the
 * first use.
 */
export function openNodes(
  network: Network,
  urls: readonly string[],
  onCall: (call: NodeCall) => void,
): Nodes {
  const scope = new AsyncLocalStorage<Node>()
  const faults = () => faultsOf(network, states(all))
  const guardOf = (index: number): NodeGuard => {
    return async (request, method) => {
      const node = all[index]
      const fault = faults()[index]
      if (fault && !isOurChain(fault)) {
        throw new Error(`the node ${node?.chain.host} ${describeFault(fault)}`)
      }
      const startMs = performance.now()
      return noted(node, request, (outcome) => {
        const ms = performance.now() - startMs
        onCall({ node: node?.chain.host ?? '', method, outcome, ms })
      })
    }
  }
  const all: readonly Node[] = urls.map((url, index) => ({
    chain: openChain(network, url, guardOf(index)),
    state: unknown,
  }))
  // With all nodes on other chains, the first one's guard refuses every request.
  const best = () => all[all.length === 1 ? 0 : (pinnedIndex(faults()) ?? 0)] as Node
  const pinned = () => scope.getStore() ?? best()
  const second = () => {
    const found = faults()
    return all.findLast((node, i) => node !== best() && mayTestify(found[i])) ?? best()
  }
  return {
    network,
    all,
    faults,
    pinned,
    onOneNode: (run) => scope.run(best(), run),
    onSecondNode: (run) => scope.run(second(), run),
    witnesses: () => {
      const found = faults()
      const own = pinned()
      return all.flatMap((node, i) => (node !== own && mayTestify(found[i]) ? [node.chain] : []))
    },
  }
}

const states = (nodes: readonly Node[]) => nodes.map(({ state }) => state)

/** Statuses of a node that cannot serve us: no access, too many requests, or broken; others blame the request. */
const isRefusal = (status: number) => [401, 403, 408, 429].includes(status) || status >= 500

async function noted(
  node: Node | undefined,
  request: () => Promise<Response>,
  onEnd: (outcome: NodeCall['outcome']) => void,
): Promise<Response> {
  const note = (answers: boolean) => {
    if (node && node.state.answers !== answers) node.state = { ...node.state, answers }
  }
  try {
    const response = await request()
    note(!isRefusal(response.status))
    onEnd(response.ok ? 'ok' : 'refused')
    return response
  } catch (error) {
    // An abort by the caller says nothing about the node.
    if (!(error instanceof Error && error.name === 'AbortError')) {
      note(false)
      onEnd('silent')
    }
    throw error
  }
}
