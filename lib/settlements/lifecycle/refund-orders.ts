import { encodeFunctionData } from 'viem'
import { onchainOrdersAbi } from '@/lib/chain/contract-abis'
import { readDataFee } from '@/lib/chain/data-fee'
import { readGasMarket } from '@/lib/chain/gas-market'
import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { isNativeOrder } from '@/lib/core/native-order'
import { blocksIn } from '@/lib/core/networks/network'
import { toUnixSeconds } from '@/lib/core/time'
import { inTransaction, isUniqueViolation } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import type { OrderRecord } from '@/lib/orders/order-record'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { backOffOrders, deferredOrders } from '@/lib/settlements/auctioneer/order-backoff'
import { isWithinRefundShare } from '@/lib/settlements/books/loss-budget'
import { planDeadlines } from '@/lib/settlements/submission/private-endpoints'
import { findNonceToSign } from '@/lib/settlements/submission/read-nonce'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { isShadow } from '@/lib/settlements/submission/shadow'
import { type Fees, signRefund, solverAddress } from '@/lib/settlements/submission/solver-account'
import {
  type SubmissionResult,
  sendSettlement,
} from '@/lib/settlements/submission/submit-settlement'
import { maxFeeOf, offerFees } from '@/lib/settlements/submission/transaction-fees'
import {
  insertSettlementTransaction,
  type SettlementTransaction,
} from '@/lib/settlements/submission/transaction-store'
import { listUnrefunded } from './expired-order-query'

/** Owners refund older orders themselves. */
const longestSeconds = 7 * 86_400
/** Maximum number of simulated orders per round: at one call each they delay no auction. */
const attempts = 5
/** Deadline of a public refund, in blocks and in seconds: it is not urgent, but it holds the nonce. */
const deadlineBlocks = 20
const deadlineSeconds = 60
/**
 * On real networks the refund must be worth this multiple of its gas, so that burning the operator's ether costs more.
 */
const minWorth = 10n

type Leadership = {
  readonly chainId: number
  readonly epoch: bigint
  readonly signal?: AbortSignal | undefined
}

/** A simulated call of the contract that owns an order. */
type Refund = {
  readonly order: OrderRecord
  readonly callData: Hex
  readonly gas: bigint
  readonly fees: Fees
}

/**
 * Refunds one expired native order, which anyone may do after its expiry; the contract determines the amount and the
 * recipient. The transaction is committed, sent, replaced, withdrawn and resumed like a settlement, privately where
 * settlements are, so the two are never pending together. Undefined if there is nothing to refund,
 * settling is off, or the refunds of a day cost too much ({@link isWithinRefundShare}).
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function refundOrders(
  ctx: Context,
  { chainId, epoch, signal }: Leadership,
): Promise<SubmissionResult['state'] | undefined> {
  if (isShadow(ctx, chainId) || (await findSettlementPause(ctx.db, chainId))) return undefined
  if (!(await isWithinRefundShare(ctx, chainId))) return undefined
  const refund = await findRefund(ctx, chainId)
  const transaction = refund && (await commit(ctx, refund, epoch))
  if (!transaction) return undefined
  const { state, txHash } = await sendSettlement(ctx, transaction, { epoch, signal })
  ctx.log.info({ chainId, orderUid: refund.order.uid, txHash, state }, 'refund of a native order')
  return state
}

async function findRefund(ctx: Context, chainId: number): Promise<Refund | undefined> {
  const owners = ctx.config.onchainOrderContracts.get(chainId) ?? []
  if (owners.length === 0) return undefined
  const endedSince = toUnixSeconds(ctx.now()) - longestSeconds
  const orders = await listUnrefunded(ctx.db, {
    chainId,
    owners,
    endedSince,
    now: new Date(ctx.now()),
  })
  const deferred = deferredOrders(ctx, chainId)
  const due = orders.filter((order) => isNativeOrder(order) && !deferred.has(order.uid))
  for (const order of due.slice(0, attempts)) {
    const refund = await simulateRefund(ctx, order)
    if (refund) return refund
    backOffOrders(ctx, chainId, [order.uid])
  }
  return undefined
}

/** Returns the call that refunds an order, if it succeeds and is worth its gas. */
async function simulateRefund(ctx: Context, order: OrderRecord): Promise<Refund | undefined> {
  const { chainId } = order
  const { client } = ctx.chain(chainId)
  const callData = encodeFunctionData({
    abi: onchainOrdersAbi,
    functionName: 'invalidateOrder',
    args: [{ ...order, validTo: order.trueValidTo, quoteId: order.quoteId ?? 0n }],
  })
  const call = { account: solverAddress(ctx, chainId), to: order.owner, data: callData }
  const [used, market] = await Promise.all([
    client.estimateGas(call).catch(() => undefined),
    readGasMarket(ctx, chainId),
  ])
  if (used === undefined) return undefined
  const dataFee = await readDataFee(ctx, chainId, { callData, gas: used })
  const left = order.sellAmount - order.executedSell
  const isEmbedded = ctx.config.embeddedChainIds.includes(chainId)
  if (!isEmbedded && left < (used * market.price + dataFee.wei) * minWorth) return undefined
  const gas = (used * 13n) / 10n
  const fees = offerFees(market, maxFeeOf(ctx, chainId, gas))
  return fees && { order, callData, gas, fees }
}

/** Undefined if a settlement is pending, or nodes contradict each other about the next nonce. */
async function commit(
  ctx: Context,
  { order, callData, gas, fees }: Refund,
  epoch: bigint,
): Promise<SettlementTransaction | undefined> {
  const { chainId, owner: to, uid } = order
  const address = solverAddress(ctx, chainId)
  const chain = ctx.chain(chainId)
  const [nonce, head] = await Promise.all([
    findNonceToSign(ctx, chainId, address),
    readHeadNumber(chain),
  ])
  if (nonce === undefined) return undefined
  const wait = { seconds: deadlineSeconds, min: deadlineBlocks }
  const signed = await signRefund(ctx, { chainId, nonce, gas, fees, callData, to })
  try {
    return await inTransaction(ctx.db, async (tx) => {
      await assertLeader(tx, auctionRole(chainId), epoch)
      return insertSettlementTransaction(tx, {
        chainId,
        solverAddress: address,
        nonce,
        txHash: signed.hash,
        rawTransaction: signed.raw,
        epoch,
        orderUids: [uid],
        maxFee: undefined,
        value: undefined,
        // Front-running a refund gains nothing, since the contract determines the recipient, but costs its gas: the owner may
        // refund the order first, or refuse the payment on chain only. Private endpoints drop what would revert.
        ...planDeadlines(ctx, chainId, {
          head,
          deadlineBlock: head + BigInt(blocksIn(chain.network, wait)),
        }),
        createdAt: new Date(ctx.now()),
      })
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
