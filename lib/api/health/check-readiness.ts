import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlockHeader } from '@/lib/chain/block'
import { findIndexedBlock, isStuck } from '@/lib/chain/block-store'
import { describeFault, isOurChain } from '@/lib/chain/nodes/node-set'
import { listSplits } from '@/lib/chain/nodes/splits'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import { type Context, defineSlot } from '@/lib/context'
import { withTimeLimit } from '@/lib/core/deadline'
import { getNetwork } from '@/lib/core/networks'
import { blocksIn, type Network } from '@/lib/core/networks/network'
import { toUnixSeconds } from '@/lib/core/time'
import { marketIndex } from '@/lib/market/indexing/market-role'
import { listAccountProblems } from '@/lib/settlements/books/solver-account-store'
import { findDeploymentFaults } from '@/lib/settlements/deployment/deployment-faults'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { listAppliedMigrations, pingDatabase } from './readiness-store'

/** Maximum lag of an index behind the head: this many blocks, and on fast networks those of this many seconds. */
const maxLagBlocks = 10
const maxLagSeconds = 30
const maxLag = (network: Network) =>
  BigInt(blocksIn(network, { seconds: maxLagSeconds, min: maxLagBlocks }))

/** A head is stale after five block times, but never before a minute. */
const minStaleSeconds = 60

/** Milliseconds within which every check must answer. */
const checkTimeoutMs = 2_000

/** Readiness of this process; `checks` has `ok` or the problem by name of the check. */
export type Readiness = {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, string>>
}

type Shared = { at: number; result: Promise<Readiness> | undefined; draining: boolean }

const sharedOf = defineSlot('api/readiness', (): Shared => {
  return { at: 0, result: undefined, draining: false }
})

/** Makes {@link checkReadiness} fail from now on, so that load balancers drain the process before it exits. */
export function startDraining(ctx: Context): void {
  sharedOf(ctx).draining = true
}

/**
 * Checks database, migrations, and head and indexer of each network, at most once a second. Reports the lag of market
 * data, pauses of settling and faults of single nodes too, which do not affect readiness: orders and quotes are served all
 * the same.
 */
export async function checkReadiness(ctx: Context): Promise<Readiness> {
  const shared = sharedOf(ctx)
  if (shared.draining) return { ready: false, checks: { process: 'shutting down' } }
  if (!shared.result || ctx.now() - shared.at >= 1_000) {
    shared.at = ctx.now()
    shared.result = runChecks(ctx)
  }
  return shared.result
}

async function runChecks(ctx: Context): Promise<Readiness> {
  const names = ctx.config.chainIds.map((chainId) => [chainId, getNetwork(chainId).name] as const)
  const entries = await Promise.all([
    check('database', 'does not answer', async () => {
      await pingDatabase(ctx.db)
      return undefined
    }),
    check('migrations', 'cannot be read', () => checkMigrations(ctx)),
    ...names.flatMap(([chainId, name]) => {
      const head = newestHead(ctx, chainId)
      return [
        check(`network ${name}`, 'its RPC or the database does not answer', () =>
          checkNetwork(ctx, chainId, head),
        ),
        check(marketCheck(name), 'cannot be told', () => checkMarket(ctx, chainId, head)),
      ]
    }),
    ...names.map(([chainId, name]) =>
      check(nodesCheck(name), 'cannot be told', () => checkNodes(ctx, chainId)),
    ),
    ...names.map(([chainId, name]) =>
      check(settlingCheck(name), 'cannot be told', () => checkSettling(ctx, chainId)),
    ),
  ])
  const advisory = new Set(
    names.flatMap(([, name]) => [marketCheck(name), settlingCheck(name), nodesCheck(name)]),
  )
  const singles = names.filter(([chainId]) => ctx.nodes(chainId).all.length === 1)
  const silent = new Set(singles.map(([, name]) => nodesCheck(name)))
  return {
    ready: entries.every(([name, state]) => state === 'ok' || advisory.has(name)),
    checks: Object.fromEntries(
      entries.filter(([name, state]) => !silent.has(name) || !/^(?:ok|cannot)/.test(state)),
    ),
  }
}

