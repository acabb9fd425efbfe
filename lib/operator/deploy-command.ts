import { formatUnits } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Context } from '@/lib/context'
import { ceilDiv } from '@/lib/core/amount'
import { dependencyDown } from '@/lib/core/errors'
import { defaultSettlement } from '@/lib/core/networks'
import { type Change, type Command, conflict, type Invocation } from './command'
import {
  addressesOf,
  type Deploying,
  goalOf,
  makeStep,
  prepareDeployment,
  verifyDeployment,
} from './deployment/deploy-contracts'
import type { DeploymentGoal, DeploymentStep } from './deployment/deployment-plan'
import { formatSettings, settingsOf } from './deployment/deployment-settings'
import { estimateSteps, type StepCost } from './deployment/estimate-steps'
import { writeSettings } from './deployment/write-settings'
import { changeOptions, UsageError } from './options'
import { readAddress, readParameters, readServedNetwork } from './parameters'

/** Deploys the contracts that settlements need. */
export const deployCommand: Command = {
  name: 'network deploy',
  parameters: '<network>',
  summary:
    'Deploy the settlement contract with its vault relayer and allow-list, the hooks trampoline and the contract of native orders, at the same addresses on every network; add each --solver (repeatable); hand the allow-list over to --owner. Repeat it to continue after a break. Prints the settings, and writes them to the file in --write. Needs DEPLOYER_PRIVATE_KEY, of the same account for every network, and RPC_URL_<chainId>.',
  options: ['solver', 'owner', 'write', ...changeOptions],
  plan: planDeployCommand,
  isSlow: true,
  report: async (ctx, invocation) =>
    formatSettings(settingsOf(addressesOf(goalOf(readDeploying(ctx, invocation))))),
}

async function planDeployCommand(ctx: Context, invocation: Invocation): Promise<readonly Change[]> {
  const deploying = readDeploying(ctx, invocation)
  const goal = goalOf(deploying)
  assertSameDeployment(ctx, goal)
  const { steps } = await prepareDeployment(ctx, goal)
  const costs = await estimateSteps(ctx, goal, steps)
  const total = await checkBalance(ctx, { goal, costs, isTrial: !!invocation.options['dry-run'] })
  return inSequence([
    ...steps.map((step, place) => planStep(ctx, deploying, step, costs[place])),
    ...(steps.length > 0 ? [planVerification(ctx, goal, total)] : []),
    ...(invocation.options.write ? [planWriting(goal, invocation.options.write)] : []),
  ])
}

function readDeploying(ctx: Context, { parameters, options }: Invocation): Deploying {
  const [network = ''] = readParameters(parameters, ['<network>'])
  const { chainId } = readServedNetwork(ctx.config, network)
  return {
    chainId,
    account: readAccount(ctx),
    owner: options.owner === undefined ? undefined : readAddress(options.owner),
    solvers: [...new Set((options.solver ?? []).map(readAddress))],
  }
}

function readAccount({ config }: Context): PrivateKeyAccount {
  const { deployerKey } = config
  if (!deployerKey) {
    throw new UsageError(
      'Set DEPLOYER_PRIVATE_KEY to the key of the account that deploys and pays.',
    )
  }
  try {
    return privateKeyToAccount(deployerKey)
  } catch {
    // Without the cause, which may quote the key.
    throw new UsageError('DEPLOYER_PRIVATE_KEY is not the key of an account.')
  }
}

/**
 * One setting names the settlement contract of all networks. Another account would deploy a second one at other addresses.
 */
function assertSameDeployment({ config }: Context, goal: DeploymentGoal): void {
  const { settlement } = addressesOf(goal)
  if ([defaultSettlement, settlement].includes(config.settlementContract)) return
  throw conflict(
    `SETTLEMENT_CONTRACT is ${config.settlementContract}, but ${goal.deployer} deploys ${settlement}: use the key of the account that deployed to your other networks, or unset SETTLEMENT_CONTRACT, VAULT_RELAYER_CONTRACT and HOOKS_TRAMPOLINE`,
  )
}

type Checked = {
  readonly goal: DeploymentGoal
  readonly costs: readonly StepCost[]
  /** Whether nothing will be sent. */
  readonly isTrial: boolean
}

/**
 * Returns what the deployment costs, for the operator.
 * @throws {ServiceError} Conflict if the deployer has less than that and a quarter, for gas prices that rise meanwhile.
 */
async function checkBalance(ctx: Context, { goal, costs, isTrial }: Checked): Promise<string> {
  const { chainId, deployer } = goal
  const { client, network } = ctx.chain(chainId)
  const balance = await client.getBalance({ address: deployer }).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  const format = (wei: bigint) => formatNative(wei, network.nativeSymbol)
  const cost = costs.reduce((sum, { wei }) => sum + wei, 0n)
  const needed = ceilDiv(cost * 5n, 4n)
  if (!isTrial && balance < needed) {
    throw conflict(`${deployer} has ${format(balance)}: send it ${format(needed - balance)}`)
  }
  return `all steps cost ${format(cost)}; ${deployer} has ${format(balance)} and needs ${format(needed)}`
}

function planStep(
  ctx: Context,
  deploying: Deploying,
  step: DeploymentStep,
  { gas, wei }: StepCost = { gas: 0n, wei: 0n },
): Change {
  const { network } = ctx.chain(deploying.chainId)
  const { action, target, effect, id } = step
  return {
    ...{ action, target },
    effect: `${effect}: ${gas} gas, ${formatNative(wei, network.nativeSymbol)}`,
    details: { network: network.name, step: id, by: step.from },
    apply: async () => {},
    after: () => makeStep(ctx, deploying, step),
  }
}

function planVerification(ctx: Context, goal: DeploymentGoal, total: string): Change {
  const { name } = ctx.chain(goal.chainId).network
  return {
    ...{ action: 'verify', target: name, effect: `compares all code; ${total}` },
    details: { network: name },
    apply: async () => {},
    after: () => verifyDeployment(ctx, goal),
  }
}

function planWriting(goal: DeploymentGoal, file: string): Change {
  const settings = settingsOf(addressesOf(goal))
  return {
    ...{ action: 'write-settings', target: file },
    effect: `sets ${Object.keys(settings).join(', ')}`,
    details: settings,
    apply: async () => {},
    after: () => writeSettings(file, settings),
  }
}

/** Each change requires that the one before it is done. */
function inSequence(changes: readonly Change[]): readonly Change[] {
  let done = 0
  return changes.map((change, place) => ({
    ...change,
    apply: async (tx, decision) => {
      if (done < place) throw conflict('the step before it failed: repeat the command to continue')
      await change.apply(tx, decision)
    },
    after: async () => {
      await change.after?.()
      done += 1
    },
  }))
}

/** Rounds up to 9 decimals. */
function formatNative(wei: bigint, symbol: string): string {
  return `${formatUnits(ceilDiv(wei, 10n ** 9n), 9)} ${symbol}`
}
