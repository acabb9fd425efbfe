import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import { Prisma, type TransactionState } from '@/prisma/generated/client'
import type { AuctionSummary } from './auction-summary'
import { decodeFault } from './bid-fault'
import type { Competition, CompetitionEntry } from './competition'
import type { Standings } from './order-progress'

/** Returns a network's competition by auction id, if its winner was sent. */
export async function findCompetition(
  db: Transaction,
  { chainId, auctionId }: { readonly chainId: number; readonly auctionId: bigint },
): Promise<Competition | undefined> {
  return find(db, { chainId, id: auctionId })
}

/** Returns a competition of any network by auction id, if its winner was sent; ids are globally unique. */
export async function findPublishedCompetition(
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

/** The auctions before and after one on its network; undefined at the ends. */
export type AuctionNeighbours = {
  readonly older: bigint | undefined
  readonly newer: bigint | undefined
}

/** Returns the neighbours of an auction among those with a sent winner. */
export async function findNeighbours(
  db: Transaction,
  { chainId, auctionId }: { readonly chainId: number; readonly auctionId: bigint },
): Promise<AuctionNeighbours> {
  const nearest = (id: Prisma.BigIntFilter, order: 'asc' | 'desc') =>
    db.auction.findFirst({
      where: { AND: [{ chainId, id }, isSent] },
      orderBy: { id: order },
      select: { id: true },
    })
  const [older, newer] = await Promise.all([
    nearest({ lt: auctionId }, 'desc'),
    nearest({ gt: auctionId }, 'asc'),
  ])
  return { older: older?.id, newer: newer?.id }
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
export const isPublished = {
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
    include: wholeRow(isPublished),
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
  withdrawn: 'failed',
}

type Row = Omit<Prisma.AuctionGetPayload<{ include: ReturnType<typeof wholeRow> }>, 'input'>

/** The orders of a reduced auction: its solutions name those that it settled. */
function settledUids({ solutions }: Row): Hex[] {
  const orders = solutions.flatMap((solution) => solution.orders as { readonly id: Hex }[])
  return [...new Set(orders.map(({ id }) => id))]
}

function toCompetition(row: Row): Competition {
  return {
    auctionId: row.id,
    chainId: row.chainId,
    createdAt: row.createdAt,
    blockNumber: row.blockNumber,
    deadlineBlock: row.deadlineBlock,
    orderUids: row.orderUids.length > 0 ? (row.orderUids as Hex[]) : settledUids(row),
    prices: new Map(row.prices.map(({ token, price }) => [token as Address, fromDecimal(price)])),
    bound: row.bound === null ? undefined : fromDecimal(row.bound),
    solutions: row.solutions.map((solution) => ({
      solver: solution.solver,
      solverAddress: solution.solverAddress as Address,
      score: fromDecimal(solution.score),
      ranking: solution.ranking,
      isWinner: solution.isWinner,
      filteredOut: solution.filteredOut,
      fault: solution.fault === null ? undefined : decodeFault(solution.fault),
      referenceScore:
        solution.referenceScore === null ? undefined : fromDecimal(solution.referenceScore),
      clearingPrices: solution.clearingPrices as CompetitionEntry['clearingPrices'],
      orders: solution.orders as CompetitionEntry['orders'] & Prisma.JsonArray,
      txHash: solution.transaction?.txHash as Hex | undefined,
      settlement: solution.transaction ? settlements[solution.transaction.state] : undefined,
    })),
  }
}

/** Page of a network's auctions: those before an auction, or the newest. */
export type AuctionPage = {
  readonly chainId: number
  readonly before?: bigint | undefined
  readonly limit: number
}

type SummaryRow = {
  readonly id: bigint
  readonly blockNumber: bigint
  readonly createdAt: Date
  readonly bound: Prisma.Decimal | null
  readonly orders: number
  readonly filled: number
  readonly solutions: number
  readonly winners: number
  readonly score: Prisma.Decimal
  readonly txHashes: Hex[]
}

/** Returns a page of auctions with a sent winner, newest first; secret winners are not counted. */
export async function listAuctionSummaries(
  db: Transaction,
  { chainId, before, limit }: AuctionPage,
): Promise<AuctionSummary[]> {
  const rest = before === undefined ? Prisma.empty : Prisma.sql`AND a.id < ${before}`
  const rows = await db.$queryRaw<SummaryRow[]>`
    SELECT a.id, a.block_number AS "blockNumber", a.created_at AS "createdAt", a.bound,
      coalesce(a.order_count, cardinality(a.order_uids)) AS orders, s.*
    FROM auctions a CROSS JOIN LATERAL (
      SELECT count(*)::int AS solutions,
        count(*) FILTER (WHERE settles)::int AS winners,
        coalesce(sum(score) FILTER (WHERE settles), 0) AS score,
        coalesce(sum(jsonb_array_length(orders)) FILTER (WHERE settles), 0)::int AS filled,
        coalesce(array_agg(DISTINCT tx_hash) FILTER (WHERE settles), '{}') AS "txHashes"
      FROM (
        SELECT s.score, s.orders, t.tx_hash, coalesce(t.state IN ('sent', 'mined'), false) AS settles
        FROM solutions s LEFT JOIN settlement_transactions t ON t.id = s.transaction_id
        WHERE s.auction_id = a.id
          AND (NOT s.is_winner OR s.fault IS NOT NULL OR t.state <> 'prepared')
      ) published
    ) s
    WHERE a.chain_id = ${chainId} ${rest}
      AND EXISTS (
        SELECT FROM solutions s JOIN settlement_transactions t ON t.id = s.transaction_id
        WHERE s.auction_id = a.id AND t.state <> 'prepared'
      )
    ORDER BY a.id DESC LIMIT ${limit}`
  return rows.map(({ id, bound, score, ...row }) => ({
    ...row,
    auctionId: id,
    chainId,
    score: fromDecimal(score),
    bound: bound === null ? undefined : fromDecimal(bound),
  }))
}

/** Returns the newest competition of a network with a sent winner, as an order status needs it. */
export function findLatestStandings(
  db: Transaction,
  chainId: number,
): Promise<Standings | undefined> {
  return findStandings(db, { chainId })
}

/** Returns a network's competition by its settling transaction. */
export function findStandingsByTransaction(
  db: Transaction,
  { chainId, txHash }: { readonly chainId: number; readonly txHash: Hex },
): Promise<Standings | undefined> {
  return findStandings(db, { chainId, solutions: { some: { transaction: { txHash } } } })
}

const executingStates = new Set<string | undefined>(['sent', 'mined'])

async function findStandings(
  db: Transaction,
  where: Prisma.AuctionWhereInput,
): Promise<Standings | undefined> {
  const row = await db.auction.findFirst({
    where: { AND: [where, isSent] },
    orderBy: { id: 'desc' },
    select: {
      createdAt: true,
      solutions: {
        where: isPublished,
        orderBy: { ranking: 'desc' },
        select: {
          solverAddress: true,
          isWinner: true,
          orders: true,
          transaction: { select: { state: true } },
        },
      },
    },
  })
  if (!row) return undefined
  return {
    createdAt: row.createdAt,
    solutions: row.solutions.map(({ solverAddress, isWinner, orders, transaction }) => ({
      solver: solverAddress as Address,
      isWinner,
      isExecuting: executingStates.has(transaction?.state),
      orders: orders as Standings['solutions'][number]['orders'] & Prisma.JsonArray,
    })),
  }
}
