import { concatHex, encodeFunctionData, getCreate2Address, keccak256, parseAbi } from 'viem'
import type { Hook } from '@/lib/app-data/metadata'
import type { Context } from '@/lib/context'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { safeContracts } from '@/lib/devnet/deploy/fixtures'

const factoryAbi = parseAbi([
  'function proxyCreationCode() view returns (bytes)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
])

/** Returns the address of a Safe with one owner, and the hook that deploys it. */
export async function predictSafe(
  ctx: Context,
  owner: Address,
): Promise<{ safe: Address; deploy: Hook }> {
  const { proxyFactory, singleton, fallbackHandler } = safeContracts
  const initializer = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'setup',
    args: [[owner], 1n, zeroAddress, '0x', fallbackHandler, zeroAddress, 0n, zeroAddress],
  })
  const creation = await ctx.chain(1).client.readContract({
    address: proxyFactory,
    abi: factoryAbi,
    functionName: 'proxyCreationCode',
  })
  const number = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
  const safe = getCreate2Address({
    from: proxyFactory,
    salt: keccak256(concatHex([keccak256(initializer), number(0n)])),
    bytecode: concatHex([creation, number(BigInt(singleton))]),
  })
  const callData = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'createProxyWithNonce',
    args: [singleton, initializer, 0n],
  })
  return {
    safe: toAddress(safe),
    deploy: { target: proxyFactory, callData, gasLimit: 400_000n },
  }
}
