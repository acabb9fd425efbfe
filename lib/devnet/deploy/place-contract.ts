import { type Abi, concatHex, encodeDeployData } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { operator } from '@/lib/devnet/accounts'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'

/** A contract to be put at an address of our choice. */
export type Placement = {
  readonly address: Address
  readonly abi: Abi
  readonly bytecode: Hex
  readonly args?: readonly unknown[]
}

/** Deployer with which most contracts that have one address on all networks were deployed; Anvil comes with it. */
const deterministicDeployer: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

/**
 * Puts a contract at an address as its constructor would have left it there: immutables and storage set, with the
 * operator as its creator.
 *
 * The creation code is placed first; called, it answers with the runtime code; as a transaction, it writes the storage.
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

/** Deploys through a deployer of the deterministic kind; where the code lands follows from it, the salt and the code. */
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

/** Gives a second address the code of the deterministic deployer. */
export async function copyDeterministicDeployer(rpc: Rpc, address: Address): Promise<void> {
  const code = await rpc('eth_getCode', [deterministicDeployer, 'latest'])
  await rpc('anvil_setCode', [address, code])
}

/** Sends a transaction from an address whose key nobody here has. */
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
