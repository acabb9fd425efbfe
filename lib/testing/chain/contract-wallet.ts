import { hashMessage } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { createRpc } from '@/lib/devnet/rpc'
import type { TestNetwork } from './test-network'

/**
 * Deploys a contract wallet at an address: its ERC-1271 check accepts signatures of its one owner's key, with the same
 * digest on every network. Another network may have another owner at the address, as after a new deployment.
 */
export async function deployWallet(
  { rpcUrl }: Pick<TestNetwork, 'rpcUrl'>,
  { address, ownerKey }: { readonly address: Address; readonly ownerKey: Hex },
): Promise<void> {
  const owner = privateKeyToAccount(ownerKey).address.slice(2).toLowerCase()
  await createRpc(rpcUrl)('anvil_setCode', [address, `${recover}${owner}${verdict}`])
}

// isValidSignature(bytes32 hash, bytes signature) by the precompile at 1, with input words hash, v, r and s.
const recover = [
  '0x6004356000', // PUSH1 4, CALLDATALOAD (hash), PUSH1 0
  '5260a43560f81c602052', // MSTORE, v: the first byte of the word at 0xa4
  '606435604052608435606052', // r at 0x64, s at 0x84
  '602060006080600060015afa50', // STATICCALL of 1 with all gas, output over the hash
  '60005173', // MLOAD of the output, PUSH20 of the owner
].join('')
const verdict = '14631626ba7e60e01b0260005260206000f3' // EQ, times the ERC-1271 magic value, RETURN

/** Returns the owner's EIP-191 signature of a message, which the wallet accepts. */
export function signAsOwner(message: string, ownerKey: Hex): Promise<Hex> {
  return sign({ hash: hashMessage(message), privateKey: ownerKey, to: 'hex' })
}
