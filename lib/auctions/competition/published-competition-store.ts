import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { arrayLiteral } from '@/lib/db/columns'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import { Prisma, type TransactionState } from '@/prisma/generated/client'
import type { AuctionSummary } from './auction-summary'
import { decodeFault } from './bid-fault'
import type { Competition, CompetitionEntry } from './competition'
import type { Standings } from './order-progress'
import { namesTransaction, unpackOutcome } from './outcome'

/** Returns a network's competition by auction id, if its winner was sent. */
export async function findCompetition(
  db: Transaction,
  { chainId, auctionId }: { readonly chainId: number; readonly auctionId: bigint },
): Promise<Competition | undefined> {
  return read(
    db,
    await findFirstSent(db, Prisma.sql`a.chain_id = ${chainId} AND a.id = ${auctionId}`),
  )
}

/** Returns a competition of any network by auction id, if its winner was sent; ids are globally unique. */
export async function findPublishedCompetition(
  db: Transaction,
  auctionId: bigint,
): Promise<Competition | undefined> {
  return read(db, await findFirstSent(db, Prisma.sql`a.id = ${auctionId}`))
}

/** Returns the newest competition of a network with a sent winner. */
export async function findLatestCompetition(
  db: Transaction,
  chainId: number,
): Promise<Competition | undefined> {
  return read(db, await findNewestSent(db, chainId))
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
  const [older, newer] = await Promise.all([
    findFirstSent(
      db,
      Prisma.sql`a.chain_id = ${chainId} AND a.id < ${auctionId} ORDER BY a.id DESC`,
    ),
    findFirstSent(
      db,
      Prisma.sql`a.chain_id = ${chainId} AND a.id > ${auctionId} ORDER BY a.id ASC`,
    ),
  ])
  return { older, newer }
}

/**
 * SQL condition: auction `a` has a sent winner. A subquery with LIMIT, because PostgreSQL would read all solutions for an
 * EXISTS below an OR.
 */
const isSentRow = Prisma.sql`(a.outcome IS NOT NULL OR (
  SELECT true FROM solutions s JOIN settlement_transactions t ON t.id = s.transaction_id
  WHERE s.auction_id = a.id AND t.state <> 'prepared' LIMIT 1))`

/** Returns the id of the first auction with a sent winner. `selected` is a condition, with ORDER BY if several meet it. */
async function findFirstSent(db: Transaction, selected: Prisma.Sql): Promise<bigint | undefined> {
  const [row] = await db.$queryRaw<{ id: bigint }[]>`
    SELECT a.id FROM auctions a WHERE ${isSentRow} AND ${selected} LIMIT 1`
  return row?.id
}

const findNewestSent = (db: Transaction, chainId: number) =>
  findFirstSent(db, Prisma.sql`a.chain_id = ${chainId} ORDER BY a.id DESC`)

type Place = { readonly chainId: number; readonly txHash: Hex }

/** Returns a network's competition by its settling transaction. */
export async function findCompetitionByTransaction(
  db: Transaction,
  place: Place,
): Promise<Competition | undefined> {
  return read(db, await findSettledAuction(db, place))
}

/** Returns the id of the auction that a transaction settled. */
async function findSettledAuction(db: Transaction, place: Place): Promise<bigint | undefined> {
  const { chainId, txHash } = place
  const unpacked = await findFirstSent(
    db,
    Prisma.sql`a.chain_id = ${chainId} AND a.id IN (
      SELECT s.auction_id FROM solutions s JOIN settlement_transactions t ON t.id = s.transaction_id
      WHERE t.tx_hash = ${txHash}) ORDER BY a.id DESC`,
  )
  return unpacked ?? findPackedAuction(db, place)
}

/** Returns the packed auction that a transaction settled; any solver's settlement may name any auction. */
async function findPackedAuction(
  db: Transaction,
  { chainId, txHash }: Place,
): Promise<bigint | undefined> {
  const rows = await db.$queryRaw<{ id: bigint; outcome: Uint8Array }[]>`
    SELECT id, outcome FROM auctions
    WHERE chain_id = ${chainId} AND outcome IS NOT NULL AND id IN (
      SELECT auction_id FROM settlements WHERE tx_hash = ${txHash} AND chain_id = ${chainId})`
  return rows.find(({ outcome }) => namesTransaction(unpackOutcome(outcome), txHash))?.id
}

/** The fill of an order by a transaction. */
export type SettledFill = Place & { readonly orderUid: Hex }

/** Returns those of these fills that packed auctions settled. */
export async function listPackedFills<Fill extends SettledFill>(
  db: Transaction,
  fills: readonly Fill[],
): Promise<ReadonlySet<Fill>> {
  if (fills.length === 0) return new Set()
  const hashes = [...new Set(fills.map(({ txHash }) => txHash))]
  const rows = await db.$queryRaw<{ chainId: number; outcome: Uint8Array }[]>`
    SELECT a.chain_id AS "chainId", a.outcome FROM auctions a
    JOIN (SELECT DISTINCT chain_id, auction_id FROM settlements WHERE tx_hash = ANY(${arrayLiteral(hashes)}::text[])) s
      ON s.auction_id = a.id AND s.chain_id = a.chain_id
    WHERE a.outcome IS NOT NULL`
  const keyOf = (chainId: number, txHash: Hex, uid: Hex) => `${chainId} ${txHash} ${uid}`
  const settled = new Set(
    rows.flatMap(({ chainId, outcome }) =>
      unpackOutcome(outcome).winners.flatMap(({ txHash, orders }) =>
        orders.map(({ id }) => keyOf(chainId, txHash, id)),
      ),
    ),
  )
  return new Set(
    fills.filter(({ chainId, txHash, orderUid }) => settled.has(keyOf(chainId, txHash, orderUid))),
  )
}

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

