import { encodeFunctionData, parseAbi } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { getNetwork } from '@/lib/core/networks'
import { type ContractName, type ContractSet, planContracts } from './contract-set'
import { create2Factory, create2FactoryCode, create2FactoryCreation } from './create2-factory'

/** What an operator wants on a network. */
export type DeploymentGoal = {
  readonly chainId: number
  readonly deployer: Address
  /** Owner of the allow-list's proxy and manager of the solvers in the end; undefined: unchanged, at first the deployer. */
  readonly owner: Address | undefined
  readonly solvers: readonly Address[]
}

/** The state of a chain, as far as it decides what is left to do. */
export type ObservedDeployment = {
  /** Runtime code of {@link observedAccounts}; `0x` without. */
  readonly codes: ReadonlyMap<Address, Hex>
  /** Undefined while there is no allow-list. */
  readonly allowList:
    | {
        readonly implementation: Address
        readonly owner: Address
        readonly manager: Address
        /** Those of the wanted solvers that are on it. */
        readonly solvers: ReadonlySet<Address>
      }
    | undefined
  /** Whether the wanted owner has neither code nor sent a transaction on this network. */
  readonly isOwnerUnused: boolean
  /** Wei of the account that creates the CREATE2 factory. */
  readonly factorySignerBalance: bigint
}

/** A transaction of a deployment. Steps are made in order; each depends on those before it. */
export type DeploymentStep = {
  /** Unique in a deployment. */
  readonly id: string
  readonly action: 'fund' | 'deploy' | 'add-solver' | 'set-manager' | 'transfer-ownership'
  /** The account that is funded, created, added or put in charge. */
  readonly target: Address
  readonly effect: string
  readonly from: Address
  /** Undefined: it creates a contract. */
  readonly to: Address | undefined
  readonly data: Hex
  readonly value: bigint
  /** Signed already, for any chain. */
  readonly raw?: Hex
}

/** What is left to do. A deployment without steps and faults is complete: all code is as it must be. */
export type DeploymentPlan = {
  readonly steps: readonly DeploymentStep[]
  /** Why it is not possible; nothing may be sent then. */
  readonly faults: readonly string[]
}

/** ABI of the allow-list and its proxy (EIP-173). */
export const allowListAbi = parseAbi([
  'function owner() view returns (address)',
  'function manager() view returns (address)',
  'function isSolver(address solver) view returns (bool)',
  'function addSolver(address solver)',
  'function setManager(address manager)',
  'function transferOwnership(address owner)',
])

/** Names of the contracts in messages. */
const titles: Readonly<Record<ContractName, string>> = {
  allowListImplementation: 'code of the allow-list',
  allowList: 'allow-list',
  settlement: 'settlement contract, with its vault relayer',
  vaultRelayer: 'vault relayer',
  hooksTrampoline: 'hooks trampoline',
  addressReservation: 'reservation of the address of the native orders',
  nativeOrders: 'contract of native orders',
}

/** Returns the accounts whose code decides what is left to do. */
export function observedAccounts({ chainId, deployer, owner }: DeploymentGoal): readonly Address[] {
  const network = getNetwork(chainId)
  const planned = Object.values(planContracts(network, deployer)).map(({ address }) => address)
  return [...planned, create2Factory, multicall3, network.wrappedNative, ...(owner ? [owner] : [])]
}

/** Decides from the state of a chain what is left to do. */
export function planDeployment(goal: DeploymentGoal, observed: ObservedDeployment): DeploymentPlan {
  const contracts = planContracts(getNetwork(goal.chainId), goal.deployer)
  return {
    steps: [
      ...planFactory(goal, observed),
      ...planCreations(goal, contracts, observed),
      ...planSolvers(goal, contracts, observed),
      ...planHandover(goal, contracts, observed),
    ],
    faults: [
      ...missingPrerequisites(goal, observed),
      ...wrongCode(contracts, observed),
      ...missingRights(goal, contracts, observed),
    ],
  }
}

function planFactory(
  { deployer: from }: DeploymentGoal,
  { codes, factorySignerBalance }: ObservedDeployment,
): DeploymentStep[] {
  if (hasCode(codes, create2Factory)) return []
  const { signer, cost, data, raw } = create2FactoryCreation
  const missing = cost - factorySignerBalance
  const fund: DeploymentStep = {
    ...{ id: 'fund factory', action: 'fund', target: signer, from, to: signer },
    ...{ effect: 'pays for the CREATE2 factory', data: '0x', value: missing },
  }
  const create: DeploymentStep = {
    ...{ id: 'deploy factory', action: 'deploy', target: create2Factory, from: signer },
    ...{ effect: 'CREATE2 factory, by its presigned transaction', to: undefined, data },
    ...{ value: 0n, raw },
  }
  return missing > 0n ? [fund, create] : [create]
}

