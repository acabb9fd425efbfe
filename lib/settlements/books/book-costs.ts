import type { TransactionReceipt } from 'viem'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import { nativeValue } from '@/lib/auctions/model/auction'
import { isTrusted } from '@/lib/auctions/model/capped-value'
import { findBlockAtOrBelow, findTip, lockPosition } from '@/lib/chain/block-store'
import { readOperatorFee } from '@/lib/chain/data-fee'
import { isNotFound } from '@/lib/chain/node-error'
import { readHeader } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { toAddress } from '@/lib/core/address'
import { maxAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/group-by'
import { daySeconds } from '@/lib/core/time'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { toNative } from '@/lib/metrics/metrics'
import {
  type IndexerLeadership,
  indexerRole,
  settlementIndex,
} from '@/lib/settlements/indexing/indexer-role'
import { findIndexedSettlement, findPlan } from './booked-settlement-query'
import { insertCost, listUnbooked, type SettlementCost, type Unbooked } from './cost-store'
import { type CostReceipt, paysOperatorFee, transactionCost } from './transaction-cost'

/** Milliseconds after which no receipt of a signed transaction is looked up: a node may prune older ones. */
const soughtMs = 7 * daySeconds * 1_000

/**
 * Books the mined transactions of the solver up to the indexed block, by the nonces of what it signed. Returns their
 * number. A reorg removes them with their block; they are then booked again.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer; Conflict if another process leads.
 */
export async function bookCosts(ctx: Context, leadership: IndexerLeadership): Promise<number> {
  const { chainId } = leadership
  const since = new Date(ctx.now() - soughtMs)
  const unbooked = await listUnbooked(ctx.db, { chainId, since })
  if (unbooked.length === 0) return 0
  try {
    return await book(ctx, leadership, unbooked)
  } catch (cause) {
    throw isServiceError(cause) ? cause : dependencyDown(ctx.chain(chainId).network.title, cause)
  }
}

async function book(
  ctx: Context,
  leadership: IndexerLeadership,
  unbooked: readonly Unbooked[],
): Promise<number> {
  let booked = 0
  for (const [address, signed] of groupBy(unbooked, ({ solverAddress }) => solverAddress)) {
    const used = BigInt(await ctx.chain(leadership.chainId).client.getTransactionCount({ address }))
    const mined = signed.filter(({ nonce }) => nonce < used)
    for (const [, candidates] of groupBy(mined, ({ nonce }) => nonce)) {
      const cost = await findCost(ctx, leadership.chainId, candidates)
      if (!cost || !(await insertIndexed(ctx, leadership, cost))) continue
      booked += 1
      count(ctx, cost)
    }
  }
  return booked
}

function count({ metrics }: Context, booked: SettlementCost): void {
  const { chainId: chain, gasUsed, costWei, keptWei, owedWei } = booked
  metrics.gas.inc({ chain }, Number(gasUsed))
  metrics.cost.inc({ chain }, toNative(costWei))
  metrics.kept.inc({ chain }, toNative(maxAmount(0n, keptWei)))
  const profitWei = keptWei - owedWei - costWei
  // Counters cannot fall, and a gauge would forget at a restart.
  metrics.profit.inc({ chain }, toNative(maxAmount(0n, profitWei)))
  metrics.loss.inc({ chain }, toNative(maxAmount(0n, -profitWei)))
}

/** The cost of the transaction that was mined at a nonce; undefined if none of these was. */
async function findCost(
  ctx: Context,
  chainId: number,
  candidates: readonly Unbooked[],
): Promise<SettlementCost | undefined> {
  for (const candidate of candidates) {
    const receipt = await findReceipt(ctx, chainId, candidate.txHash)
    if (receipt) return costOf(ctx, chainId, { candidate, receipt })
  }
  return undefined
}

async function findReceipt(
  ctx: Context,
  chainId: number,
  hash: Hex,
): Promise<TransactionReceipt | undefined> {
  return ctx
    .chain(chainId)
    .client.getTransactionReceipt({ hash })
    .catch((error) => {
      if (isNotFound(error, 'TransactionReceiptNotFoundError')) return undefined
      throw error
    })
}

type Mined = { readonly candidate: Unbooked; readonly receipt: TransactionReceipt }

async function costOf(
  ctx: Context,
  chainId: number,
  { candidate, receipt }: Mined,
): Promise<SettlementCost | undefined> {
  const chain = ctx.chain(chainId)
  const { blockNumber, blockHash, gasUsed, effectiveGasPrice } = receipt
  const header = await readHeader(chain, blockNumber)
  if (header.hash !== blockHash) return undefined
  const { nonce, solverAddress, txHash } = candidate
  const succeeded = receipt.status === 'success'
  const isSettlement =
    receipt.to !== null && toAddress(receipt.to) === ctx.config.settlementContract
  const kind = candidate.kind ?? (isSettlement ? 'settlement' : 'refund')
  const paid: CostReceipt = receipt
  const operatorFee = paysOperatorFee(paid)
    ? await readOperatorFee(ctx, chainId, { gas: gasUsed, blockNumber })
    : 0n
  const plan = await findPlan(ctx.db, { chainId, txHash })
  const kept =
    kind === 'settlement' && succeeded
      ? await keptBy(ctx, {
          ...{ chainId, txHash, blockHash: header.hash },
          plannedKept: plan?.plannedKept,
        })
      : nothing
  if (!kept) return undefined
  return {
    ...{ chainId, txHash, kind, succeeded, solverAddress, nonce, blockNumber },
    ...{ blockHash: header.hash, timestamp: header.timestamp },
    ...{ gasUsed, gasPrice: effectiveGasPrice },
    ...transactionCost(chain.network, paid, operatorFee),
    ...kept,
    burnWei: maxAmount(0n, gasUsed - (plan?.simulatedGas ?? gasUsed)) * effectiveGasPrice,
  }
}

type Place = {
  readonly chainId: number
  readonly txHash: Hex
  readonly blockHash: Hex
  readonly plannedKept: bigint | undefined
}
type Kept = Pick<SettlementCost, 'auctionId' | 'kept' | 'keptWei' | 'owedWei' | 'slackWei'>

const nothing: Kept = {
  ...{ auctionId: undefined, kept: undefined },
  ...{ keptWei: 0n, owedWei: 0n, slackWei: 0n },
}

/** What a settlement kept according to the index, at its auction's prices; undefined if it is not indexed yet. */
async function keptBy(ctx: Context, { plannedKept, ...place }: Place): Promise<Kept | undefined> {
  const settlement = await findIndexedSettlement(ctx.db, place)
  if (!settlement) return undefined
  const { auctionId } = settlement
  const input = auctionId === undefined ? undefined : await findAuctionInput(ctx.db, auctionId)
  const auction = input?.auction
  const kept = settlement.kept?.map((one) => {
    const price = auction && isTrusted(auction, one.token) && auction.prices.get(one.token)
    return { ...one, ...(price === undefined || price === false ? {} : { price: String(price) }) }
  })
  let [keptWei, owedWei] = [0n, 0n]
  for (const { amount, owed, price = '0' } of kept ?? []) {
    keptWei += nativeValue(BigInt(amount), BigInt(price))
    owedWei += nativeValue(BigInt(owed), BigInt(price))
  }
  const slackWei = auction && kept ? maxAmount(0n, (plannedKept ?? 0n) - keptWei) : 0n
  return { auctionId, kept, keptWei, owedWei, slackWei }
}

/** Stores a cost if the index has its block, with which a reorg removes it. */
async function insertIndexed(
  ctx: Context,
  { chainId, epoch }: IndexerLeadership,
  cost: SettlementCost,
): Promise<boolean> {
  const index = settlementIndex(chainId)
  return inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, indexerRole(chainId), epoch)
    await lockPosition(tx, index)
    const tip = await findTip(tx, index)
    if (!tip || tip.number < cost.blockNumber) return false
    const block = await findBlockAtOrBelow(tx, index, cost.blockNumber)
    // Blocks below the kept headers are no longer reorged.
    const isOther = block?.number === cost.blockNumber && block.hash !== cost.blockHash
    return !isOther && insertCost(tx, cost)
  })
}
