import { BaseError, HttpRequestError, type ReplacementReturnType, TimeoutError } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Config } from 'wagmi'
import { readContract, simulateContract, writeContract } from 'wagmi/actions'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { askWallet } from './ask-wallet'
import { readUntil } from './read-until'
import { tokenAbi } from './token-abi'
import { TransactionError } from './transaction-error'

/** An allowance that an order needs. */
export type Approval = {
  readonly chainId: number
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  readonly amount: bigint
}

/** What an owner lets a spender take; at the newest block unless another is named. */
export function readAllowance(
  config: Config,
  approval: Omit<Approval, 'amount'>,
  blockNumber?: bigint,
): Promise<bigint> {
  const { chainId, token, owner, spender } = approval
  return readContract(config, {
    chainId,
    ...(blockNumber !== undefined && { blockNumber }),
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

/** Has the wallet approve, and gives the hash of its transaction; throws whatever the wallet throws. */
export function sendApproval(config: Config, approval: Approval): Promise<Hex> {
  return askWallet(() =>
    writeContract(config, { ...approveCall(approval), account: approval.owner }),
  )
}

/** A transaction that was sent. */
export type SentTransaction = {
  readonly chainId: number
  readonly hash: Hex
  /** Told the new hash when the wallet has sped it up. */
  readonly onSpedUp?: (hash: Hex) => void
}

/**
 * Waits until a transaction is on the chain, and gives the number of its block; one that the wallet sped up counts. A
 * network that does not answer is asked again, since what was sent is on its way all the same.
 *
 * @throws {TransactionError} when it failed, or its owner cancelled it.
 */
export async function waitForSuccess(config: Config, sent: SentTransaction): Promise<bigint> {
  const client = config.getClient({ chainId: sent.chainId })
  let { hash } = sent
  let isCancelled = false
  const onReplaced = ({ reason, transaction }: ReplacementReturnType) => {
    isCancelled = reason !== 'repriced'
    hash = transaction.hash
    if (!isCancelled) sent.onSpedUp?.(hash)
  }
  const receipt = await insist(() =>
    waitForTransactionReceipt(client, { hash, onReplaced, pollingInterval: 1_000, timeout: 0 }),
  )
  if (isCancelled) throw new TransactionError('cancelled')
  if (receipt.status === 'reverted') throw new TransactionError('reverted')
  return receipt.blockNumber
}

const pauseMs = 1_000

/** Asks a network until it answers. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isSilence(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const isSilence = (error: unknown) =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null

/** An approval that the wallet has sent. */
export type SentApproval = Approval &
  SentTransaction & {
    /** Whether the owner is a contract wallet, which may name transactions that the chain does not know. */
    readonly isContract: boolean
    /** Ends the wait for a contract wallet. */
    readonly signal: AbortSignal
  }

/**
 * Waits until an approval is on the chain: its transaction, whose block it gives, or for a contract wallet the allowance
 * itself.
 *
 * @throws {TransactionError} when it failed, or its owner cancelled it; the reason of the signal.
 */
export async function waitForApproval(
  config: Config,
  sent: SentApproval,
): Promise<bigint | undefined> {
  const { amount, isContract, signal } = sent
  if (!isContract) return waitForSuccess(config, sent)
  await readUntil({
    read: () => readAllowance(config, sent),
    isDone: (allowance) => (amount === 0n ? allowance === 0n : allowance >= amount),
    signal,
  })
  return undefined
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
