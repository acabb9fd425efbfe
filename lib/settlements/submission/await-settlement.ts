import { readGasMarket } from '@/lib/chain/gas-market'
import { newestNumber } from '@/lib/chain/nodes/watch-nodes'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { blocksIn, type Network } from '@/lib/core/networks/network'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { type AuctionLeadership, auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { awaitReceipt, findReceipt } from './await-receipt'
import { broadcast } from './broadcast'
import { cancelSettlement } from './cancel-settlement'
import { followNonce } from './follow-nonce'
import { type Answer, isPrivate, submissionDeadline } from './private-endpoints'
import { endIfTampered, readSigned } from './read-signed'
import { isShadow } from './shadow'
import { signRefund, signSettlement, solverAddress } from './solver-account'
import { maxFeeOf, replacementFees } from './transaction-fees'
import {
  hashesOf,
  markPublic,
  markSent,
  markWithdrawal,
  replaceTransaction,
  type SettlementEnd,
  type SettlementTransaction,
} from './transaction-store'
import { type SettlementWatch, watchSettlement } from './watch-settlement'

/** A pending settlement, and the answer to its current bytes. */
type Pending = { readonly transaction: SettlementTransaction; readonly answer: SentAnswer }

type SentAnswer = Exclude<Answer, object>

type Wait = AuctionLeadership & {
  readonly signal?: AbortSignal | undefined
  /** The block on which it passed simulation; undefined: unknown. */
  readonly passedOn: bigint | undefined
}

/**
 * Sends a settlement's bytes where it is submitted. Returns the answer, or how it ended if it is refused or its bytes do
 * not match its row. Without its solver's key it is not sent again, only awaited.
 * @throws {ServiceError} InternalServerError if the public node does not answer.
 */
export async function sendBytes(
  ctx: Context,
  transaction: SettlementTransaction,
): Promise<SentAnswer | SettlementEnd> {
  const tampered = await endIfTampered(ctx, transaction)
  if (tampered) return tampered
  const { chainId, rawTransaction: raw, txHash: hash } = transaction
  if (transaction.solverAddress !== solverAddress(ctx, chainId)) return 'accepted'
  const answer = await broadcast(ctx, { chainId, raw, hash, isPrivate: isPrivate(transaction) })
  if (typeof answer === 'string') return answer
  // A private endpoint is not asked whether it knows the transaction; it may refuse one that was mined.
  const end = await findReceipt(ctx, { chainId, txHashes: hashesOf(transaction) })
  return end ?? { state: 'abandoned', error: `refused: ${answer.refusal}` }
}

/**
 * Waits until a sent settlement ends or its deadline passes. Meanwhile sends it again if it was dropped, simulates it on
 * each new head, raises the fees of one that stays pending, and withdraws one that would revert. One that stays private
 * too long becomes public where the operator allows it. Undefined if it is still pending.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer; the error of `assertLeader`.
 */
export async function awaitSettlement(
  ctx: Context,
  sent: Pending,
  wait: Wait,
): Promise<SettlementEnd | undefined> {
  const { chainId, signal } = wait
  // The round's node may freeze while the settlement is pending: each step reads from the node that is best then.
  const { onOneNode } = ctx.nodes(chainId)
  const watch = watchSettlement(ctx, wait.passedOn)
  let { transaction, answer } = sent
  const resend = async () => {
    // A private endpoint keeps what it accepted.
    if (isPrivate(transaction) && answer === 'accepted') return undefined
    const sentAgain = await sendBytes(ctx, transaction)
    if (typeof sentAgain === 'object') return sentAgain
    answer = sentAgain
    return undefined
  }
  const onHead = async (head: bigint) => {
    if (transaction.solverAddress !== solverAddress(ctx, chainId)) return 'continue'
    await watch.look(transaction, head)
    if (watch.withdrawal() !== undefined) return 'stop'
    if (mayBecomePublic(ctx, transaction, { head, watch })) {
      const published = await publish(ctx, transaction, wait)
      if (published) transaction = published
    }
    return 'continue'
  }
  for (;;) {
    const deadlineBlock = submissionDeadline(ctx, transaction)
    const attemptEnd = await onOneNode(() => endOfAttempt(ctx, chainId))
    const isLast = attemptEnd >= deadlineBlock
    const end = await awaitReceipt(ctx, {
      chainId,
      txHashes: hashesOf(transaction),
      deadlineBlock: minAmount(deadlineBlock, attemptEnd),
      signal,
      onHead,
      remind: async () =>
        (await endIfTampered(ctx, transaction)) ??
        (await followNonce(ctx, transaction, wait)) ??
        (await resend()),
    })
    if (end || signal?.aborted) return end
    const reason = watch.withdrawal()
    if (reason !== undefined) {
      return onOneNode(() => withdraw(ctx, transaction, { ...wait, reason }))
    }
    if (isLast) return undefined
    const replaced = watch.reverts()
      ? undefined
      : await onOneNode(() => replace(ctx, transaction, wait))
    if (replaced) {
      transaction = replaced.transaction
      answer = replaced.answer
    }
  }
}

/**
 * Minimum wait before a settlement's fees are raised: the slowest network's block time, and two blocks, since one may be
 * missed.
 */
const replaceAfterSeconds = 12
const replaceAfterBlocks = 2

/** Returns the number of blocks after which the fees of a pending settlement are raised. */
export function attemptBlocks(network: Pick<Network, 'blockSeconds'>): bigint {
  return BigInt(blocksIn(network, { seconds: replaceAfterSeconds, min: replaceAfterBlocks }))
}

/**
 * Returns the block by which a settlement sent now should be mined.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
async function endOfAttempt(ctx: Context, chainId: number): Promise<bigint> {
  const { network } = ctx.chain(chainId)
  return (await newestNumber(ctx, chainId)) + attemptBlocks(network)
}

/**
 * Stores that a settlement is withdrawn, then cancels it where it was submitted. A restart in between continues the
 * cancellation, and never sends the settlement again.
 */
async function withdraw(
  ctx: Context,
  transaction: SettlementTransaction,
  { reason, ...wait }: Wait & { readonly reason: string },
): Promise<SettlementEnd | undefined> {
  const { chainId, txHash } = transaction
  ctx.log.info({ chainId, txHash, reason }, 'settlement withdrawn: it would revert')
  const withdrawn = await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), wait.epoch)
    return markWithdrawal(tx, transaction, reason)
  })
  if (withdrawn) return cancelSettlement(ctx, withdrawn, wait)
  return findReceipt(ctx, { chainId, txHashes: hashesOf(transaction) })
}

