import { setTimeout as delay } from 'node:timers/promises'
import type { LocalAccount } from 'viem'
import { readGasMarket } from '@/lib/chain/gas-market'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import { refusalOf } from '@/lib/settlements/submission/broadcast'
import { type ContractName, planContracts } from './contract-set'
import { create2FactoryCreation } from './create2-factory'
import {
  type DeploymentGoal,
  type DeploymentPlan,
  type DeploymentStep,
  planDeployment,
} from './deployment-plan'
import { observeDeployment } from './observe-deployment'

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
  const { client, network } = ctx.chain(goal.chainId)
  if (step.action === 'fund') await probeFactory(ctx, goal)
  const hash = await sendStep(ctx, deploying, step).catch((cause) => {
    throw refused(network.title, step, cause)
  })
  const receipt = await client
    .waitForTransactionReceipt({
      hash,
      timeout: patienceMs,
      // Half a block, as far as it is sensible to ask.
      pollingInterval: Math.min(4_000, Math.max(100, network.blockSeconds * 500)),
    })
    .catch((cause) => {
      if (cause.name !== 'WaitForTransactionReceiptTimeoutError')
        throw dependencyDown(network.title, cause)
      throw conflict(`transaction ${hash} is pending: run the command again once it is mined`)
    })
  if (receipt.status !== 'success') throw conflict(`transaction ${hash} reverted`)
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

/** Milliseconds for a transaction to be mined: 25 blocks of the slowest network. */
const patienceMs = 300_000
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

/** A fifth more than estimated: what nested creations need depends on the gas that is left (EIP-150). */
const gasMargin = (gas: bigint) => (gas * 12n) / 10n

async function sendStep(
  ctx: Context,
  { chainId, account }: Deploying,
  { to, data, value, raw }: DeploymentStep,
): Promise<Hex> {
  const { client } = ctx.chain(chainId)
  if (raw) return client.sendRawTransaction({ serializedTransaction: raw })
  const { address } = account
  const call = { account: address, data, value, ...(to && { to }) }
  const [nonce, gas, fees] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'pending' }),
    client.estimateGas(call),
    readFees(ctx, chainId),
  ])
  const serializedTransaction = await account.signTransaction({
    ...{ type: 'eip1559', chainId, nonce, gas: gasMargin(gas), ...fees },
    ...{ data, value, ...(to && { to }) },
  })
  return client.sendRawTransaction({ serializedTransaction })
}

/** Fees that allow the base fee to double, up to `MAX_GAS_PRICE_GWEI`. */
async function readFees(ctx: Context, chainId: number) {
  const { baseFee, tip } = await readGasMarket(ctx, chainId)
  const max = ctx.config.maxGasPrice.get(chainId) ?? 0n
  if (baseFee + tip > max) {
    throw conflict('gas costs more than MAX_GAS_PRICE_GWEI: wait, or raise it')
  }
  return { maxFeePerGas: minAmount(2n * baseFee + tip, max), maxPriorityFeePerGas: tip }
}

/**
 * Asks the node to take the presigned transaction before its signer is funded. A node that refuses transactions without
 * replay protection says so before it looks at the balance, so nothing is spent for it.
 */
async function probeFactory(ctx: Context, { chainId }: DeploymentGoal): Promise<void> {
  const { client } = ctx.chain(chainId)
  const { raw } = create2FactoryCreation
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
  } catch (cause) {
    const refusal = refusalOf(cause)
    if (refusal && isUnprotected(refusal)) throw unprotected(refusal)
  }
}

const isUnprotected = (refusal: string) => /eip-?155|replay|protected/i.test(refusal)

function unprotected(refusal: string): ServiceError {
  return conflict(
    `the node refuses the presigned transaction of the CREATE2 factory (${refusal}): have it sent by a node that accepts transactions before EIP-155 (Geth: --rpc.allow-unprotected-txs), and run the command again`,
  )
}

function refused(title: string, { id, raw }: DeploymentStep, cause: unknown): unknown {
  const refusal = refusalOf(cause)
  if (cause instanceof ServiceError) return cause
  if (refusal === undefined) return dependencyDown(title, cause)
  if (raw && isUnprotected(refusal)) return unprotected(refusal)
  return conflict(`${title} refuses to ${id}: ${refusal}`)
}

function conflict(description: string): ServiceError {
  return new ServiceError('Conflict', description)
}
