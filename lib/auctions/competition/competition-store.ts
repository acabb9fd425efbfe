import type { Auction } from '@/lib/auctions/model/auction'
import { indexOrders } from '@/lib/auctions/model/ledger'
import { applyFees, executedFee } from '@/lib/auctions/model/order-fees'
import type { Solution } from '@/lib/auctions/model/solution'
import { type AuctionInput, packInput, unpackInput } from '@/lib/auctions/replay/auction-input'
import type { ScoredSolution } from '@/lib/auctions/selection/run-auction'
import type { Address } from '@/lib/core/address'
import { type Transaction, toDecimal } from '@/lib/db/database'
import { type BidFault, encodeFault } from './bid-fault'

/** A ranked solution. */
export type RankedSolution = ScoredSolution & {
  readonly isWinner: boolean
  readonly filteredOut: boolean
  /** Why it was filtered out. */
  readonly fault?: BidFault | undefined
  /** Of a winner: the winners' total without its solver, in native atoms. */
  readonly referenceScore?: bigint | undefined
  /** Of a winner that settles one order: the upper bound for that order alone, in atoms (see `boundSingleOrder`). */
  readonly boundSingleOrder?: bigint | undefined
}

/** The outcome of an auction, to be stored with its input. */
export type NewCompetition = {
  /** From {@link reserveAuctionId}. */
  readonly auctionId: bigint
  readonly input: AuctionInput
  /** Upper bound on the score of any settlement of its orders, in native atoms; undefined if unknown. */
  readonly bound?: bigint | undefined
  readonly deadlineBlock: bigint
  readonly solverAddress: Address
  readonly createdAt: Date
  /** Best first; the first one gets ranking 1. */
  readonly solutions: readonly RankedSolution[]
}

/** Reserves the next auction id: the calldata contains it, and is simulated before the auction is stored. */
export async function reserveAuctionId(db: Transaction): Promise<bigint> {
  const [row] = await db.$queryRaw<{ id: bigint }[]>`
    SELECT nextval(pg_get_serial_sequence('auctions', 'id')) AS id`
  if (!row) throw new Error('the auction sequence returned no id')
  return row.id
}

/** Stores an auction and its solutions, ranked in the given order. */
export async function saveCompetition(tx: Transaction, competition: NewCompetition): Promise<void> {
  const { input, auctionId, bound } = competition
  const { auction } = input
  await tx.auction.create({
    data: {
      id: auctionId,
      chainId: auction.chainId,
      blockNumber: auction.blockNumber,
      blockHash: auction.blockHash,
      deadlineBlock: competition.deadlineBlock,
      orderUids: auction.orders.map(({ uid }) => uid),
      input: await packInput(input),
      bound: bound === undefined ? null : toDecimal(bound),
      createdAt: competition.createdAt,
    },
  })
  await tx.auctionPrice.createMany({
    data: [...auction.prices].map(([token, price]) => ({
      auctionId,
      token,
      price: toDecimal(price),
    })),
  })
  await tx.solution.createMany({
    data: competition.solutions.map((ranked, index) => ({
      auctionId,
      solver: ranked.solution.solver,
      solverAddress: competition.solverAddress,
      score: toDecimal(ranked.score),
      ranking: index + 1,
      isWinner: ranked.isWinner,
      filteredOut: ranked.filteredOut,
      fault: ranked.fault ? encodeFault(ranked.fault) : null,
      referenceScore: ranked.referenceScore === undefined ? null : toDecimal(ranked.referenceScore),
      clearingPrices: pricesOf(ranked.solution),
      orders: ordersOf(auction, ranked.solution).map((order) => ({
        ...order,
        ...(ranked.boundSingleOrder === undefined
          ? {}
          : { bound: String(ranked.boundSingleOrder) }),
      })),
      gas: ranked.solution.gas,
    })),
  })
}

type Places = { readonly auctionId: bigint; readonly rankings: readonly number[] }

/** Stores which transaction settles some of an auction's winners. */
export async function assignTransaction(
  tx: Transaction,
  { auctionId, rankings }: Places,
  transactionId: bigint,
): Promise<void> {
  const where = { auctionId, ranking: { in: [...rankings] }, isWinner: true }
  await tx.solution.updateMany({ where, data: { transactionId } })
}

/** Abandons some of an auction's winners before they are sent. */
export async function abandonWinners(
  tx: Transaction,
  { auctionId, rankings }: Places,
  fault: BidFault,
): Promise<void> {
  const where = { auctionId, ranking: { in: [...rankings] }, isWinner: true, transactionId: null }
  await tx.solution.updateMany({ where, data: { fault: encodeFault(fault) } })
}

/** Abandons the winners of a network's newest auction that were neither sent nor abandoned, as after a crash. */
export async function abandonUnsentWinners(tx: Transaction, chainId: number): Promise<void> {
  const newest = await tx.auction.findFirst({
    where: { chainId },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  if (!newest) return
  const where = { auctionId: newest.id, isWinner: true, transactionId: null, fault: null }
  await tx.solution.updateMany({ where, data: { fault: encodeFault({ code: 'late' }) } })
}

/** Returns an auction's input for a replay; undefined if it was never stored, or deleted. */
export async function findAuctionInput(
  db: Transaction,
  auctionId: bigint,
): Promise<AuctionInput | undefined> {
  const where = { id: auctionId }
  const row = await db.auction.findUnique({ where, select: { input: true } })
  return row?.input ? unpackInput(row.input) : undefined
}

/** A solution's prices as stored. */
export function pricesOf({ clearingPrices }: Solution): Record<Address, string> {
  return Object.fromEntries([...clearingPrices].map(([token, price]) => [token, String(price)]))
}

/** A solution's amounts as stored: the owners' amounts net of fees. */
export function ordersOf(auction: Auction, { trades }: Solution) {
  const orders = indexOrders(auction)
  return trades.map((trade) => {
    const entry = orders.get(trade.uid)
    const { sellAmount, buyAmount, fees } = entry ? applyFees(entry, trade) : { ...trade, fees: [] }
    return {
      id: trade.uid,
      sellAmount: String(sellAmount),
      buyAmount: String(buyAmount),
      sellToken: entry?.order.sellToken ?? '0x',
      buyToken: entry?.order.buyToken ?? '0x',
      ...(trade.cost ? { cost: String(trade.cost) } : {}),
      ...(entry && fees.length > 0 ? { fees: fees.map((fee) => executedFee(entry, fee)) } : {}),
    }
  })
}
