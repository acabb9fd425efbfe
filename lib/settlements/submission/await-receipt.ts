import type { TransactionReceipt } from 'viem'
import { isNotFound } from '@/lib/chain/node-error'
import { noteAgreement, noteDisagreement } from '@/lib/chain/nodes/splits'
import { newestNumber } from '@/lib/chain/nodes/watch-nodes'
import { findHeader } from '@/lib/chain/reorg'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import type { SettlementEnd } from './transaction-store'

/**
 * Polling interval in milliseconds: a quarter of a block, so that a settlement costs few requests. Embedded networks
 * mine at once; 250 ms are the shortest block time of all networks.
 */
const minPollMs = 250
const maxPollMs = 3_000

/** Milliseconds between reminders, or a block if it takes longer: a node may have dropped a transaction at any block. */
const minRemindMs = 2_000

/** Receipts may lag behind heads, so each is read twice per head; the reminder reads again. */
const looksPerHead = 2

type Wait = {
  readonly chainId: number
  /** Hashes of the settlement and of the replaced versions with lower fees; one of them gets mined. */
  readonly txHashes: readonly Hex[]
  /** The last block to wait for. */
  readonly deadlineBlock: bigint
  readonly signal?: AbortSignal | undefined
  /** Called every two seconds, or every block, without a receipt: broadcasts again, or detects another end. */
  readonly remind: () => Promise<SettlementEnd | undefined>
  /** Called once on each new head without a receipt; `stop` ends the wait. */
  readonly onHead?: (head: bigint) => Promise<'continue' | 'stop'>
}

/**
 * Waits until a transaction is mined or has ended otherwise; undefined once the deadline has passed, `onHead` stops or
 * `signal` aborts. The deadline is a block, so it does not pass while the network mines none. Each look reads from the node
 * that is best then, since the round's node may freeze meanwhile.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function awaitReceipt(ctx: Context, wait: Wait): Promise<SettlementEnd | undefined> {
  const { pollMs, remindMs } = intervalsOf(ctx, wait.chainId)
  let remindedMs = performance.now()
  let seen: bigint | undefined
  let looks = 0
  const look = async (): Promise<{ readonly end: SettlementEnd | undefined } | 'continue'> => {
    const head = await newestNumber(ctx, wait.chainId)
    const isNew = head !== seen
    seen = head
    looks = isNew ? 0 : looks
    if (looks < looksPerHead) {
      looks += 1
      // Read after the head, so that a receipt in the last block is never missed.
      const end = await findReceipt(ctx, wait)
      if (end) return { end }
    }
    if (isNew && (await wait.onHead?.(head)) === 'stop') return { end: undefined }
    if (head > wait.deadlineBlock) return { end: undefined }
    if (performance.now() - remindedMs >= remindMs) {
      const end = await wait.remind()
      if (end) return { end }
      remindedMs = performance.now()
    }
    return 'continue'
  }
  for (let delay = 10; !wait.signal?.aborted; delay = Math.min(pollMs, delay * 4)) {
    const outcome = await ctx.nodes(wait.chainId).onOneNode(look)
    if (outcome !== 'continue') return outcome.end
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
  return undefined
}

function intervalsOf(ctx: Context, chainId: number) {
  if (ctx.config.embeddedChainIds.includes(chainId)) {
    return { pollMs: minPollMs, remindMs: minRemindMs }
  }
  const blockMs = 1_000 * ctx.chain(chainId).network.blockSeconds
  return {
    pollMs: Math.min(maxPollMs, Math.max(minPollMs, blockMs / 4)),
    remindMs: Math.max(minRemindMs, blockMs),
  }
}

/**
 * Returns how a transaction ended if it, or a version that it replaced, was mined. A revert counts once every other
 * current node confirms it.
 */
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
    const receipt = await client.getTransactionReceipt({ hash: txHash })
    const { status, blockNumber } = receipt
    if (status === 'success') return { state: 'mined', blockNumber, txHash }
    if (!(await isRevertConfirmed(ctx, { chainId, receipt }))) return undefined
    return { state: 'failed', blockNumber, txHash, error: 'the transaction reverted' }
  } catch (cause) {
    if (isNotFound(cause, 'TransactionReceiptNotFoundError')) return undefined
    throw dependencyDown(network.title, cause)
  }
}

type Revert = { readonly chainId: number; readonly receipt: TransactionReceipt }

/** A revert counts against orders, so one node alone does not decide while another one is up. */
async function isRevertConfirmed(
  ctx: Context,
  { chainId, receipt: { transactionHash, blockHash, blockNumber } }: Revert,
): Promise<boolean> {
  const key = { chainId, subject: 'receipts' } as const
  const witnesses = () => ctx.nodes(chainId).witnesses()
  for (const witness of witnesses()) {
    const reported = await witness.client
      .getTransactionReceipt({ hash: transactionHash })
      .catch(() => undefined)
    const isSame = reported?.status === 'reverted' && reported.blockHash === blockHash
    // Ignores a node that has gone down meanwhile.
    if (isSame || !witnesses().includes(witness)) continue
    // A node that has not reached the block yet lags, which is no disagreement.
    if (!reported && (await findHeader(witness, blockNumber).catch(() => null)) === undefined) {
      return false
    }
    await noteDisagreement(ctx, { ...key, host: witness.host })
    return false
  }
  await noteAgreement(ctx, key)
  return true
}
