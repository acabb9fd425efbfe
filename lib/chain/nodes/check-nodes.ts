import type { RpcError } from '@/lib/chain/reads/bounded-request'
import { isUnsupported } from '@/lib/chain/reads/unsupported-method'
import { type Context, defineSlot } from '@/lib/context'
import { askHeader, askNode } from './ask-node'
import { describeFault, isOurChain, requiredMethods } from './node-set'
import type { Node, Nodes } from './nodes'

/**
 * Asks each node of a network for chain id and genesis block, and once for the methods that it may lack. Logs what changed:
 * a node that is not used any more, and one that is used again.
 */
export async function checkNodes(ctx: Context, chainId: number): Promise<void> {
  const nodes = ctx.nodes(chainId)
  await Promise.all(nodes.all.map((node) => checkNode(ctx, node)))
  reportChanges(ctx, nodes)
}

async function checkNode(ctx: Context, node: Node): Promise<void> {
  const answer = await askNode(ctx, node, { method: 'eth_chainId', params: [] })
  const chainId = answer.kind === 'result' ? Number(answer.result) : Number.NaN
  if (!Number.isSafeInteger(chainId)) return
  const genesis = (await askHeader(ctx, node, '0x0'))?.hash ?? node.state.genesis
  node.state = { ...node.state, chainId, genesis }
  if (chainId === node.chain.network.chainId) await probeMethods(ctx, node)
}

/** The nodes whose methods are known. */
const probed = defineSlot('chain/probed-nodes', () => new WeakSet<Node>())

/** What is lost without a method that is not required. */
const lossWithout: Readonly<Record<string, string>> = {
  eth_getBlockReceipts:
    'a trader with more transfers in a block than eth_getLogs answers is left undecided',
  debug_traceCall: 'bundle simulations report no state changes',
}

async function probeMethods(ctx: Context, node: Node): Promise<void> {
  if (probed(ctx).has(node)) return
  const call = { to: `0x${'0'.repeat(40)}`, data: '0x' }
  const simulation = { blockStateCalls: [{ calls: [] }], validation: true }
  const probes = new Map<string, readonly unknown[]>([
    ['eth_simulateV1', [simulation, 'latest']],
    ['eth_feeHistory', ['0x1', 'latest', [20]]],
    ['eth_getBlockReceipts', ['latest']],
    ['debug_traceCall', [call, 'latest', { tracer: 'prestateTracer' }]],
  ])
  const lacks: string[] = []
  for (const [method, params] of probes) {
    const answer = await askNode(ctx, node, { method, params })
    // The next check probes again.
    if (answer.kind === 'silent') return
    if (answer.kind === 'error' && isLacking(answer.error)) lacks.push(method)
  }
  probed(ctx).add(node)
  node.state = { ...node.state, lacks }
  const { network, host } = node.chain
  for (const method of lacks) {
    const loss = lossWithout[method] ?? 'it is used only if no other node has it'
    ctx.log.warn({ chainId: network.chainId, host, method }, `node lacks a method: ${loss}`)
  }
}

/** A node may know `eth_simulateV1` without its validation, by which a simulation pays the fees of a real block. */
const isLacking = (error: RpcError) =>
  isUnsupported(error) || /validation/i.test(String(error.message))

/** The last reported fault of each node. */
const reported = defineSlot('chain/node-faults', () => new WeakMap<Node, string>())

/** Logs each node whose fault changed; one on another chain is an alarm. */
export function reportChanges(ctx: Context, nodes: Nodes): void {
  const { chainId } = nodes.network
  const known = reported(ctx)
  for (const [index, fault] of nodes.faults().entries()) {
    const node = nodes.all[index]
    if (!node || (known.get(node) ?? '') === (fault?.code ?? '')) continue
    known.set(node, fault?.code ?? '')
    const fields = { chainId, host: node.chain.host }
    if (!fault) ctx.log.info(fields, 'node is used again')
    else if (!isOurChain(fault)) ctx.log.error(fields, `node ${describeFault(fault)}: not used`)
    else ctx.log.warn(fields, `node ${describeFault(fault)}`)
  }
}

/**
 * Checks the nodes of all networks before the process serves anything. Tolerates nodes that do not answer, which may
 * recover. A network whose nodes all serve other chains or lack a required method raises an alarm and fails for itself
 * alone.
 *
 * @throws {Error} naming the variables, if no network can be served: a process may be set up wrongly.
 */
export async function checkNodesAtStart(ctx: Context): Promise<void> {
  const { chainIds } = ctx.config
  await Promise.all(chainIds.map((chainId) => checkNodes(ctx, chainId)))
  const refusals = chainIds.flatMap((chainId) => findRefusal(ctx.nodes(chainId)) ?? [])
  if (refusals.length === 0) return
  if (refusals.length === chainIds.length) {
    throw new Error(`The nodes cannot be used:\n${refusals.map((line) => `  ${line}`).join('\n')}`)
  }
  for (const refusal of refusals) ctx.log.error({ refusal }, 'network cannot be served')
}

/** Returns why a network cannot be served by its nodes. */
function findRefusal({ network, all, faults }: Nodes): string | undefined {
  const found = faults()
  const name = `RPC_URL_${network.chainId}`
  const describe = (index: number) => {
    const fault = found[index]
    return `${all[index]?.chain.host} ${fault ? describeFault(fault) : 'works'}`
  }
  const each = [...all.keys()].map(describe).join(', ')
  if (found.every((fault) => !isOurChain(fault))) {
    return `${name}: ${each}; name a node of ${network.title} (chain ${network.chainId})`
  }
  if (found.every((fault) => fault?.code === 'lacks' || !isOurChain(fault))) {
    return `${name}: ${each}; name a node with ${requiredMethods.join(' and ')}`
  }
  return undefined
}
