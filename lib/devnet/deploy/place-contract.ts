import { type Abi, concatHex, encodeDeployData } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { operator } from '@/lib/devnet/accounts'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'

/** A contract for a chosen address. */
export type Placement = {
  readonly address: Address
  readonly abi: Abi
  readonly bytecode: Hex
  readonly args?: readonly unknown[]
}

/** The deployer of most contracts with one address on all networks; preinstalled in Anvil. */
const deterministicDeployer: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

/**
 * Places a contract at an address in the state its constructor leaves: immutables and storage set, with the
 * operator as creator.
 *
 * Places the creation code first: a call returns the runtime code, a transaction writes the storage.
 */
export async function placeContract(rpc: Rpc, placement: Placement): Promise<void> {
  const { address, abi, bytecode, args = [] } = placement
  const creation = encodeDeployData({ abi, bytecode, args } as Parameters<
    typeof encodeDeployData
  >[0])
  await rpc('anvil_setCode', [address, creation])
  await rpc('anvil_setNonce', [address, '0x1'])
  const runtime = await rpc('eth_call', [{ from: operator, to: address, data: '0x' }, 'latest'])
  await sendTransaction(rpc, { from: operator, to: address, data: '0x', gas: 15_000_000 })
  await rpc('anvil_setCode', [address, runtime])
}

/** Deploys through a deterministic deployer; the address depends on the deployer, the salt and the code. */
export async function deployBySalt(
  rpc: Rpc,
  deployment: Omit<Placement, 'address'> & { readonly salt: Hex; readonly deployer?: Address },
): Promise<void> {
  const { abi, bytecode, args = [], salt, deployer = deterministicDeployer } = deployment
  const creation = encodeDeployData({ abi, bytecode, args } as Parameters<
    typeof encodeDeployData
  >[0])
  await sendTransaction(rpc, {
    from: operator,
    to: deployer,
    data: concatHex([salt, creation]),
    gas: 15_000_000,
  })
}

/** Copies the code of the deterministic deployer to a second address. */
export async function copyDeterministicDeployer(rpc: Rpc, address: Address): Promise<void> {
  const code = await rpc('eth_getCode', [deterministicDeployer, 'latest'])
  await rpc('anvil_setCode', [address, code])
}

/** Sends a transaction from an address without a known key. */
export async function sendAs(
  rpc: Rpc,
  transaction: { readonly from: Address; readonly to: Address; readonly data: Hex },
): Promise<void> {
  const balance = await rpc('eth_getBalance', [transaction.from, 'latest'])
  await rpc('anvil_setBalance', [transaction.from, '0xde0b6b3a7640000'])
  await rpc('anvil_impersonateAccount', [transaction.from])
  await sendTransaction(rpc, { ...transaction, gas: 1_000_000 })
  await rpc('anvil_stopImpersonatingAccount', [transaction.from])
  await rpc('anvil_setBalance', [transaction.from, balance])
}
