import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { getNetwork, networks } from '@/lib/core/networks'
import { planContracts } from './contract-set'
import { create2Factory, create2FactoryCode, create2FactoryCreation } from './create2-factory'
import { type DeploymentGoal, type ObservedDeployment, planDeployment } from './deployment-plan'

const deployer: Address = '0xd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0'
const owner: Address = '0x0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a'
const another: Address = '0xabababababababababababababababababababab'
const solvers: readonly Address[] = [
  '0x5151515151515151515151515151515151515151',
  '0x5252525252525252525252525252525252525252',
]
const chainId = 8453
const goal: DeploymentGoal = { chainId, deployer, owner: undefined, solvers: [] }
const contracts = planContracts(getNetwork(chainId), deployer)

const prerequisites: readonly (readonly [Address, Hex])[] = [
  [getNetwork(chainId).wrappedNative, '0x01'],
  [multicall3, '0x02'],
  [create2Factory, create2FactoryCode],
]
const nothing: ObservedDeployment = {
  codes: new Map(prerequisites),
  allowList: undefined,
  isOwnerUnused: false,
  factorySignerBalance: 0n,
}
const allowList = {
  implementation: contracts.allowListImplementation.address,
  owner: deployer,
  manager: deployer,
  solvers: new Set<Address>(),
}
const deployed: ObservedDeployment = {
  ...nothing,
  codes: new Map([
    ...prerequisites,
    ...Object.values(contracts).map(({ address, code }) => [address, code] as const),
  ]),
  allowList,
}

const idsOf = (change: Partial<DeploymentGoal>, observed: ObservedDeployment) =>
  planDeployment({ ...goal, ...change }, observed).steps.map(({ id }) => id)
const faultsOf = (change: Partial<DeploymentGoal>, observed: ObservedDeployment) =>
  planDeployment({ ...goal, ...change }, observed).faults
const withCode = (address: Address, code: Hex): ObservedDeployment => ({
  ...deployed,
  codes: new Map(deployed.codes).set(address, code),
})

const creations = [
  'deploy allowListImplementation',
  'deploy allowList',
  'deploy settlement',
  'deploy hooksTrampoline',
  'deploy addressReservation',
  'deploy nativeOrders',
]

describe('the addresses of a deployment', () => {
  test('are the same on every network', () => {
    const sets = networks.map((network) =>
      Object.values(planContracts(network, deployer)).map(({ address }) => address),
    )
    expect(new Set(sets.map(String)).size).toBe(1)
  })

  test('are others for another deployer, except that of the code of the allow-list', () => {
    const others = planContracts(getNetwork(chainId), another)
    const shared = Object.entries(contracts).filter(
      ([name, { address }]) => others[name as keyof typeof others].address === address,
    )
    expect(shared.map(([name]) => name)).toEqual(['allowListImplementation'])
  })

  test('stay as they are: deployed contracts cannot move', () => {
    const addresses = Object.entries(contracts).map(([name, { address }]) => [name, address])
    expect(Object.fromEntries(addresses)).toMatchInlineSnapshot(`
      {
        "addressReservation": "0x9ce28c9c64754eec8659d2cedc9f02574f2e16fb",
        "allowList": "0x392a7fe07d0dcbb4e6af324ad7aa15f2298e4c3f",
        "allowListImplementation": "0x5c0f20609b7bc8528c136f8a707c51b2773c9380",
        "hooksTrampoline": "0x23121514d3aa9a8ce8554e8cfd6abf4f170c0e53",
        "nativeOrders": "0x50921625227e5f033d1f56bc1fe312883b152d60",
        "settlement": "0x1f9dd107b1aebd19eeeeaab8db946a3cc4a45eb7",
        "vaultRelayer": "0xb260f9396ec38162cbb2e5ad81778829ae3806d7",
      }
    `)
  })
})

