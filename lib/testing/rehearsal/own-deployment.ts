import {
  type Abi,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault, getNetwork } from '@/lib/core/networks'
import trampoline from '@/lib/devnet/contracts/artifacts/hooks-trampoline.json' with {
  type: 'json',
}
import nativeOrders from '@/lib/devnet/contracts/artifacts/native-orders.json' with { type: 'json' }
import { ownArtifact } from '@/lib/devnet/deploy/deploy-tokens'
import { readPackageArtifact } from '@/lib/devnet/deploy/package-artifact'

/** The contracts of an operator, which only his solver may use. */
export type OwnDeployment = {
  readonly settlement: Address
  readonly relayer: Address
  readonly trampoline: Address
  readonly nativeOrders: Address
}

type Deploying = {
  readonly chainId: number
  readonly rpcUrl: string
  /** Signs and pays; becomes the manager of the allow-list. */
  readonly deployerKey: Hex
  readonly solver: Address
}

const deployments = '@cowprotocol/contracts/deployments/mainnet'
const allowListAbi = parseAbi([
  'function initializeManager(address manager)',
  'function addSolver(address solver)',
])

/**
 * Deploys settlement, vault relayer, allow-list with the solver, trampoline and native orders by signed transactions, as on
 * any network. The relayer gets no roles in the Balancer vault: its governance alone could grant them.
 */
export async function deployOwn(deploying: Deploying): Promise<OwnDeployment> {
  const { chainId, rpcUrl, deployerKey, solver } = deploying
  const account = privateKeyToAccount(deployerKey)
  const transport = http(rpcUrl)
  const reader = createPublicClient({ transport, pollingInterval: 50 })
  const sender = createWalletClient({ transport, account })
  const send = async (call: { readonly to?: Address; readonly data: Hex }) => {
    const hash = await sender.sendTransaction({ ...call, chain: null })
    const { status, contractAddress } = await reader.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`deployment: transaction ${hash} reverted`)
    return contractAddress
  }
  const deploy = async (artifact: Artifact, args: readonly unknown[] = []): Promise<Address> => {
    const hash = await sender.deployContract({ ...artifact, args: [...args], chain: null })
    const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error(`deployment: transaction ${hash} created no contract`)
    return toAddress(contractAddress)
  }
  const allowList = await deploy(
    readPackageArtifact(`${deployments}/GPv2AllowListAuthentication_Implementation.json`),
  )
  const manager = [account.address] as const
  const abi = allowListAbi
  await send({
    to: allowList,
    data: encodeFunctionData({ abi, functionName: 'initializeManager', args: manager }),
  })
  await send({
    to: allowList,
    data: encodeFunctionData({ abi, functionName: 'addSolver', args: [solver] }),
  })
  const settlement = await deploy(readPackageArtifact(`${deployments}/GPv2Settlement.json`), [
    allowList,
    balancerVault,
  ])
  const relayer = await reader.readContract({
    address: settlement,
    abi: settlementAbi,
    functionName: 'vaultRelayer',
  })
  const { wrappedNative } = getNetwork(chainId)
  return {
    settlement,
    relayer: toAddress(relayer),
    trampoline: await deploy(ownArtifact(trampoline), [settlement]),
    nativeOrders: await deploy(ownArtifact(nativeOrders), [settlement, wrappedNative]),
  }
}

type Artifact = { readonly abi: Abi; readonly bytecode: Hex }
