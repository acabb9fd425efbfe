import { encodeFunctionData, erc20Abi } from 'viem'
import type { Address } from '@/lib/core/address'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'

/** Approves a spender from an account that is unlocked on the test chain. */
export async function approve(
  rpcUrl: string,
  approval: { token: Address; owner: Address; spender: Address; amount: bigint },
): Promise<void> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [approval.spender, approval.amount],
  })
  await sendTransaction(createRpc(rpcUrl), { from: approval.owner, to: approval.token, data })
}
