import type { Config } from 'wagmi'
import {
  readContract,
  simulateContract,
  waitForTransactionReceipt,
  writeContract,
} from 'wagmi/actions'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { tokenAbi } from './token-abi'

/** An allowance that an order needs. */
export type Approval = {
  readonly chainId: number
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  readonly amount: bigint
}

/** What an owner lets a spender take. */
export function readAllowance(config: Config, approval: Omit<Approval, 'amount'>): Promise<bigint> {
  const { chainId, token, owner, spender } = approval
  return readContract(config, {
    chainId,
    address: token,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [owner, spender],
  })
}

/**
 * Whether an allowance must be set to zero before it can be raised: some tokens refuse to change one that
 * is not zero.
 */
export async function needsReset(config: Config, approval: Approval): Promise<boolean> {
  if ((await readAllowance(config, approval)) === 0n) return false
  return simulateContract(config, { ...approveCall(approval), account: approval.owner }).then(
    () => false,
    () => true,
  )
}

/**
 * Has the wallet approve and waits until it is on the chain; a transaction that the wallet sped up counts.
 *
 * @throws {Error} what the wallet throws, or that the transaction failed or was cancelled.
 */
export async function approveToken(config: Config, approval: Approval): Promise<void> {
  await waitForSuccess(config, {
    chainId: approval.chainId,
    hash: await writeContract(config, { ...approveCall(approval), account: approval.owner }),
  })
}

/** Waits until a transaction is on the chain, and throws when it failed or its owner cancelled it. */
export async function waitForSuccess(
  config: Config,
  { chainId, hash }: { chainId: number; hash: Hex },
): Promise<void> {
  let isCancelled = false
  const receipt = await waitForTransactionReceipt(config, {
    chainId,
    hash,
    pollingInterval: 1_000,
    onReplaced: ({ reason }) => {
      isCancelled = reason !== 'repriced'
    },
  })
  if (isCancelled) throw new Error('The transaction was cancelled in the wallet.')
  if (receipt.status === 'reverted') throw new Error('The transaction failed on the chain.')
}

function approveCall({ chainId, token, spender, amount }: Approval) {
  return {
    chainId,
    address: token,
    abi: tokenAbi,
    functionName: 'approve',
    args: [spender, amount],
  } as const
}
