import { unpackOutcome } from '@/lib/auctions/competition/outcome'
import { type IndexedEvent, type Of, ofKind, placeKey } from '@/lib/chain-events/contract-event'
import type { ExecutedFee } from '@/lib/chain-events/executed-fee'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { groupBy } from '@/lib/core/group-by'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { Solution as SolutionRow } from '@/prisma/generated/client'
/** A winner as stored before it was sent; amounts in atoms. */
export type SettledSolution = {
  readonly auctionId: bigint
  readonly score: bigint
  /** Gas estimate of a settlement of this winner alone. */
  readonly gas: bigint
  readonly clearingPrices: ReadonlyMap<Address, bigint>
  readonly orders: readonly SettledOrder[]
}

/** An order's planned amounts, net of fees. */
export type SettledOrder = {
  readonly uid: Hex
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Sum of its fees in atoms of the token whose amount is not fixed. */
  readonly fee: bigint
  /** Its contribution to gas and rounding beyond the price, in atoms of that token. */
  readonly cost: bigint
  /** Its fees and their recipients. */
  readonly fees: readonly ExecutedFee[]
}

type OrderJson = {
  readonly id: Hex
  readonly sellAmount: string
  readonly buyAmount: string
  readonly cost?: string
  readonly fees?: readonly ExecutedFee[]
}

/** The winners of one transaction. */
export async function listSettledSolutions(
  db: Transaction,
  transactionId: bigint,
): Promise<SettledSolution[]> {
  const rows = await db.solution.findMany({
    where: { transactionId, isWinner: true },
    orderBy: { ranking: 'asc' },
  })
  return rows.map(toSettled)
}

/** A stored solution in the comparison of an auction's scores. */
export type ComparedSolution = SettledSolution & {
  readonly ranking: number
  readonly isWinner: boolean
  readonly filteredOut: boolean
  readonly transactionId: bigint | undefined
}

/** Returns all solutions of an auction, best first. */
export async function listComparedSolutions(
  db: Transaction,
  auctionId: bigint,
): Promise<ComparedSolution[]> {
  const rows = await db.solution.findMany({ where: { auctionId }, orderBy: { ranking: 'asc' } })
  return rows.map((row) => ({
    ...toSettled(row),
    ranking: row.ranking,
    isWinner: row.isWinner,
    filteredOut: row.filteredOut,
    transactionId: row.transactionId ?? undefined,
  }))
}

/** A winner, and all hashes under which its transaction may have been mined. */
export type SentSolution = SettledSolution & { readonly txHashes: readonly string[] }

/** Returns the winners of a network's auctions that were sent. */
export async function listSentSolutions(
  db: Transaction,
  { chainId, auctionIds }: { readonly chainId: number; readonly auctionIds: readonly bigint[] },
): Promise<SentSolution[]> {
  const rows = await db.solution.findMany({
    where: { auctionId: { in: [...auctionIds] }, isWinner: true, auction: { chainId } },
    include: { transaction: { select: { txHash: true, replacedHashes: true } } },
    orderBy: [{ auctionId: 'asc' }, { ranking: 'asc' }],
  })
  return rows.flatMap(({ transaction, ...row }) => {
    if (!transaction) return []
    return [{ ...toSettled(row), txHashes: [transaction.txHash, ...transaction.replacedHashes] }]
  })
}

function toSettled(row: SolutionRow): SettledSolution {
  return {
    auctionId: row.auctionId,
    score: fromDecimal(row.score),
    gas: row.gas,
    clearingPrices: new Map(
      Object.entries(row.clearingPrices as Record<Address, string>).map(
        ([token, price]) => [token as Address, BigInt(price)] as const,
      ),
    ),
    orders: (row.orders as unknown as readonly OrderJson[]).map(({ id, fees = [], ...order }) => ({
      uid: id,
      sellAmount: BigInt(order.sellAmount),
      buyAmount: BigInt(order.buyAmount),
      fee: fees.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      fees,
      cost: BigInt(order.cost ?? 0),
    })),
  }
}

type StoredOrder = {
  readonly id: string
  readonly sellAmount: string
  readonly buyAmount: string
  readonly fees?: readonly ExecutedFee[]
}

/**
 * Returns the fees that these fills paid beyond their signed fees, by position. They come from the winning solution, if
 * it traded exactly these amounts.
 */
export async function findExecutedFees(
  tx: Transaction,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<ReadonlyMap<string, readonly ExecutedFee[]>> {
  const settlements = groupBy(ofKind(events, 'settlement'), ({ txHash }) => txHash)
  const trades = ofKind(events, 'trade').flatMap((event) => {
    const auctionId = auctionOf(event, settlements.get(event.txHash) ?? [])
    return auctionId === undefined ? [] : [{ event, auctionId }]
  })
  const ids = [...new Set(trades.map(({ auctionId }) => auctionId))]
  if (ids.length === 0) return new Map()
  const solutions = await tx.solution.findMany({
    where: { auctionId: { in: ids }, isWinner: true, auction: { chainId } },
    select: { auctionId: true, orders: true },
  })
  const packed = await tx.auction.findMany({
    where: { id: { in: ids }, chainId, outcome: { not: null } },
    select: { id: true, outcome: true },
  })
  const winners = [
    ...solutions,
    ...packed.flatMap(({ id, outcome }) =>
      outcome ? unpackOutcome(outcome).winners.map((one) => ({ ...one, auctionId: id })) : [],
    ),
  ]
  const orders = new Map(
    winners.flatMap((winner) =>
      (winner.orders as unknown as readonly StoredOrder[]).map(
        (order) => [`${winner.auctionId} ${order.id}`, order] as const,
      ),
    ),
  )
  return new Map(
    trades.flatMap(({ event, auctionId }) => {
      const order = orders.get(`${auctionId} ${event.orderUid}`)
      return order?.fees && isOf(order, event) ? [[placeKey(event), order.fees] as const] : []
    }),
  )
}

/** The auction named by a fill's settlement: the next `Settlement` event of the transaction. */
function auctionOf(
  trade: Of<'trade'>,
  settlements: readonly Of<'settlement'>[],
): bigint | undefined {
  let next: Of<'settlement'> | undefined
  for (const settlement of settlements) {
    if (settlement.logIndex < trade.logIndex || settlement.blockHash !== trade.blockHash) continue
    if (!next || settlement.logIndex < next.logIndex) next = settlement
  }
  return next?.auctionId
}

function isOf(order: StoredOrder, trade: Of<'trade'>): boolean {
  const sold = trade.sellAmount - trade.feeAmount
  return order.sellAmount === String(sold) && order.buyAmount === String(trade.buyAmount)
}
