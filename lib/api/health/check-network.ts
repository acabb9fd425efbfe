import { findIndexedBlock, isStuck } from '@/lib/chain/block-store'
import type { IndexKey } from '@/lib/chain/chain-index'
import { describeFault, isOurChain, requiredMethods } from '@/lib/chain/nodes/node-set'
import { listSplits } from '@/lib/chain/nodes/splits'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import { type Context, defineSlot } from '@/lib/context'
import { blocksIn, type Network } from '@/lib/core/networks/network'
import { toUnixSeconds } from '@/lib/core/time'
import { listLedRoles } from '@/lib/db/leadership'
import { marketIndex, marketRole } from '@/lib/market/indexing/market-role'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { listAccountProblems } from '@/lib/settlements/books/solver-account-store'
import { findDeploymentFaults } from '@/lib/settlements/deployment/deployment-faults'
import { indexerRole, settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { drainingReadiness, isDraining } from './check-process'
import { type Check, type Readiness, runChecks } from './readiness'

/** Maximum lag of an index behind the head: this many blocks, and on fast networks those of this many seconds. */
const maxLagBlocks = 10
const maxLagSeconds = 30
const maxLag = (network: Network) =>
  BigInt(blocksIn(network, { seconds: maxLagSeconds, min: maxLagBlocks }))

/** A head is stale after five block times, but never before a minute. */
const minStaleSeconds = 60

type Shared = { at: number; result: Promise<Readiness> | undefined }

const sharedOf = defineSlot('api/network-readiness', (_, _chainId: number): Shared => {
  return { at: 0, result: undefined }
})

/**
 * Checks node, head and index of a network, at most once a second. Shows leaders, the lag of market data, pauses of
 * settling and faults of single nodes too, which do not affect readiness: orders and quotes are served all the same.
 */
export async function checkNetwork(ctx: Context, chainId: number): Promise<Readiness> {
  if (isDraining(ctx)) return drainingReadiness
  const shared = sharedOf(ctx, chainId)
  if (!shared.result || ctx.now() - shared.at >= 1_000) {
    shared.at = ctx.now()
    shared.result = runChecks(checksOf(ctx, chainId))
  }
  return shared.result
}

function checksOf(ctx: Context, chainId: number): Check[] {
  const { network } = ctx.nodes(chainId)
  const head = newestHead(ctx, chainId)
  // Each check that awaits it reports its failure.
  head.catch(() => undefined)
  const lagOf = async (index: IndexKey) => {
    const [{ number }, indexed] = await Promise.all([head, findIndexedBlock(ctx.db, index)])
    if (indexed === undefined) return 'not indexed yet'
    if (await isStuck(ctx.db, index)) return 'reorganised deeper than it can follow by itself'
    const lag = number - indexed
    return lag > maxLag(network) ? `${lag} blocks behind` : undefined
  }
  const unknown = 'could not be checked'
  return [
    { name: 'node', failure: 'does not answer', run: async () => checkNode(ctx, chainId, head) },
    {
      name: 'head',
      failure: unknown,
      run: async () => {
        const age = toUnixSeconds(ctx.now()) - Number((await head).timestamp)
        const isStale = age > Math.max(minStaleSeconds, 5 * network.blockSeconds)
        return isStale ? `${age} s old` : undefined
      },
    },
    { name: 'index', failure: unknown, run: () => lagOf(settlementIndex(chainId)) },
    ...(
      [
        ['market data', () => lagOf(marketIndex(chainId))],
        ['leaders', () => checkLeaders(ctx, chainId)],
        ['settling', () => checkSettling(ctx, chainId)],
        ['nodes', () => checkNodes(ctx, chainId, head)],
      ] as const
    ).map(([name, run]) => ({ name, failure: unknown, run, isAdvisory: true })),
  ]
}

async function checkNode(
  ctx: Context,
  chainId: number,
  head: Promise<unknown>,
): Promise<string | undefined> {
  const faults = ctx.nodes(chainId).faults()
  const ours = faults.filter(isOurChain)
  if (ours.length === 0) return `all its nodes serve other chains than ${chainId}`
  if (ours.every((fault) => fault?.code === 'lacks')) {
    return `none of its nodes has ${requiredMethods.join(' and ')}`
  }
  await head
  return undefined
}

/**
 * Names the roles that no worker leads, and those whose leader should be replaced; without a solver key in any worker there
 * are no auctions to lead.
 */
async function checkLeaders(ctx: Context, chainId: number): Promise<string | undefined> {
  const roles = new Map([
    [indexerRole(chainId), 'index'],
    [marketRole(chainId), 'market data'],
    [auctionRole(chainId), 'auctions'],
  ])
  const led = await listLedRoles(ctx.db, [...roles.keys()])
  const missing = [...roles].flatMap(([role, name]) => (led.has(role) ? [] : [name]))
  if (missing.length > 0) return `no worker leads ${missing.join(', ')}`
  const unfit = [...roles].flatMap(([role, name]) => {
    return led.get(role)?.isCandidate === false ? [name] : []
  })
  return unfit.length > 0
    ? `the leader of ${unfit.join(', ')} is stopping, or its clock is behind and no other worker can lead`
    : undefined
}

/** What pauses settling, will soon, or limits it. Its reason may name amounts, which are the operator's own business. */
async function checkSettling(ctx: Context, chainId: number): Promise<string | undefined> {
  if (await findSettlementPause(ctx.db, chainId)) return 'paused; see operator settlement list'
  const problems = await listAccountProblems(ctx.db)
  const problem = problems.find((one) => one.chainId === chainId)
  if (problem?.fundsProblem ?? problem?.booksProblem)
    return 'the solver account has a problem; see operator work list'
  if (problem) return 'no private endpoint answers; see operator work list'
  const { faults, limiting } = await findDeploymentFaults(ctx, chainId)
  if (faults.length > 0) return 'contracts or clock are wrong; see operator network check'
  const unused = limiting.filter((name) => name !== 'vault roles')
  const limits = [
    ...(unused.length > 0 ? [`some pools are not used: ${unused.join(', ')}`] : []),
    ...(limiting.includes('vault roles') || limiting.includes('Balancer vault')
      ? ['internal and external balances are refused']
      : []),
  ]
  return limits.length > 0 ? `${limits.join('; ')}; see operator network check` : undefined
}

const hasFailed = (reading: Promise<unknown>): Promise<boolean> =>
  reading.then(
    () => false,
    () => true,
  )

/** Lists the nodes that are not used or not trusted, by host: a URL may hold a key. */
async function checkNodes(
  ctx: Context,
  chainId: number,
  head: Promise<unknown>,
): Promise<string | undefined> {
  const { all, faults } = ctx.nodes(chainId)
  const isOnly = all.length === 1
  const found = faults().flatMap((fault, index) => {
    // What is known of a node whose head is not watched may be a minute old.
    const isListed = fault && !(isOnly && fault.code === 'silent')
    return isListed ? [`${all[index]?.chain.host} ${describeFault(fault)}`] : []
  })
  if (isOnly && found.length === 0 && (await hasFailed(head)))
    found.push('its node does not answer')
  const splits = (await listSplits(ctx, chainId)).map(({ subject, host }) => {
    return `split: ${host} reports other ${subject}`
  })
  const problems = [...splits, ...found]
  return problems.length > 0 ? problems.join('; ') : undefined
}
