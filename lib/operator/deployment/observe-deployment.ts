import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import { planContracts } from './contract-set'
import { create2FactoryCreation } from './create2-factory'
import {
  allowListAbi,
  type DeploymentGoal,
  type ObservedDeployment,
  observedAccounts,
} from './deployment-plan'

/** Where EIP-1967 proxies keep the address of their code: keccak256('eip1967.proxy.implementation') - 1. */
const implementationSlot: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/**
 * Reads from the newest block what decides the steps of a deployment: a request per account, two more, and once there is an
 * allow-list three more and one per solver.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function observeDeployment(
  ctx: Context,
  goal: DeploymentGoal,
): Promise<ObservedDeployment> {
  const { client, network } = ctx.chain(goal.chainId)
  try {
    const accounts = observedAccounts(goal)
    const { owner } = goal
    const [factorySignerBalance, sentByOwner, ...codes] = await Promise.all([
      client.getBalance({ address: create2FactoryCreation.signer }),
      owner ? client.getTransactionCount({ address: owner }) : 0,
      ...accounts.map((address) => client.getCode({ address })),
    ])
    const found = new Map(accounts.map((account, place) => [account, codes[place] ?? '0x']))
    const { address, code } = planContracts(getNetwork(goal.chainId), goal.deployer).allowList
    // Other code would not answer; the plan reports it.
    const hasAllowList = found.get(address) === code
    const allowList = hasAllowList ? await observeAllowList(ctx, goal, address) : undefined
    const isOwnerUnused = !!owner && found.get(owner) === '0x' && sentByOwner === 0
    return { codes: found, allowList, isOwnerUnused, factorySignerBalance }
  } catch (cause) {
    throw dependencyDown(network.title, cause)
  }
}

async function observeAllowList(
  ctx: Context,
  { chainId, solvers }: DeploymentGoal,
  address: Address,
): Promise<ObservedDeployment['allowList']> {
  const { client } = ctx.chain(chainId)
  const read = { address, abi: allowListAbi } as const
  const [slot, owner, manager, listed] = await Promise.all([
    client.getStorageAt({ address, slot: implementationSlot }),
    client.readContract({ ...read, functionName: 'owner' }),
    client.readContract({ ...read, functionName: 'manager' }),
    Promise.all(
      solvers.map((solver) =>
        client.readContract({ ...read, functionName: 'isSolver', args: [solver] }),
      ),
    ),
  ])
  return {
    implementation: toAddress(`0x${slot?.slice(26)}`),
    owner: toAddress(owner),
    manager: toAddress(manager),
    solvers: new Set(solvers.filter((_, place) => listed[place])),
  }
}
