import {
  assignTransaction,
  type NewCompetition,
  saveCompetition,
} from '@/lib/auctions/competition/competition-store'
import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { crashPoint } from '@/lib/core/crash-point'
import { blocksIn } from '@/lib/core/networks/network'
import { inTransaction, isUniqueViolation } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { findValueCaps } from '@/lib/settlements/auctioneer/canary'
import { noteRefusal } from '@/lib/settlements/books/solver-funds'
import { awaitReceipt } from './await-receipt'
import { broadcast } from './broadcast'
import { isSimulationConfirmed } from './confirm-simulation'
import { followNonce } from './follow-nonce'
import { readNextNonce } from './read-nonce'
import { endIfTampered, readSigned } from './read-signed'
import { recordOutcome } from './record-outcome'
import { isShadow } from './shadow'
import {
  type Fees,
  type SignedTransaction,
  signRefund,
  signSettlement,
  solverAddress,
} from './solver-account'
import { higherFees, maxFeeOf, raiseFees } from './transaction-fees'
import {
  hashesOf,
  insertSettlementTransaction,
  markSent,
  replaceTransaction,
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
  readonly orderUids: readonly Hex[]
  /** All tokens that it touches. */
  readonly tokens: readonly Address[]
  /** The leader's fencing epoch. */
  readonly epoch: bigint
  /** Stops the wait; the settlement is resumed at the next start. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The outcome of a submission; `busy`: the solver has another pending settlement, one of the orders has ended or lost its
 * authorisation since the auction began, or another node's simulation fails.
 */
export type SubmissionResult = {
  readonly state: 'mined' | 'failed' | 'pending' | 'busy'
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
  const { signed, nonce } = await signSubmission(ctx, submission)
  crashPoint('after-sign')
  const transaction = await commit(ctx, submission, { signed, nonce })
  if (!transaction) return { state: 'busy' }
  crashPoint('after-commit')
  return sendSettlement(ctx, transaction, submission)
}

/**
 * Broadcasts a committed settlement and waits for its end. A reorg may drop it, so the same bytes are sent again every
 * two seconds; once they are invalid, the settlement is abandoned and its orders are free.
 * @throws {ServiceError} as {@link submitSettlement}.
 */
export async function sendSettlement(
  ctx: Context,
  transaction: SettlementTransaction,
  { epoch, signal }: Pick<Submission, 'epoch' | 'signal'>,
): Promise<SubmissionResult> {
  const { chainId, id, txHash } = transaction
  // Leadership lost: the new leader resumes it.
  await inTransaction(ctx.db, (tx) => assertLeader(tx, auctionRole(chainId), epoch))
  const refused = await send(ctx, transaction)
  if (refused) {
    await noteRefusal(ctx, chainId, refused.error ?? '')
    await recordOutcome(ctx, transaction, { end: refused, epoch })
    return { state: 'failed', txHash }
  }
  crashPoint('after-send')
  await markSent(ctx.db, id)
  const end = await awaitMined(ctx, transaction, { epoch, signal })
  if (!end) return { state: 'pending', txHash }
  crashPoint('after-receipt')
  await recordOutcome(ctx, transaction, { end, epoch })
  return { state: end.state === 'mined' ? 'mined' : 'failed', txHash: end.txHash ?? txHash }
}

/**
 * Returns how a settlement ended that the network rejects or whose bytes do not match its row. Without its solver's key
 * it is not sent again, only awaited.
 */
async function send(
  ctx: Context,
  transaction: SettlementTransaction,
): Promise<SettlementEnd | undefined> {
  const tampered = await endIfTampered(ctx, transaction)
  if (tampered) return tampered
  const { chainId, rawTransaction: raw, txHash: hash } = transaction
  if (transaction.solverAddress !== solverAddress(ctx)) return undefined
  const refusal = await broadcast(ctx, { chainId, raw, hash })
  return refusal === undefined ? undefined : { state: 'abandoned', error: `refused: ${refusal}` }
}

/** Waits for the receipt until the deadline, and raises the fees of a settlement that stays pending. */
async function awaitMined(
  ctx: Context,
  sent: SettlementTransaction,
  { epoch, signal }: Pick<Submission, 'epoch' | 'signal'>,
): Promise<SettlementEnd | undefined> {
  const { chainId, deadlineBlock } = sent
  let transaction = sent
  const remind = async () =>
    (await endIfTampered(ctx, transaction)) ??
    (await followNonce(ctx, transaction, { chainId, epoch })) ??
    (await send(ctx, transaction))
  for (;;) {
    const attemptEnd = await endOfAttempt(ctx, chainId)
    const isLast = attemptEnd >= deadlineBlock
    const end = await awaitReceipt(ctx, {
      chainId,
      txHashes: hashesOf(transaction),
      deadlineBlock: isLast ? deadlineBlock : attemptEnd,
      signal,
      remind,
    })
    if (end || isLast || signal?.aborted) return end
    transaction = (await replaceSettlement(ctx, transaction, { epoch })) ?? transaction
  }
}

type Signing = { readonly signed: SignedTransaction; readonly nonce: bigint }

async function signSubmission(ctx: Context, submission: Submission): Promise<Signing> {
  const { chainId } = submission.competition.input.auction
  const { highest: nonce } = await readNextNonce(ctx, chainId, solverAddress(ctx))
  const { callData, gas, fees } = submission
  return { signed: await signSettlement(ctx, { chainId, nonce, gas, fees, callData }), nonce }
}

/**
 * The partial unique index admits one pending settlement; undefined if there is another. The row locks decide between
 * this settlement and a cancellation or replacement of its orders: the first one wins.
 */
async function commit(
  ctx: Context,
  { competition, rankings, isStored, orderUids, maxFee, value, epoch }: Submission,
  { signed, nonce }: Signing,
): Promise<SettlementTransaction | undefined> {
  const { auctionId, input } = competition
  const { chainId } = input.auction
  try {
    return await inTransaction(ctx.db, async (tx) => {
      await assertLeader(tx, auctionRole(chainId), epoch)
      await lockOrders(tx, orderUids)
      const orders = await listOrdersByUids(tx, orderUids)
      if (orders.some(({ status, signed }) => status !== 'open' || !signed)) return undefined
      const caps = await findValueCaps(ctx, chainId, tx)
      if (caps && value > caps.day) return undefined
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
        deadlineBlock: competition.deadlineBlock,
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

/** Minimum wait before a settlement's fees are raised: the slowest network's block time, and two blocks, since one may be missed. */
const replaceAfterSeconds = 12
const replaceAfterBlocks = 2

/**
 * Returns the block by which a settlement sent now should be mined.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
async function endOfAttempt(ctx: Context, chainId: number): Promise<bigint> {
  const chain = ctx.chain(chainId)
  const blocks = blocksIn(chain.network, { seconds: replaceAfterSeconds, min: replaceAfterBlocks })
  return (await readHeadNumber(chain)) + BigInt(blocks)
}

/**
 * Replaces a settlement at the same nonce with fees an eighth higher, and at least those of the next blocks. The signed
 * bytes are committed before they are sent. Undefined if it was not replaced: it has ended, another account signed it,
 * its fees are at the cap, or settling is off by now.
 * @throws {ServiceError} InternalServerError if the RPC does not answer; the error of `assertLeader`.
 */
async function replaceSettlement(
  ctx: Context,
  transaction: SettlementTransaction,
  { epoch }: { readonly epoch: bigint },
): Promise<SettlementTransaction | undefined> {
  const { chainId, nonce, txHash } = transaction
  if (transaction.solverAddress !== solverAddress(ctx)) return undefined
  const stored = await readSigned(ctx, transaction)
  // The next attempt finds the same state, and resolves it.
  if ('fault' in stored) return undefined
  if (isShadow(ctx, chainId)) return undefined
  const { to, callData, gas } = stored
  const cap = maxFeeOf(ctx, chainId, gas)
  const maxFee = minAmount(transaction.maxFee ?? cap, cap)
  const fees = await higherFees(ctx, { chainId, fees: raiseFees(stored.fees), maxFee })
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
  const refusal = await broadcast(ctx, { chainId, raw: signed.raw, hash: signed.hash })
  ctx.log.info({ chainId, txHash: signed.hash, replaced: txHash, refusal }, 'settlement replaced')
  return replacement
}