type Check = () => Promise<string | undefined>

async function check(name: string, failure: string, run: Check): Promise<[string, string]> {
  const late = () => `took longer than ${checkTimeoutMs} ms`
  try {
    return [name, (await withTimeLimit(checkTimeoutMs, run(), late)) ?? 'ok']
  } catch {
    return [name, failure]
  }
}

async function checkMigrations(ctx: Context): Promise<string | undefined> {
  const applied = new Set(await listAppliedMigrations(ctx.db))
  const entries = await readdir(join(process.cwd(), 'prisma/migrations'), { withFileTypes: true })
  const missing = entries.filter((entry) => entry.isDirectory() && !applied.has(entry.name))
  return missing.length === 0 ? undefined : `${missing.length} not applied; run npm run migrate`
}

async function checkNetwork(
  ctx: Context,
  chainId: number,
  newest: Promise<BlockHeader>,
): Promise<string | undefined> {
  const { network, faults } = ctx.nodes(chainId)
  if (!faults().some(isOurChain)) return `all its nodes serve other chains than ${chainId}`
  const [head, indexed] = await Promise.all([
    newest,
    findIndexedBlock(ctx.db, settlementIndex(chainId)),
  ])
  const age = toUnixSeconds(ctx.now()) - Number(head.timestamp)
  if (age > Math.max(minStaleSeconds, 5 * network.blockSeconds)) return `head is ${age} s old`
  if (indexed === undefined) return 'not indexed yet'
  if (await isStuck(ctx.db, settlementIndex(chainId)))
    return 'reorganised deeper than the indexer can follow by itself'
  const lag = head.number - indexed
  return lag > maxLag(network) ? `indexer is ${lag} blocks behind` : undefined
}

const settlingCheck = (name: string) => `settling ${name}`

/** What pauses settling, will soon, or limits it. Its reason may name amounts, which are the operator's own business. */
async function checkSettling(ctx: Context, chainId: number): Promise<string | undefined> {
  if (await findSettlementPause(ctx.db, chainId)) return 'paused; see operator settlement list'
  const problems = await listAccountProblems(ctx.db)
  const problem = problems.find((one) => one.chainId === chainId)
  if (problem?.fundsProblem ?? problem?.booksProblem)
    return 'the solver account has a problem; see operator work list'
  if (problem) return 'no private endpoint answers; see operator work list'
  const { faults, limits } = await findDeploymentFaults(ctx, chainId)
  if (faults.length > 0) return 'contracts or clock are wrong; see operator network check'
  return limits.length > 0 ? 'some contracts are missing; see operator network check' : undefined
}

const marketCheck = (name: string) => `market data ${name}`

const nodesCheck = (name: string) => `nodes ${name}`

/** Lists the nodes that are not used or not trusted, by host: a URL may hold a key. */
async function checkNodes(ctx: Context, chainId: number): Promise<string | undefined> {
  const { all, faults } = ctx.nodes(chainId)
  const found = faults().flatMap((fault, index) => {
    // Without another node, the check of the network says more.
    const isListed = fault && (all.length > 1 || fault.code !== 'silent')
    return isListed ? [`${all[index]?.chain.host} ${describeFault(fault)}`] : []
  })
  const splits = (await listSplits(ctx, chainId)).map(({ subject, host }) => {
    return `split: ${host} reports other ${subject}`
  })
  const problems = [...splits, ...found]
  return problems.length > 0 ? problems.join('; ') : undefined
}

async function checkMarket(
  ctx: Context,
  chainId: number,
  newest: Promise<BlockHeader>,
): Promise<string | undefined> {
  const market = marketIndex(chainId)
  const { network } = ctx.nodes(chainId)
  const [{ number: head }, indexed] = await Promise.all([newest, findIndexedBlock(ctx.db, market)])
  if (indexed === undefined) return 'not indexed yet'
  if (await isStuck(ctx.db, market)) return 'reorganised deeper than the index can follow'
  const lag = head - indexed
  return lag > maxLag(network) ? `${lag} blocks behind` : undefined
}
