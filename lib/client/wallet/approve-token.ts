import { BaseError, HttpRequestError, type ReplacementReturnType, TimeoutError } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Config } from 'wagmi'
import { readContract, simulateContract, writeContract } from 'wagmi/actions'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { askWallet } from './ask-wallet'
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

/** Reads an owner's allowance for a spender; at the head by default. */
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

/** Returns whether a token requires a reset to zero before a nonzero allowance can change. */
export async function needsReset(config: Config, approval: Approval): Promise<boolean> {
  if ((await readAllowance(config, approval)) === 0n) return false
  return simulateContract(config, { ...approveCall(approval), account: approval.owner }).then(
    () => false,
    () => true,
  )
}

/** Has the wallet approve and returns the transaction's hash; throws the wallet's error. */
export function sendApproval(config: Config, approval: Approval): Promise<Hex> {
  return askWallet(() =>
    writeContract(config, { ...approveCall(approval), account: approval.owner }),
  )
}

/** A sent transaction. */
export type SentTransaction = {
  readonly chainId: number
  readonly hash: Hex
  /** Called with the new hash if the wallet sped it up. */
  readonly onSpedUp?: (hash: Hex) => void
}

/**
 * Waits until a transaction is mined, following a replacement, and returns its block number. Retries while the network
 * does not answer, since the transaction is pending all the same.
 * @throws {TransactionError} if it failed, or its owner cancelled it.
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
  const receipt = await retryUntilAnswered(() =>
    waitForTransactionReceipt(client, { hash, onReplaced, pollingInterval: 1_000, timeout: 0 }),
  )
  if (isCancelled) throw new TransactionError('cancelled')
  if (receipt.status === 'reverted') throw new TransactionError('reverted')
  return receipt.blockNumber
}

/** Pause between attempts at an unreachable network. */
const pauseMs = 1_000

/** Retries a read until the network answers. */
async function retryUntilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const isUnreachable = (error: unknown) =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null

/** A sent approval. */
export type SentApproval = Approval &
  SentTransaction & {
    /** Whether the owner is a contract wallet, whose ids may not be transaction hashes. */
    readonly isContract: boolean
    /** Ends the wait for a contract wallet. */
    readonly signal: AbortSignal
  }

/**
 * Waits for an approval: for its transaction, returning the block, or for a contract wallet until the allowance itself
 * has changed.
 * @throws {TransactionError} if it failed, or its owner cancelled it; the reason of the signal.
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

/** Contract wallets wait for their owners; polling faster gains nothing. */
const pollMs = 3_000

/** A read, and its expected result. */
type AwaitedReading<T> = {
  readonly read: () => Promise<T>
  readonly isDone: (value: T) => boolean
  readonly signal: AbortSignal
}

/**
 * Polls the chain every three seconds until a read has the expected result, for wallets whose ids are not transaction
 * hashes; retries failed reads.
 * @throws the reason of the signal.
 */
export async function readUntil<T>({ read, isDone, signal }: AwaitedReading<T>): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const isThere = await read().then(isDone, () => false)
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
