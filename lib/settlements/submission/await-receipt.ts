import { TransactionReceiptNotFoundError } from 'viem'
import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import type { SettlementEnd } from './transaction-store'

/** Longest polling interval in milliseconds: the shortest block time of all networks. */
const pollMs = 250

/** Milliseconds between reminders: a node may have dropped a transaction at any block. */
const remindMs = 2_000

type Wait = {
  readonly chainId: number
  /** Hashes of the settlement and of the replaced versions with lower fees; one of them gets mined. */
  readonly txHashes: readonly Hex[]
  /** The last block to wait for. */
  readonly deadlineBlock: bigint
  readonly signal?: AbortSignal | undefined
  /** Called every two seconds without a receipt: broadcasts again, or detects another end. */
  readonly remind: () => Promise<SettlementEnd | undefined>
}

/**
 * Waits until a transaction is mined or has ended otherwise; undefined once the deadline has passed or `signal` aborts.
 * The deadline is a block, so it does not pass while the network mines none.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function awaitReceipt(ctx: Context, wait: Wait): Promise<SettlementEnd | undefined> {
  const chain = ctx.chain(wait.chainId)
  let remindedMs = performance.now()
  for (let delay = 10; !wait.signal?.aborted; delay = Math.min(pollMs, delay * 2)) {
    const head = await readHeadNumber(chain)
    // Read after the head, so that a receipt in the last block is never missed.
    const end = await findReceipt(ctx, wait)
    if (end || head > wait.deadlineBlock) return end
    if (performance.now() - remindedMs >= remindMs) {
      const otherEnd = await wait.remind()
      if (otherEnd) return otherEnd
      remindedMs = performance.now()
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
  return undefined
}

/** Returns how a transaction ended if it, or a version that it replaced, was mined. */
export async function findReceipt(
  ctx: Context,
  { chainId, txHashes }: Pick<Wait, 'chainId' | 'txHashes'>,
): Promise<SettlementEnd | undefined> {
  for (const txHash of txHashes) {
    const end = await findReceiptOf(ctx, { chainId, txHash })
    if (end) return end
  }
  return undefined
}

async function findReceiptOf(
  ctx: Context,
  { chainId, txHash }: { readonly chainId: number; readonly txHash: Hex },
): Promise<SettlementEnd | undefined> {
  const { client, network } = ctx.chain(chainId)
  try {
    const { status, blockNumber } = await client.getTransactionReceipt({ hash: txHash })
    if (status === 'success') return { state: 'mined', blockNumber, txHash }
    return { state: 'failed', blockNumber, txHash, error: 'the transaction reverted' }
  } catch (cause) {
    if (cause instanceof TransactionReceiptNotFoundError) return undefined
    throw dependencyDown(network.title, cause)
  }
}
