import { hashMessage } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { createRpc } from '@/lib/devnet/rpc'
import type { TestNetwork } from './test-network'

/**
 * Puts a contract wallet at an address of a network: its ERC-1271 takes what the key of its one owner has signed, on
 * whatever network. A network may have it with another owner, as a proxy or a new deployment would.
 */
export async function deployWallet(
  { rpcUrl }: Pick<TestNetwork, 'rpcUrl'>,
  { address, ownerKey }: { readonly address: Address; readonly ownerKey: Hex },
): Promise<void> {
  const owner = privateKeyToAccount(ownerKey).address.slice(2).toLowerCase()
  await createRpc(rpcUrl)('anvil_setCode', [address, `${recover}${owner}${verdict}`])
}

// isValidSignature(bytes32 hash, bytes signature) by the precompile at 1, whose input is hash, v, r and s in words.
const recover = [
  '0x6004356000', // PUSH1 4, CALLDATALOAD (hash), PUSH1 0
  '5260a43560f81c602052', // MSTORE, v: the first byte of the word at 0xa4
  '606435604052608435606052', // r at 0x64, s at 0x84
  '602060006080600060015afa50', // STATICCALL of 1 with all gas, its answer over the hash
  '60005173', // MLOAD of it, PUSH20 the owner
].join('')
const verdict = '14631626ba7e60e01b0260005260206000f3' // EQ, times the value that takes a signature, RETURN

/** What an owner's wallet gives for a message. */
export function signAsOwner(message: string, ownerKey: Hex): Promise<Hex> {
  return sign({ hash: hashMessage(message), privateKey: ownerKey, to: 'hex' })
}
