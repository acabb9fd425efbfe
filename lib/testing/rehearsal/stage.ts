import { keccak256, parseEther, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseConfig } from '@/lib/config'
import { type Context, createContext } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getTestAccount } from '@/lib/devnet/accounts'
import { quantity } from '@/lib/devnet/rpc'
import { urlAs } from '@/lib/testing/database-roles'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { startWebProcess, type WebProcess } from '@/lib/testing/http/start-web-process'
import { operate, readSettings } from './operate'
import { openRehearsalChain, type RehearsalChain } from './rehearsal-chain'
import { approveRelayer } from './traders'

/** The operator's own contracts. */
export type OwnDeployment = { readonly settlement: Address; readonly relayer: Address }

/** A service as an operator runs it, on a chain that behaves like a public network. */
export type RehearsalStage = {
  readonly chain: RehearsalChain
  readonly deployment: OwnDeployment
  readonly solver: Address
  /** Reads the database as its owner, who may do everything: adversaries write there, checks read there. */
  readonly ctx: Context
  readonly web: WebProcess
  /** The solver's native balance when the service started, in wei. */
  readonly solverBalance: bigint
  /** Runs an operator command ({@link operate}). */
  readonly operate: (...argv: readonly string[]) => Promise<string>
  readonly close: () => Promise<void>
}

/** What differs between rehearsals. */
export type StageOptions = {
  readonly chainId: number
  readonly seed: number
  /** An empty, migrated database, as its owner logs in. */
  readonly databaseUrl: string
  /** Settlements go to the private relay, or to the public nodes. */
  readonly submission: 'private' | 'public'
  readonly blockMs?: number | undefined
  /** Level of the worker's log, which goes to the standard output; default `silent`. */
  readonly logLevel?: string | undefined
}

/** The account that deploys: one of the test accounts. */
const deployerIndex = 7

/** Multiples of the maximum cost of a transaction that the solver holds: more than the alarm at three. */
const solverFunds = 10n

/**
 * Opens a stage: chain, database roles, own deployment, network check, then web and worker in processes of their own.
 *
 * @throws {Error} if the operator's network check finds a fault.
 */
export async function openStage(options: StageOptions): Promise<RehearsalStage> {
  const { chainId, seed, blockMs } = options
  const solverKey = keccak256(stringToHex(`rehearsal solver ${seed}`))
  const solver = toAddress(privateKeyToAccount(solverKey).address)
  const chain = await openRehearsalChain({ chainId, blockMs, solver })
  try {
    return await openService(options, { chain, solver, solverKey })
  } catch (error) {
    await chain.stop()
    throw error
  }
}

type Parts = { readonly chain: RehearsalChain; readonly solver: Address; readonly solverKey: Hex }

async function openService(options: StageOptions, parts: Parts): Promise<RehearsalStage> {
  const { chainId, databaseUrl, submission, logLevel } = options
  const { chain, solver, solverKey } = parts
  const { network, rpc } = chain
  const solverBalance = solverFunds * parseEther(network.limits.maxTxCost)
  await rpc('eth_sendTransactionSync', [
    { from: getTestAccount(0).address, to: solver, value: quantity(solverBalance) },
  ])
  const roleUrls = {
    WEB_DATABASE_URL: urlAs(databaseUrl, 'web'),
    WORKER_DATABASE_URL: urlAs(databaseUrl, 'worker'),
    OPERATOR_DATABASE_URL: urlAs(databaseUrl, 'operator'),
  }
  const nodes = { [`RPC_URL_${chainId}`]: chain.nodes.map(({ url }) => url).join() }
  const operator = { ...nodes, ...roleUrls, DATABASE_URL: databaseUrl }
  const change = ['--reason', 'rehearsal', '--yes']
  await operate(operator, ['db', 'roles', ...change])
  const deployed = await operate(
    { ...operator, DEPLOYER_PRIVATE_KEY: getTestAccount(deployerIndex).privateKey },
    ['network', 'deploy', network.name, '--solver', solver, ...change],
  )
  const environment = { ...nodes, ...readSettings(deployed) }
  const config = parseConfig({ ...operator, ...environment, LOG_LEVEL: 'silent' })
  const ctx = createContext(config, { role: 'test', connections: 3 })
  const deployment = {
    settlement: config.settlementContract,
    relayer: config.vaultRelayerContract,
  }
  await approveRelayer(chain, deployment.relayer)
  await chain.startMining()
  const operateHere = (...argv: readonly string[]) => operate({ ...operator, ...environment }, argv)
  refuseFaults(await operateHere('network', 'check', '--solver', solver))
  const web = await startWebProcess({
    ...environment,
    WEB_DATABASE_URL: roleUrls.WEB_DATABASE_URL,
    DEFAULT_NETWORK: network.name,
  })
  const workers = openWorkers({
    ...environment,
    WORKER_DATABASE_URL: roleUrls.WORKER_DATABASE_URL,
    SOLVER_PRIVATE_KEY: solverKey,
    SETTLE: 'on',
    LOG_LEVEL: logLevel ?? 'silent',
    ...(submission === 'private'
      ? { [`SUBMIT_URL_${chainId}`]: `private,${chain.relay.url}` }
      : {}),
  })
  await workers.start()
  return {
    ...{ chain, deployment, solver, ctx, web, solverBalance },
    operate: operateHere,
    close: async () => {
      await Promise.all([web.stop(), workers.kill()])
      await chain.stop()
      await ctx.db.$disconnect()
    },
  }
}

function refuseFaults(output: string): void {
  if (/\bfailed\b/.test(output)) throw new Error(`the network check failed:\n${output}`)
}
