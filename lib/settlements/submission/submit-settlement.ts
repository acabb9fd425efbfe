import {
  assignTransaction,
  type NewCompetition,
  saveCompetition,
} from '@/lib/auctions/competition/competition-store'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { crashPoint } from '@/lib/core/crash-point'
import { inTransaction, isUniqueViolation } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { findValueCaps } from '@/lib/settlements/auctioneer/canary'
import { isWithinLossBudget } from '@/lib/settlements/books/loss-budget'
import { noteRefusal } from '@/lib/settlements/books/solver-funds'
import { awaitSettlement, sendBytes } from './await-settlement'
import { isSimulationConfirmed } from './confirm-simulation'
import { isPrivate, planDeadlines } from './private-endpoints'
import { findNonceToSign } from './read-nonce'
import { recordOutcome, recordStep } from './record-outcome'
import { type Fees, type SignedTransaction, signSettlement, solverAddress } from './solver-account'
import {
  insertSettlementTransaction,
  markSent,
  type SettlementEnd,
  type SettlementTransaction,
} from './transaction-store'

/** Winners of a competition in one transaction, ready to send. */
export type Submission = {
  readonly competition: NewCompetition
  /** Rankings of the transaction's winners. */
  readonly rankings: readonly number[]
  /** Whether an earlier transaction has stored the competition already. */
  readonly isStored?: true
  readonly callData: Hex
  /** Gas limit and fees of the transaction. */
  readonly gas: bigint
  readonly fees: Fees
  /** Maximum fee per gas for replacements, in wei. */
  readonly maxFee: bigint
  /** What its orders sell, in wei at the auction's prices. */
  readonly value: bigint
  /** Gas used in the simulation. */
  readonly usedGas: bigint
  /** What it keeps if its pools pay as simulated, in wei at the auction's prices. */
  readonly kept: bigint
  /** The block on which it passed simulation. */
  readonly blockNumber: bigint
  readonly orderUids: readonly Hex[]
  /** All tokens that it touches. */
  readonly tokens: readonly Address[]
  /** The leader's fencing epoch. */
  readonly epoch: bigint
  /** Stops the wait; the settlement is resumed at the next start. */
  readonly signal?: AbortSignal | undefined
}

type Sending = Pick<Submission, 'epoch' | 'signal'> & Partial<Pick<Submission, 'blockNumber'>>

/**
 * The outcome of a submission; `withdrawn`: it would have reverted, and was cancelled; `busy`: the solver has another
 * pending settlement, one of the orders has ended or lost its authorisation since the auction began, another node's
 * simulation fails, nodes contradict each other about the next nonce, or reverts that may exceed the loss budget are not
 * booked yet.
 */
export type SubmissionResult = {
  readonly state: 'mined' | 'failed' | 'withdrawn' | 'pending' | 'busy'
  readonly txHash?: Hex
}

/**
 * Signs a settlement, commits the signed bytes together with its competition (unless stored already), and only then
 * broadcasts and waits for the receipt. A restart at any point finds the bytes.
 * @throws {ServiceError} InternalServerError if the RPC does not answer; the settlement stays pending.
 */
export async function submitSettlement(
  ctx: Context,
  submission: Submission,
): Promise<SubmissionResult> {
  const { chainId } = submission.competition.input.auction
  if (!(await isSimulationConfirmed(ctx, chainId, submission))) return { state: 'busy' }
  crashPoint('before-sign')
  const signing = await signSubmission(ctx, submission)
  if (!signing) return { state: 'busy' }
  crashPoint('after-sign')
  const transaction = await commit(ctx, submission, signing)
  if (!transaction) return { state: 'busy' }
  crashPoint('after-commit')
  return sendSettlement(ctx, transaction, submission)
}

/**
 * Sends a committed settlement and waits for its end ({@link awaitSettlement}). A reorg may drop it, so the same bytes
 * are sent again; once they are invalid, the settlement is abandoned and its orders are free.
 * @throws {ServiceError} as {@link submitSettlement}.
 */
