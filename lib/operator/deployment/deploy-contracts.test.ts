import { parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Address, toAddress } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import { checkDeployment } from '@/lib/settlements/deployment/check-deployment'
import { startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { type PlainNetwork, startPlainNetwork } from '@/lib/testing/chain/plain-network'
import { createTestContext } from '@/lib/testing/test-context'
import { create2Factory } from './create2-factory'
import {
  addressesOf,
  type Deploying,
  deployContracts,
  goalOf,
  makeStep,
  prepareDeployment,
} from './deploy-contracts'
import { allowListAbi } from './deployment-plan'
import { settingsOf } from './deployment-settings'
import { observeDeployment } from './observe-deployment'

const deployer = getTestAccount(0)
const account = privateKeyToAccount(deployer.privateKey)
const owner = getTestAccount(1).address
const solvers = [getTestAccount(2).address, getTestAccount(3).address] as const

let sepolia: PlainNetwork
let base: PlainNetwork
let untouched: unknown

beforeAll(async () => {
  ;[sepolia, base] = await Promise.all([
    startPlainNetwork({ chainId: 11_155_111, hasFactory: false }),
    startPlainNetwork({ chainId: 8_453 }),
  ])
})

beforeEach(async () => {
  untouched = await sepolia.rpc('evm_snapshot', [])
  return () => sepolia.rpc('evm_revert', [untouched])
})

afterAll(() => Promise.all([sepolia.stop(), base.stop()]))

const contextOf = (
  { chainId, rpcUrl }: Pick<PlainNetwork, 'chainId' | 'rpcUrl'>,
  environment: Record<string, string> = {},
) => createTestContext({ rpcUrls: new Map([[chainId, rpcUrl]]), environment })
const wanted: Deploying = { chainId: 11_155_111, account, owner, solvers }
const sentBy = async ({ rpc }: PlainNetwork) =>
  Number(await rpc('eth_getTransactionCount', [deployer.address, 'latest']))
const readAllowList = (
  network: PlainNetwork,
  address: Address,
  functionName: 'owner' | 'manager',
) => {
  const { client } = contextOf(network).chain(network.chainId)
  return client.readContract({ address, abi: allowListAbi, functionName })
}

test('deploys everything on an empty chain, which then lacks the other protocols only', async () => {
  const contracts = await deployContracts(contextOf(sepolia), wanted)
  const ctx = contextOf(sepolia, settingsOf(contracts))
  for (const solver of solvers) {
    const checks = await checkDeployment(ctx, { chainId: sepolia.chainId, solver })
    const faults = checks.filter(({ fault }) => fault !== undefined)
    const missing = ['Uniswap V3 router', 'Balancer vault', 'pool factories']
    expect(faults.map(({ name }) => name)).toEqual(missing)
  }
  const unlisted = await checkDeployment(ctx, { chainId: sepolia.chainId, solver: owner })
  expect(unlisted.find(({ name }) => name === 'allow-list')?.fault).toContain('is not on')
})

test('leaves the allow-list to the owner, with the deployer out of charge', async () => {
  const { allowList } = await deployContracts(contextOf(sepolia), wanted)
  expect((await readAllowList(sepolia, allowList, 'owner')).toLowerCase()).toBe(owner)
  expect((await readAllowList(sepolia, allowList, 'manager')).toLowerCase()).toBe(owner)
  const more = { ...wanted, solvers: [...solvers, deployer.address] }
  await expect(deployContracts(contextOf(sepolia), more)).rejects.toThrow(
    `${owner} manages the allow-list: it must call addSolver(${deployer.address}) on ${allowList}`,
  )
})

test('states that the owner is unused on the network', async () => {
  const stated = async (address: Address) =>
    (await observeDeployment(contextOf(sepolia), goalOf({ ...wanted, owner: address })))
      .isOwnerUnused
  expect(await stated(toAddress(privateKeyToAccount(generatePrivateKey()).address))).toBe(true)
  const { wrappedNative } = contextOf(sepolia).chain(sepolia.chainId).network
  expect(await stated(wrappedNative)).toBe(false)
})

test('keeps the allow-list with the deployer unless another owner is named', {
  tags: ['long-only'],
}, async () => {
  const ctx = contextOf(sepolia)
  const { allowList } = await deployContracts(ctx, { ...wanted, owner: undefined, solvers: [] })
  expect((await readAllowList(sepolia, allowList, 'owner')).toLowerCase()).toBe(deployer.address)
  await deployContracts(ctx, wanted)
  expect((await readAllowList(sepolia, allowList, 'owner')).toLowerCase()).toBe(owner)
})

test('gets the same addresses on a second network, whose wrapped native token is another', {
  tags: ['long-only'],
}, async () => {
  const first = await deployContracts(contextOf(sepolia), wanted)
  const second = await deployContracts(contextOf(base), { ...wanted, chainId: base.chainId })
  expect(second).toEqual(first)
  const ctx = contextOf(base, settingsOf(second))
  const checks = await checkDeployment(ctx, { chainId: base.chainId, solver: solvers[0] })
  expect(checks.filter(({ fault, isFatal }) => fault && isFatal)).toEqual([])
  const abi = parseAbi(['function wrappedNativeToken() view returns (address)'])
  const wrapped = await ctx
    .chain(base.chainId)
    .client.readContract({ address: second.nativeOrders, abi, functionName: 'wrappedNativeToken' })
  expect(wrapped.toLowerCase()).toBe(ctx.chain(base.chainId).network.wrappedNative)
})

test('continues after a break at any step, and sends each transaction once', {
  tags: ['long-only'],
}, async () => {
  const { steps } = await prepareDeployment(contextOf(sepolia), goalOf(wanted))
  const before = await sentBy(sepolia)
  for (const [done, step] of steps.entries()) {
    // A new process each time, which ends after one step.
    const ctx = contextOf(sepolia)
    const { steps: left } = await prepareDeployment(ctx, goalOf(wanted))
    expect(left.map(({ id }) => id)).toEqual(steps.slice(done).map(({ id }) => id))
    await makeStep(ctx, wanted, step)
  }
  await deployContracts(contextOf(sepolia), wanted)
  // The presigned transaction is another account's.
  const own = steps.filter(({ raw }) => !raw)
  expect((await sentBy(sepolia)) - before).toBe(own.length)
})

describe('refuses, before it sends anything,', () => {
  const refusal = async (deploying: Partial<Deploying> = {}, ctx = contextOf(sepolia)) => {
    const before = await sentBy(sepolia)
    const error = await deployContracts(ctx, { ...wanted, ...deploying }).catch((cause) => cause)
    expect(await sentBy(sepolia)).toBe(before)
    return (error as Error).message
  }

  test('other code at one of the addresses', async () => {
    const { allowList, settlement, nativeOrders } = addressesOf(goalOf(wanted))
    await sepolia.rpc('anvil_setCode', [allowList, '0x6001'])
    expect(await refusal()).toContain(`the code at ${allowList} is not the allow-list`)
    await sepolia.rpc('anvil_setCode', [allowList, '0x'])
    await sepolia.rpc('anvil_setCode', [settlement, '0x6001'])
    expect(await refusal()).toContain(`the code at ${settlement} is not the settlement contract`)
    await sepolia.rpc('anvil_setCode', [settlement, '0x'])
    await sepolia.rpc('anvil_setCode', [nativeOrders, '0x6001'])
    expect(await refusal()).toContain(`the code at ${nativeOrders} is not the contract of native`)
  })

  test('the code of a contract with one byte changed', async () => {
    const { vaultRelayer } = await deployContracts(contextOf(sepolia), wanted)
    const code = (await sepolia.rpc('eth_getCode', [vaultRelayer, 'latest'])) as string
    await sepolia.rpc('anvil_setCode', [vaultRelayer, `${code.slice(0, -2)}00`])
    expect(await refusal()).toContain(`the code at ${vaultRelayer} is not the vault relayer`)
  })

  test('a chain without the wrapped native token', async () => {
    const { wrappedNative } = contextOf(sepolia).chain(sepolia.chainId).network
    await sepolia.rpc('anvil_setCode', [wrappedNative, '0x'])
    expect(await refusal()).toContain(`there is no contract at ${wrappedNative}`)
  })

  test('a node of another chain', async () => {
    const ctx = contextOf({ chainId: 11_155_111, rpcUrl: base.rpcUrl })
    expect(await refusal({}, ctx)).toBe('the node of RPC_URL_11155111 is on chain 8453')
  })

  test('a gas price above the cap', async () => {
    const ctx = contextOf(sepolia, { MAX_GAS_PRICE_GWEI: '0.000001' })
    expect(await refusal({}, ctx)).toContain('MAX_GAS_PRICE_GWEI')
  })

  test('a node that takes no transaction without replay protection, before it funds its signer', async () => {
    const node = await startNodeProxy(sepolia.rpcUrl)
    const message = 'only replay-protected (EIP-155) transactions allowed over RPC'
    node.behave({ refuses: { eth_sendRawTransaction: message } })
    const ctx = contextOf({ chainId: sepolia.chainId, rpcUrl: node.url })
    const text = await refusal({}, ctx)
    expect(text).toContain(message)
    expect(text).toContain('--rpc.allow-unprotected-txs')
    await node.close()
  })
})

test('waits for a transaction that is pending, and does not send it again', async () => {
  const ctx = contextOf(sepolia)
  const [step] = (await prepareDeployment(ctx, goalOf(wanted))).steps
  const before = await sentBy(sepolia)
  await sepolia.rpc('evm_setAutomine', [false])
  const pending = makeStep(ctx, wanted, step!)
  const { client } = ctx.chain(sepolia.chainId)
  const address = deployer.address
  await expect
    .poll(() => client.getTransactionCount({ address, blockTag: 'pending' }))
    .toBe(before + 1)
  const resumed = prepareDeployment(ctx, goalOf(wanted))
  await sepolia.rpc('evm_mine', [])
  await sepolia.rpc('evm_setAutomine', [true])
  await pending
  expect((await resumed).steps[0]?.id).toBe('deploy factory')
  expect(await sentBy(sepolia)).toBe(before + 1)
})

test('places none of the contracts at the public addresses', () => {
  const addresses = Object.values(addressesOf(goalOf(wanted)))
  expect(addresses).not.toContain(defaultSettlement)
  expect(addresses).not.toContain(create2Factory)
})
