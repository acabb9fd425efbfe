import { encodeFunctionData } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Interaction } from '@/lib/core/interaction'
import { wrappedNativeAbi } from './erc20-abi'

/** Returns the interaction that unwraps `amount` of the settlement contract's wrapped native token. */
export function unwrapInteraction(wrappedNative: Address, amount: bigint): Interaction {
  const callData = encodeFunctionData({
    abi: wrappedNativeAbi,
    functionName: 'withdraw',
    args: [amount],
  })
  return { target: wrappedNative, value: 0n, callData }
}
