import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { Prisma, TransactionState } from '@/prisma/generated/client'
import type { Competition, CompetitionEntry } from './competition'

/** Returns a network's competition by auction id, if its winner was sent. */
export async function findCompetition(
  db: Transaction,
  { chainId, auctionId }: { readonly chainId: number; readonly auctionId: bigint },
): Promise<Competition | undefined> {
  return find(db, { chainId, id: auctionId })
}

/** Returns a competition of any network by auction id, if its winner was sent; ids are globally unique. */
export async function findToldCompetition(
  db: Transaction,
  auctionId: bigint,
): Promise<Competition | undefined> {
  return find(db, { id: auctionId })
}

/** Returns the newest competition of a network with a sent winner. */
export async function findLatestCompetition(
  db: Transaction,
  chainId: number,
): Promise<Competition | undefined> {
  return find(db, { chainId })
}

/** Returns a network's competition by its settling transaction. */
export async function findCompetitionByTransaction(
  db: Transaction,
  { chainId, txHash }: { readonly chainId: number; readonly txHash: Hex },
): Promise<Competition | undefined> {
  return find(db, { chainId, solutions: { some: { transaction: { txHash } } } })
}

/** Selects competitions with a sent winner. */
export const isSent = {
  solutions: { some: { transaction: { state: { not: 'prepared' } } } },
} as const

/** A winner stays secret until it is sent or abandoned, so that nobody can front-run it. */
export const isTold = {
  OR: [
    { isWinner: false },
    { fault: { not: null } },
    { transaction: { state: { not: 'prepared' } } },
  ],
} satisfies Prisma.SolutionWhereInput

/** Returns an auction's full stored competition, to compare a replay with it. */
export async function findWholeCompetition(
  db: Transaction,
  auctionId: bigint,
): Promise<Competition | undefined> {
  const row = await db.auction.findUnique({ where: { id: auctionId }, include: wholeRow({}) })
  return row ? toCompetition(row) : undefined
}

async function find(
  db: Transaction,
  where: Prisma.AuctionWhereInput,
): Promise<Competition | undefined> {
  const row = await db.auction.findFirst({
    where: { AND: [where, isSent] },
    orderBy: { id: 'desc' },
    include: wholeRow(isTold),
    omit: { input: true },
  })
  return row ? toCompetition(row) : undefined
}

function wholeRow(where: Prisma.SolutionWhereInput) {
  return {
    prices: true,
    solutions: {
      where,
      orderBy: { ranking: 'asc' },
      include: { transaction: { select: { txHash: true, state: true } } },
    },
  } satisfies Prisma.AuctionInclude
}

const settlements: Record<TransactionState, CompetitionEntry['settlement']> = {
  prepared: undefined,
  sent: 'settling',
  mined: 'settled',
  failed: 'failed',
  abandoned: 'failed',
}

type Row = Omit<Prisma.AuctionGetPayload<{ include: ReturnType<typeof wholeRow> }>, 'input'>

function toCompetition(row: Row): Competition {
  return {
    auctionId: row.id,
    chainId: row.chainId,
    createdAt: row.createdAt,
    blockNumber: row.blockNumber,
    deadlineBlock: row.deadlineBlock,
    orderUids: row.orderUids as Hex[],
    prices: new Map(row.prices.map(({ token, price }) => [token as Address, fromDecimal(price)])),
    bound: row.bound === null ? undefined : fromDecimal(row.bound),
    solutions: row.solutions.map((solution) => ({
      solver: solution.solver,
      solverAddress: solution.solverAddress as Address,
      score: fromDecimal(solution.score),
      ranking: solution.ranking,
      isWinner: solution.isWinner,
      filteredOut: solution.filteredOut,
      fault: solution.fault ?? undefined,
      referenceScore:
        solution.referenceScore === null ? undefined : fromDecimal(solution.referenceScore),
      clearingPrices: solution.clearingPrices as CompetitionEntry['clearingPrices'],
      orders: solution.orders as CompetitionEntry['orders'] & Prisma.JsonArray,
      txHash: solution.transaction?.txHash as Hex | undefined,
      settlement: solution.transaction ? settlements[solution.transaction.state] : undefined,
    })),
  }
}
