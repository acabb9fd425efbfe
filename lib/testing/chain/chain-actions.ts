import { encodeFunctionData, erc20Abi } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'

/**
 * Approves a spender from an account that is unlocked on the test chain. Does nothing if the allowance is that already:
 * Tether rejects a change from one non-zero allowance to another.
 */
export async function approve(
  rpcUrl: string,
  approval: { token: Address; owner: Address; spender: Address; amount: bigint },
): Promise<void> {
  const { token, owner, spender, amount } = approval
  const rpc = createRpc(rpcUrl)
  const call = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
  })
  const allowance = await rpc('eth_call', [{ to: token, data: call }, 'latest'])
  if (BigInt(allowance as Hex) === amount) return
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, amount],
  })
  await sendTransaction(rpc, { from: owner, to: token, data })
}