function mayBecomePublic(
  { config }: Context,
  { chainId, privateUntilBlock }: SettlementTransaction,
  { head, watch }: { readonly head: bigint; readonly watch: SettlementWatch },
): boolean {
  const isOver = privateUntilBlock !== undefined && head > privateUntilBlock
  return isOver && config.publicFallback.has(chainId) && !watch.reverts()
}

/** Sends a private settlement to the public node, once its row says so. */
async function publish(
  ctx: Context,
  transaction: SettlementTransaction,
  { chainId, epoch }: AuctionLeadership,
): Promise<SettlementTransaction | undefined> {
  const published = await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    return markPublic(tx, transaction)
  })
  if (!published) return undefined
  const { txHash } = published
  ctx.log.warn({ chainId, txHash }, 'settlement not mined privately: sent to the public node')
  await sendBytes(ctx, published)
  await markSent(ctx.db, published.id)
  return published
}

/**
 * Replaces a settlement at the same nonce with fees an eighth higher, and at least those of the next blocks. The signed
 * bytes are committed before they are sent. Undefined if it was not replaced: it has ended, another account signed it,
 * its fees are at the cap, or settling is off by now.
 * @throws {ServiceError} InternalServerError if the RPC does not answer; the error of `assertLeader`.
 */
async function replace(
  ctx: Context,
  transaction: SettlementTransaction,
  { epoch }: Pick<Wait, 'epoch'>,
): Promise<Pending | undefined> {
  const { chainId, nonce, txHash } = transaction
  if (transaction.solverAddress !== solverAddress(ctx, chainId)) return undefined
  const stored = await readSigned(ctx, transaction)
  // The next attempt finds the same state, and resolves it.
  if ('fault' in stored) return undefined
  if (isShadow(ctx, chainId)) return undefined
  const { to, callData, gas } = stored
  const cap = maxFeeOf(ctx, chainId, gas)
  const maxFee = minAmount(transaction.maxFee ?? cap, cap)
  const fees = replacementFees(stored.fees, await readGasMarket(ctx, chainId), maxFee)
  if (!fees) return undefined
  const call = { chainId, nonce, gas, fees, callData }
  const signed =
    to === ctx.config.settlementContract
      ? await signSettlement(ctx, call)
      : await signRefund(ctx, { ...call, to })
  const replacement = await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    return replaceTransaction(tx, transaction, { txHash: signed.hash, rawTransaction: signed.raw })
  })
  if (!replacement) return undefined
  const answer = await broadcast(ctx, { chainId, ...signed, isPrivate: isPrivate(replacement) })
  ctx.log.info({ chainId, txHash: signed.hash, replaced: txHash, answer }, 'settlement replaced')
  // After a rejection, the version with the lower fees is still pending.
  return { transaction: replacement, answer: answer === 'unanswered' ? answer : 'accepted' }
}