describe('the steps of a deployment', () => {
  test('create all contracts on a network without any, then add the solvers and hand over', () => {
    expect(idsOf({ owner, solvers }, nothing)).toEqual([
      ...creations,
      `add solver ${solvers[0]}`,
      `add solver ${solvers[1]}`,
      'set manager',
      'transfer ownership',
    ])
  })

  test('are none once everything is done', () => {
    expect(idsOf({}, deployed)).toEqual([])
    expect(faultsOf({}, deployed)).toEqual([])
    const done = { ...allowList, owner, manager: owner, solvers: new Set(solvers) }
    expect(planDeployment({ ...goal, owner, solvers }, { ...deployed, allowList: done })).toEqual({
      steps: [],
      faults: [],
    })
  })

  test('continue where an earlier run stopped', () => {
    for (const [place, id] of creations.entries()) {
      const missing = id.slice('deploy '.length) as keyof typeof contracts
      const codes = new Map(deployed.codes)
      codes.delete(contracts[missing].address)
      expect(idsOf({}, { ...deployed, codes })).toEqual([creations[place]])
    }
    const half = { ...allowList, manager: owner, solvers: new Set([solvers[0]!]) }
    expect(idsOf({ owner }, { ...deployed, allowList: half })).toEqual(['transfer ownership'])
    const one = { ...allowList, solvers: new Set([solvers[0]!]) }
    expect(idsOf({ solvers }, { ...deployed, allowList: one })).toEqual([
      `add solver ${solvers[1]}`,
    ])
  })

  test('fund the signer of the CREATE2 factory with what it lacks, where there is no factory', () => {
    const codes = new Map(nothing.codes)
    codes.delete(create2Factory)
    const { cost } = create2FactoryCreation
    const plan = (factorySignerBalance: bigint) =>
      planDeployment(goal, { ...nothing, codes, factorySignerBalance }).steps.slice(0, 2)
    expect(plan(1n)).toMatchObject([{ id: 'fund factory', value: cost - 1n }, { to: undefined }])
    expect(plan(cost).map(({ id }) => id)).toEqual(['deploy factory', creations[0]])
  })
})

test('warns of an owner that may not exist on the network', () => {
  const effects = (isOwnerUnused: boolean) => {
    const { steps } = planDeployment({ ...goal, owner }, { ...deployed, isOwnerUnused })
    return steps.map(({ effect }) => effect.includes('CHECK IT'))
  }
  expect(effects(true)).toEqual([true, true])
  expect(effects(false)).toEqual([false, false])
})

describe('a deployment is not possible', () => {
  test.each(Object.entries(contracts))('with other code at the address of %s', (_, { address }) => {
    expect(faultsOf({}, withCode(address, '0x6001'))).toEqual([
      expect.stringContaining(`the code at ${address} is not the `),
    ])
  })

  test('with another immutable in the code', () => {
    const { address, code } = contracts.settlement
    const foreign = code.replaceAll(contracts.allowList.address.slice(2), another.slice(2)) as Hex
    expect(foreign).not.toBe(code)
    expect(faultsOf({}, withCode(address, foreign))).toHaveLength(1)
  })

  test('with another contract at the address of the CREATE2 factory', () => {
    expect(faultsOf({}, withCode(create2Factory, '0x6001'))).toHaveLength(1)
  })

  test('without the contracts of the network that it builds on', () => {
    expect(faultsOf({}, { ...nothing, codes: new Map([prerequisites[2]!]) })).toEqual([
      expect.stringContaining('the wrapped native token'),
      expect.stringContaining('Multicall3'),
    ])
  })

  test('once another account manages or owns the allow-list: it must make the calls', () => {
    const handed = { ...deployed, allowList: { ...allowList, owner, manager: owner } }
    expect(faultsOf({}, handed)).toEqual([])
    expect(faultsOf({ solvers }, handed)).toEqual([
      expect.stringContaining(`${owner} manages the allow-list: it must call addSolver(`),
    ])
    expect(faultsOf({ owner: another }, handed)).toEqual([
      expect.stringContaining(`${owner} owns the allow-list`),
      expect.stringContaining(`${owner} manages the allow-list`),
    ])
  })

  test('once the owner has replaced the code of the allow-list', () => {
    const replaced = { ...deployed, allowList: { ...allowList, implementation: another } }
    expect(faultsOf({}, replaced)).toEqual([expect.stringContaining(`replaced by ${another}`)])
  })
})
