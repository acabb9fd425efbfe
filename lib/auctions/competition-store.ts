import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import type { Prisma } from '@/prisma/generated/client'
import type { Auction } from './auction'
import { decodeAuction, encodeAuction } from './auction-json'
import type { Competition, CompetitionEntry } from './competition'
import type { ScoredSolution } from './run-auction'

/** A solution as it came out of the competition. */
export type RankedSolution = ScoredSolution & {
  readonly isWinner: boolean
  readonly filteredOut: boolean
}

/** The outcome of an auction, to be stored with its input. */
export type NewCompetition = {
  /** From {@link takeAuctionId}. */
  readonly auctionId: bigint
  readonly auction: Auction
  readonly deadlineBlock: bigint
  readonly solverAddress: Address
  readonly createdAt: Date
  /** Best first. */
  readonly solutions: readonly RankedSolution[]
}

/** Takes the next auction id, for the calldata that is simulated before the auction is stored. */
export async function takeAuctionId(db: Transaction): Promise<bigint> {
  const [row] = await db.$queryRaw<{ id: bigint }[]>`
    SELECT nextval(pg_get_serial_sequence('auctions', 'id')) AS id`
  if (!row) throw new Error('the auction sequence gave nothing')
  return row.id
}

/** Stores an auction and its solutions, ranked as they come; gives the id of the winning solution. */
export async function saveCompetition(
  tx: Transaction,
  competition: NewCompetition,
): Promise<bigint | undefined> {
  const { auction, auctionId } = competition
  await tx.auction.create({
    data: {
      id: auctionId,
      chainId: auction.chainId,
      blockNumber: auction.blockNumber,
      blockHash: auction.blockHash,
      deadlineBlock: competition.deadlineBlock,
      input: encodeAuction(auction) as Prisma.InputJsonValue,
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
  const rows = await tx.solution.createManyAndReturn({
    data: competition.solutions.map((ranked, index) => ({
      auctionId,
      solver: ranked.solution.solver,
      solverAddress: competition.solverAddress,
      score: toDecimal(ranked.score),
      ranking: index + 1,
      isWinner: ranked.isWinner,
      filteredOut: ranked.filteredOut,
      clearingPrices: pricesJson(ranked),
      orders: ordersJson(auction, ranked),
      gas: ranked.solution.gas,
    })),
    select: { id: true, isWinner: true },
  })
  return rows.find(({ isWinner }) => isWinner)?.id
}

/** The competition of a network's auction whose winner is sent. */
export async function findCompetition(
  db: Transaction,
  { chainId, auctionId }: { readonly chainId: number; readonly auctionId: bigint },
): Promise<Competition | undefined> {
  return find(db, { chainId, id: auctionId })
}

/** The newest competition of a network whose winner is sent. */
export async function findLatestCompetition(
  db: Transaction,
  chainId: number,
): Promise<Competition | undefined> {
  return find(db, { chainId })
}

/** The competition of a network whose winner was sent in this transaction. */
export async function findCompetitionByTransaction(
  db: Transaction,
  { chainId, txHash }: { readonly chainId: number; readonly txHash: Hex },
): Promise<Competition | undefined> {
  return find(db, { chainId, solutions: { some: { transaction: { txHash } } } })
}

/** Before it is sent a winner stays secret, so that nobody trades ahead of it. */
export const isSent = {
  solutions: { some: { transaction: { state: { not: 'prepared' } } } },
} as const

async function find(
  db: Transaction,
  where: Prisma.AuctionWhereInput,
): Promise<Competition | undefined> {
  const row = await db.auction.findFirst({
    where: { AND: [where, isSent] },
    orderBy: { id: 'desc' },
    include: {
      solutions: {
        orderBy: { ranking: 'asc' },
        include: { transaction: { select: { txHash: true } } },
      },
    },
  })
  if (!row) return undefined
  const auction = decodeAuction(row.input)
  return {
    auctionId: row.id,
    chainId: row.chainId,
    blockNumber: row.blockNumber,
    deadlineBlock: row.deadlineBlock,
    orderUids: auction.orders.map(({ uid }) => uid),
    prices: auction.prices,
    solutions: row.solutions.map((solution) => ({
      solver: solution.solver,
      solverAddress: solution.solverAddress as Address,
      score: fromDecimal(solution.score),
      ranking: solution.ranking,
      isWinner: solution.isWinner,
      filteredOut: solution.filteredOut,
      clearingPrices: solution.clearingPrices as CompetitionEntry['clearingPrices'],
      orders: solution.orders as CompetitionEntry['orders'] & Prisma.JsonArray,
      txHash: solution.transaction?.txHash as Hex | undefined,
    })),
  }
}

function pricesJson({ solution }: RankedSolution): Record<string, string> {
  return Object.fromEntries(
    [...solution.clearingPrices].map(([token, price]) => [token, String(price)]),
  )
}

function ordersJson(auction: Auction, { solution }: RankedSolution): Prisma.InputJsonValue {
  const orders = new Map(auction.orders.map(({ uid, order }) => [uid, order]))
  return solution.trades.map(({ uid, sellAmount, buyAmount }) => ({
    id: uid,
    sellAmount: String(sellAmount),
    buyAmount: String(buyAmount),
    sellToken: orders.get(uid)?.sellToken ?? '0x',
    buyToken: orders.get(uid)?.buyToken ?? '0x',
  }))
}
