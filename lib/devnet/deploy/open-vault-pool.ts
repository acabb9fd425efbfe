import {
  type Abi,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  toEventSelector,
} from 'viem'
import { vaultAbi } from '@/lib/chain/contract-abis'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import { operator } from '@/lib/devnet/accounts'
import { marketMaker, marketMakerAbi } from '@/lib/devnet/market/market-maker'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'

/** A factory call that creates a pool, and the pool's initial amounts. */
export type VaultPoolOrder = {
  readonly factory: Address
  readonly abi: Abi
  /** Arguments of the factory's `create`. */
  readonly args: readonly unknown[]
  /** Initial atoms of each token, paid by the operator. */
  readonly amounts: ReadonlyMap<Address, bigint>
}

const joinAbi = parseAbi([
  'struct JoinPoolRequest { address[] assets; uint256[] maxAmountsIn; bytes userData; bool fromInternalBalance; }',
  'function joinPool(bytes32 poolId, address sender, address recipient, JoinPoolRequest request) payable',
])
const poolAbi = parseAbi(['function getPoolId() view returns (bytes32)'])
const poolCreated = toEventSelector('PoolCreated(address)')

/** `JoinKind.INIT` of every pool. */
const initialJoin = 0n

/** Creates a pool with a factory and funds it with the market maker's tokens in the operator's name. */
export async function openVaultPool(
  rpc: Rpc,
  order: VaultPoolOrder,
): Promise<{ readonly address: Address; readonly poolId: Hex }> {
  const { factory, abi, args, amounts } = order
  const create = encodeFunctionData({ abi, functionName: 'create', args })
  const made = await sendTransaction(rpc, {
    from: operator,
    to: factory,
    data: create,
    gas: 15_000_000,
  })
  const address = await readCreated(rpc, made.transactionHash)
  const poolId = (await call(rpc, address, encodeFunctionData({ abi: poolAbi }))) as Hex
  const read = { abi: vaultAbi, functionName: 'getPoolTokens' } as const
  const answer = await call(rpc, balancerVault, encodeFunctionData({ ...read, args: [poolId] }))
  const [tokens] = decodeFunctionResult({ ...read, data: answer })
  await lendTokens(rpc, amounts)
  await sendTransaction(rpc, {
    from: operator,
    to: balancerVault,
    data: joinCall(poolId, tokens, amounts),
    gas: 5_000_000,
  })
  return { address, poolId }
}

/** Composable pools also register their own token and mint its initial balance themselves. */
function joinCall(
  poolId: Hex,
  tokens: readonly Address[],
  amounts: ReadonlyMap<Address, bigint>,
): Hex {
  const amountsIn = tokens.map((token) => amounts.get(toAddress(token)) ?? 0n)
  const userData = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'uint256[]' }],
    [initialJoin, amountsIn],
  )
  const maxAmountsIn = tokens.map(() => maxUint256)
  const request = { assets: tokens, maxAmountsIn, userData, fromInternalBalance: false }
  const args = [poolId, operator, operator, request] as const
  return encodeFunctionData({ abi: joinAbi, functionName: 'joinPool', args })
}

async function lendTokens(rpc: Rpc, amounts: ReadonlyMap<Address, bigint>): Promise<void> {
  const grants = [...amounts].map(([token, target]) => ({ token, target }))
  const args = [operator, 0n, grants] as const
  const data = encodeFunctionData({ abi: marketMakerAbi, functionName: 'topUp', args })
  await sendTransaction(rpc, { from: operator, to: marketMaker, data, gas: 5_000_000 })
  for (const [token, amount] of amounts) {
    const approval = { abi: erc20Abi, functionName: 'approve' } as const
    const grant = encodeFunctionData({ ...approval, args: [balancerVault, amount] })
    await sendTransaction(rpc, { from: operator, to: token, data: grant })
  }
}

async function readCreated(rpc: Rpc, transaction: Hex): Promise<Address> {
  const receipt = (await rpc('eth_getTransactionReceipt', [transaction])) as {
    readonly logs: readonly { readonly topics: readonly Hex[] }[]
  }
  const [, pool] = receipt.logs.find(({ topics }) => topics[0] === poolCreated)?.topics ?? []
  if (!pool) throw new Error(`transaction ${transaction} made no pool`)
  return `0x${pool.slice(-40)}`
}

async function call(rpc: Rpc, to: Address, data: Hex): Promise<Hex> {
  return (await rpc('eth_call', [{ to, data }, 'latest'])) as Hex
}