function planCreations(
  { deployer: from }: DeploymentGoal,
  contracts: ContractSet,
  { codes }: ObservedDeployment,
): DeploymentStep[] {
  return Object.entries(contracts).flatMap(([name, { address, creation }]) => {
    if (!creation || hasCode(codes, address)) return []
    const effect = titles[name as ContractName]
    const id = `deploy ${name}`
    return { id, action: 'deploy', target: address, effect, from, ...creation, value: 0n }
  })
}

function planSolvers(
  { deployer, solvers }: DeploymentGoal,
  { allowList }: ContractSet,
  observed: ObservedDeployment,
): DeploymentStep[] {
  const missing = solvers.filter((solver) => !observed.allowList?.solvers.has(solver))
  return missing.map((solver) => ({
    ...{ id: `add solver ${solver}`, action: 'add-solver', target: solver },
    ...{ effect: `may settle: ${allowList.address} lists it`, from: deployer, value: 0n },
    to: allowList.address,
    data: encodeFunctionData({ abi: allowListAbi, functionName: 'addSolver', args: [solver] }),
  }))
}

/** The manager first: the owner may change the manager, but not the other way round. */
function planHandover(
  { deployer, owner }: DeploymentGoal,
  contracts: ContractSet,
  { allowList, isOwnerUnused }: ObservedDeployment,
): DeploymentStep[] {
  if (!owner) return []
  // A Safe of another network may not exist here, and others may be able to create it.
  const warning = isOwnerUnused ? ' (CHECK IT: no code and no transaction here)' : ''
  const to = contracts.allowList.address
  const by = { from: deployer, to, target: owner, value: 0n } as const
  const steps: DeploymentStep[] = []
  if ((allowList?.manager ?? deployer) !== owner) {
    const data = encodeFunctionData({
      ...{ abi: allowListAbi, functionName: 'setManager', args: [owner] },
    })
    const effect = `adds and removes solvers of ${to}${warning}`
    steps.push({ ...by, id: 'set manager', action: 'set-manager', effect, data })
  }
  if ((allowList?.owner ?? deployer) !== owner) {
    const data = encodeFunctionData({
      ...{ abi: allowListAbi, functionName: 'transferOwnership', args: [owner] },
    })
    const effect = `owns ${to}: may replace its code and its manager${warning}`
    steps.push({ ...by, id: 'transfer ownership', action: 'transfer-ownership', effect, data })
  }
  return steps
}

function missingPrerequisites(
  { chainId }: DeploymentGoal,
  { codes }: ObservedDeployment,
): readonly string[] {
  const { wrappedNative } = getNetwork(chainId)
  const needed = [
    [wrappedNative, 'the wrapped native token'],
    [multicall3, 'Multicall3, by which this service reads chains'],
  ] as const
  return needed
    .filter(([address]) => !hasCode(codes, address))
    .map(([address, title]) => `there is no contract at ${address}: ${title}`)
}

function wrongCode(contracts: ContractSet, { codes }: ObservedDeployment): readonly string[] {
  const expected: (readonly [string, Address, Hex])[] = Object.entries(contracts).map(
    ([name, { address, code }]) => [titles[name as ContractName], address, code],
  )
  expected.push(['CREATE2 factory', create2Factory, create2FactoryCode])
  const wrong = expected.filter(([, address, code]) => {
    return hasCode(codes, address) && codes.get(address) !== code
  })
  const faults = wrong.map(([title, address]) => `the code at ${address} is not the ${title}`)
  const { settlement, vaultRelayer } = contracts
  if (hasCode(codes, settlement.address) && !hasCode(codes, vaultRelayer.address)) {
    faults.push(`there is no vault relayer at ${vaultRelayer.address}`)
  }
  return faults
}

/** The deployer may have handed over the allow-list already. */
function missingRights(
  { deployer, owner: wanted, solvers }: DeploymentGoal,
  contracts: ContractSet,
  { allowList }: ObservedDeployment,
): readonly string[] {
  if (!allowList) return []
  const { address } = contracts.allowList
  const { implementation, owner, manager } = allowList
  const faults: string[] = []
  if (implementation !== contracts.allowListImplementation.address) {
    faults.push(`the code of the allow-list ${address} was replaced by ${implementation}`)
  }
  const missing = solvers.filter((solver) => !allowList.solvers.has(solver))
  if (missing.length > 0 && manager !== deployer) {
    const calls = missing.map((solver) => `addSolver(${solver})`).join(' and ')
    faults.push(`${manager} manages the allow-list: it must call ${calls} on ${address}`)
  }
  if (wanted && owner !== wanted && owner !== deployer) {
    faults.push(`${owner} owns the allow-list ${address}: only it may hand it over`)
  }
  if (wanted && manager !== wanted && ![owner, manager].includes(deployer)) {
    faults.push(`${manager} manages the allow-list: the owner must call setManager on ${address}`)
  }
  return faults
}

function hasCode(codes: ReadonlyMap<Address, Hex>, address: Address): boolean {
  return (codes.get(address) ?? '0x') !== '0x'
}
