import { setTimeout as delay } from 'node:timers/promises'
import type { LocalAccount } from 'viem'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import { type ContractName, planContracts } from './contract-set'
import {
  type DeploymentGoal,
  type DeploymentPlan,
  type DeploymentStep,
  planDeployment,
} from './deployment-plan'
import { observeDeployment } from './observe-deployment'
import { patienceMs, sendStep } from './send-step'

/** A deployment and the account that signs and pays. */
export type Deploying = Omit<DeploymentGoal, 'deployer'> & { readonly account: LocalAccount }

/** The addresses of a deployment. */
export type DeployedContracts = Readonly<Record<ContractName, Address>>

/**
 * Deploys the contracts that settlements need by signed transactions, adds the solvers, and hands the allow-list over to the
 * owner. Repeating it continues after a break: it makes only the steps that the chain lacks. Compares the code of every
 * contract in the end.
 *
 * @throws {ServiceError} Conflict if it is not possible or the network refuses a transaction; InternalServerError if its RPC
 * does not answer.
 */
export async function deployContracts(
  ctx: Context,
  deploying: Deploying,
): Promise<DeployedContracts> {
  const goal = goalOf(deploying)
  const { steps } = await prepareDeployment(ctx, goal)
  for (const step of steps) await makeStep(ctx, deploying, step)
  await verifyDeployment(ctx, goal)
  return addressesOf(goal)
}

/** Returns the goal of a deployment, without its key. */
export function goalOf({ account, ...wanted }: Deploying): DeploymentGoal {
  return { ...wanted, deployer: toAddress(account.address) }
}

/** Returns the addresses that a deployment has, or will have. */
export function addressesOf({ chainId, deployer }: DeploymentGoal): DeployedContracts {
  const contracts = Object.entries(planContracts(getNetwork(chainId), deployer))
  const addresses = contracts.map(([name, { address }]) => [name, address])
  return Object.fromEntries(addresses) as DeployedContracts
}

/**
 * Plans a deployment once no transaction of the deployer is pending: one of an earlier run could be repeated otherwise.
 * @throws {ServiceError} as {@link deployContracts}.
 */
export async function prepareDeployment(
  ctx: Context,
  goal: DeploymentGoal,
): Promise<DeploymentPlan> {
  await assertChain(ctx, goal)
  await untilNonePending(ctx, goal)
  const plan = planDeployment(goal, await observeDeployment(ctx, goal))
  if (plan.faults.length > 0) throw conflict(plan.faults.join('; '))
  return plan
}

/**
 * Sends the transaction of a step and waits until it is mined; nothing if the chain does not lack it any more.
 * @throws {ServiceError} as {@link deployContracts}.
 */
export async function makeStep(
  ctx: Context,
  deploying: Deploying,
  step: DeploymentStep,
): Promise<void> {
  const goal = goalOf(deploying)
  const { steps } = planDeployment(goal, await observeDeployment(ctx, goal))
  if (!steps.some(({ id }) => id === step.id)) return
  await sendStep(ctx, deploying, step)
}

/**
 * Checks that a deployment is complete and compares the code of every contract, immutables included.
 * @throws {ServiceError} Conflict naming what is wrong.
 */
export async function verifyDeployment(ctx: Context, goal: DeploymentGoal): Promise<void> {
  const { steps, faults } = planDeployment(goal, await observeDeployment(ctx, goal))
  const missing = steps.map(({ id }) => `not done: ${id}`)
  if (faults.length + missing.length > 0) throw conflict([...faults, ...missing].join('; '))
}

/** Milliseconds between two looks at the deployer's nonce. */
const pendingPollMs = 1_000

async function assertChain(ctx: Context, { chainId }: DeploymentGoal): Promise<void> {
  const { client, network } = ctx.chain(chainId)
  const own = await client.getChainId().catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  if (own !== chainId) throw conflict(`the node of RPC_URL_${chainId} is on chain ${own}`)
}

async function untilNonePending(
  ctx: Context,
  { chainId, deployer: address }: DeploymentGoal,
): Promise<void> {
  const { client, network } = ctx.chain(chainId)
  const count = (blockTag: 'latest' | 'pending') =>
    client.getTransactionCount({ address, blockTag }).catch((cause) => {
      throw dependencyDown(network.title, cause)
    })
  for (let waited = 0; waited < patienceMs; waited += pendingPollMs) {
    const [mined, all] = await Promise.all([count('latest'), count('pending')])
    if (mined >= all) return
    await delay(pendingPollMs)
  }
  throw conflict(
    `transactions of ${address} are pending: replace them, or wait until they are mined`,
  )
}

function conflict(description: string): ServiceError {
  return new ServiceError('Conflict', description)
}