export async function sendSettlement(
  ctx: Context,
  transaction: SettlementTransaction,
  sending: Sending,
): Promise<SubmissionResult> {
  const { chainId, txHash, orderUids: orders } = transaction
  const attributes = { 'coincide.chain_id': chainId, 'coincide.tx_hash': txHash }
  return ctx.traces.run('settlement', { attributes, orders }, () =>
    sendAndAwait(ctx, transaction, sending),
  )
}

async function sendAndAwait(
  ctx: Context,
  transaction: SettlementTransaction,
  { epoch, signal, blockNumber: passedOn }: Sending,
): Promise<SubmissionResult> {
  const { chainId, id, txHash } = transaction
  const startMs = ctx.now()
  // Leadership lost: the new leader resumes it.
  await inTransaction(ctx.db, (tx) => assertLeader(tx, auctionRole(chainId), epoch))
  const answer = await sendBytes(ctx, transaction)
  if (typeof answer === 'object') {
    if (answer.state === 'abandoned') await noteRefusal(ctx, chainId, answer.error ?? '')
    await recordOutcome(ctx, transaction, { end: answer, epoch })
    return resultOf(answer, txHash)
  }
  crashPoint('after-send')
  recordStep(ctx, transaction, { name: 'submit', startMs, txHash })
  const sentMs = ctx.now()
  if (!isPrivate(transaction)) await markSent(ctx.db, id)
  const sent = { transaction, answer }
  const end = await awaitSettlement(ctx, sent, { chainId, epoch, signal, passedOn })
  if (!end) return { state: 'pending', txHash }
  crashPoint('after-receipt')
  await recordOutcome(ctx, transaction, { end, epoch, startMs: sentMs })
  return resultOf(end, txHash)
}

function resultOf({ state, txHash }: SettlementEnd, sent: Hex): SubmissionResult {
  return { state: state === 'abandoned' ? 'failed' : state, txHash: txHash ?? sent }
}

type Signing = { readonly signed: SignedTransaction; readonly nonce: bigint }

async function signSubmission(ctx: Context, submission: Submission): Promise<Signing | undefined> {
  const { chainId } = submission.competition.input.auction
  const nonce = await findNonceToSign(ctx, chainId, solverAddress(ctx, chainId))
  if (nonce === undefined) return undefined
  const { callData, gas, fees } = submission
  return { signed: await signSettlement(ctx, { chainId, nonce, gas, fees, callData }), nonce }
}

/**
 * The partial unique index admits one pending settlement; undefined if there is another. The row locks decide between
 * this settlement and a cancellation or replacement of its orders: the first one wins.
 */
async function commit(
  ctx: Context,
  submission: Submission,
  { signed, nonce }: Signing,
): Promise<SettlementTransaction | undefined> {
  const { competition, rankings, isStored, orderUids, maxFee, value, usedGas, kept } = submission
  const { blockNumber, epoch } = submission
  const { auctionId, input, deadlineBlock } = competition
  const { chainId } = input.auction
  try {
    return await inTransaction(ctx.db, async (tx) => {
      await assertLeader(tx, auctionRole(chainId), epoch)
      await lockOrders(tx, orderUids)
      const orders = await listOrdersByUids(tx, orderUids)
      if (orders.some(({ status, signed }) => status !== 'open' || !signed)) return undefined
      const caps = await findValueCaps(ctx, chainId, tx)
      if (caps && value > caps.day) return undefined
      if (!(await isWithinLossBudget(ctx, chainId, tx))) {
        ctx.log.info({ chainId, auctionId }, 'settlement waits until reverts are booked')
        return undefined
      }
      if (!isStored) await saveCompetition(tx, competition)
      const transaction = await insertSettlementTransaction(tx, {
        chainId,
        solverAddress: competition.solverAddress,
        nonce,
        txHash: signed.hash,
        rawTransaction: signed.raw,
        epoch,
        orderUids,
        maxFee,
        value,
        simulatedGas: usedGas,
        plannedKept: kept,
        ...planDeadlines(ctx, chainId, { head: blockNumber, deadlineBlock }),
        createdAt: new Date(ctx.now()),
      })
      await assignTransaction(tx, { auctionId, rankings }, transaction.id)
      return transaction
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