async function read(db: Transaction, id: bigint | undefined): Promise<Competition | undefined> {
  if (id === undefined) return undefined
  const row = await db.auction.findUnique({
    where: { id },
    include: wholeRow(isPublished),
    omit: { input: true },
  })
  if (!row) return undefined
  return (await wasPackedMeanwhile(db, row)) ? read(db, id) : toCompetition(row)
}

type Reduced = {
  readonly id: bigint
  readonly outcome: unknown
  readonly orderCount: number | null
}

/** Whether a row was packed between the statements that read it and its relations: they may be incomplete. */
async function wasPackedMeanwhile(db: Transaction, row: Reduced): Promise<boolean> {
  if (row.outcome !== null || row.orderCount === null) return false
  const packed = await db.auction.count({ where: { id: row.id, outcome: { not: null } } })
  return packed > 0
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

/** Maps a row to a competition. A reduced auction lists no orders: its solutions name those that it settled. */
function toCompetition(row: Row): Competition {
  const { solutions, prices } = row.outcome === null ? unpackedParts(row) : packedParts(row.outcome)
  const settledUids = solutions.flatMap(({ orders }) => orders.map(({ id }) => id))
  return {
    auctionId: row.id,
    chainId: row.chainId,
    createdAt: row.createdAt,
    blockNumber: row.blockNumber,
    deadlineBlock: row.deadlineBlock,
    orderUids: row.orderUids.length > 0 ? (row.orderUids as Hex[]) : [...new Set(settledUids)],
    prices: new Map(prices),
    bound: row.bound === null ? undefined : fromDecimal(row.bound),
    solutions,
  }
}

type Parts = Pick<Competition, 'solutions'> & {
  readonly prices: readonly (readonly [token: Address, price: bigint])[]
}

function unpackedParts(row: Row): Parts {
  return {
    prices: row.prices.map(({ token, price }) => [token as Address, fromDecimal(price)]),
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

function packedParts(outcome: Uint8Array): Parts {
  const { winners, prices } = unpackOutcome(outcome)
  return {
    prices: Object.entries(prices).map(([token, price]) => [token as Address, BigInt(price)]),
    solutions: winners.map(({ gas, score, referenceScore, fault, ...winner }) => ({
      ...winner,
      score: BigInt(score),
      referenceScore: referenceScore === null ? undefined : BigInt(referenceScore),
      fault: fault === null ? undefined : decodeFault(fault),
      ...{ isWinner: true, filteredOut: false, settlement: settlements.mined },
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
  readonly outcome: Uint8Array | null
}

/** Returns a page of auctions with a sent winner, newest first; secret winners are not counted. */
export async function listAuctionSummaries(
  db: Transaction,
  { chainId, before, limit }: AuctionPage,
): Promise<AuctionSummary[]> {
  const rest = before === undefined ? Prisma.empty : Prisma.sql`AND a.id < ${before}`
  const rows = await db.$queryRaw<SummaryRow[]>`
    SELECT a.id, a.block_number AS "blockNumber", a.created_at AS "createdAt", a.bound, a.outcome,
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
      AND ${isSentRow}
    ORDER BY a.id DESC LIMIT ${limit}`
  return rows.map(({ id, bound, score, outcome, ...row }) => ({
    ...row,
    auctionId: id,
    chainId,
    score: fromDecimal(score),
    bound: bound === null ? undefined : fromDecimal(bound),
    ...(outcome ? summaryOf(outcome) : {}),
  }))
}

function summaryOf(outcome: Uint8Array) {
  const { winners } = unpackOutcome(outcome)
  return {
    solutions: winners.length,
    winners: winners.length,
    score: winners.reduce((sum, { score }) => sum + BigInt(score), 0n),
    filled: winners.reduce((sum, { orders }) => sum + orders.length, 0),
    txHashes: [...new Set(winners.map(({ txHash }) => txHash))].sort(),
  }
}

/** Returns the newest competition of a network with a sent winner, as an order status needs it. */
export async function findLatestStandings(
  db: Transaction,
  chainId: number,
): Promise<Standings | undefined> {
  return readStandings(db, await findNewestSent(db, chainId))
}

/** Returns a network's competition by its settling transaction. */
export async function findStandingsByTransaction(
  db: Transaction,
  place: Place,
): Promise<Standings | undefined> {
  return readStandings(db, await findSettledAuction(db, place))
}

const executingStates = new Set<string | undefined>(['sent', 'mined'])

async function readStandings(
  db: Transaction,
  id: bigint | undefined,
): Promise<Standings | undefined> {
  if (id === undefined) return undefined
  const row = await db.auction.findUnique({
    where: { id },
    select: {
      id: true,
      createdAt: true,
      outcome: true,
      orderCount: true,
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
  if (await wasPackedMeanwhile(db, row)) return readStandings(db, id)
  if (row.outcome) {
    const winners = [...unpackOutcome(row.outcome).winners].reverse()
    return {
      createdAt: row.createdAt,
      solutions: winners.map(({ solverAddress, orders }) => ({
        ...{ solver: solverAddress, isWinner: true, isExecuting: true, orders },
      })),
    }
  }
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
