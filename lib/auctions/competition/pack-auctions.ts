import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { Prisma } from '@/prisma/generated/client'
import type { CompetitionEntry } from './competition'
import { type Outcome, packOutcome, type SettledWinner } from './outcome'

type Batch = {
  /** Auctions created before this time. */
  readonly before: Date
  /** Maximum number of auctions. */
  readonly limit: number
}

/** A mined transaction that packed auctions now name. */
export type PackedTransaction = {
  readonly id: bigint
  readonly chainId: number
  readonly solverAddress: string
  readonly nonce: bigint
  readonly txHash: string
  /** Whether the outcome names what it kept. */
  readonly isBooked: boolean
}

/** What was packed: the number of auctions, and their transactions. */
export type Packed = {
  readonly auctions: number
  readonly transactions: readonly PackedTransaction[]
}

/**
 * Packs reduced auctions: moves winners, prices, transaction hashes and kept amounts into `outcome`, and deletes the rows of
 * solutions and prices. The newest price of each token stays a row, for `findTradedToken`. Skips auctions whose `Settlement`
 * events are not indexed: lookups by transaction need them. The caller must delete the returned transactions in the same
 * transaction. Several processes may call it at once.
 */
export async function packAuctions(tx: Transaction, { before, limit }: Batch): Promise<Packed> {
  const found = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT a.id FROM auctions a
    WHERE a.order_count IS NOT NULL AND a.outcome IS NULL AND a.created_at < ${before} AND NOT EXISTS (
      SELECT FROM solutions s LEFT JOIN settlement_transactions t ON t.id = s.transaction_id
      WHERE s.auction_id = a.id AND NOT EXISTS (
        SELECT FROM settlements e
        WHERE e.tx_hash = t.tx_hash AND e.chain_id = a.chain_id AND e.auction_id = a.id))
    ORDER BY a.created_at LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED`
  const rows = await tx.auction.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    select: packedColumns,
    orderBy: { id: 'asc' },
  })
  if (rows.length === 0) return { auctions: 0, transactions: [] }
  const ids = rows.map(({ id }) => id)
  const booked = await listBooked(tx, ids)
  const outcomes = rows.map((row) => {
    return Buffer.from(packOutcome(outcomeOf(row, booked))).toString('hex')
  })
  await tx.solution.deleteMany({ where: { auctionId: { in: ids } } })
  await tx.$executeRaw`
    UPDATE auctions a SET outcome = decode(p.outcome, 'hex'), block_hash = ''
    FROM unnest(${ids.map(String)}::bigint[], ${outcomes}::text[]) AS p (id, outcome) WHERE a.id = p.id`
  await deleteOlderPrices(tx, rows)
  const settled = rows.flatMap(({ solutions }) => solutions.flatMap((one) => one.transaction ?? []))
  const transactions = new Map(settled.map((row) => [row.id, row])).values()
  return {
    auctions: rows.length,
    transactions: [...transactions].map((row) => ({ ...row, isBooked: booked.has(row.txHash) })),
  }
}

const packedColumns = {
  id: true,
  chainId: true,
  prices: { select: { token: true, price: true } },
  solutions: {
    orderBy: { ranking: 'asc' },
    include: {
      transaction: {
        select: { id: true, chainId: true, solverAddress: true, nonce: true, txHash: true },
      },
    },
  },
} satisfies Prisma.AuctionSelect

type Row = Prisma.AuctionGetPayload<{ select: typeof packedColumns }>
type Booked = ReadonlyMap<string, Outcome['kept'][Hex]>

function outcomeOf({ solutions, prices }: Row, booked: Booked): Outcome {
  const winners = solutions.flatMap(({ transaction, ...row }): SettledWinner | [] => {
    if (!transaction) return []
    return {
      solver: row.solver,
      solverAddress: row.solverAddress as Address,
      ranking: row.ranking,
      clearingPrices: row.clearingPrices as CompetitionEntry['clearingPrices'],
      orders: row.orders as unknown as CompetitionEntry['orders'],
      score: row.score.toFixed(),
      referenceScore: row.referenceScore?.toFixed() ?? null,
      fault: row.fault,
      gas: String(row.gas),
      txHash: transaction.txHash as Hex,
    }
  })
  const kept = winners.flatMap(({ txHash }) => {
    const amounts = booked.get(txHash)
    return amounts ? [[txHash, amounts] as const] : []
  })
  return {
    winners,
    prices: Object.fromEntries(prices.map(({ token, price }) => [token, price.toFixed()])),
    kept: Object.fromEntries(kept),
  }
}

/** What the books say that the transactions of auctions kept, by hash. */
async function listBooked(tx: Transaction, auctionIds: readonly bigint[]): Promise<Booked> {
  const rows = await tx.$queryRaw<{ txHash: Hex; kept: Outcome['kept'][Hex] }[]>`
    SELECT t.tx_hash AS "txHash", c.kept
    FROM solutions s JOIN settlement_transactions t ON t.id = s.transaction_id
    JOIN settlement_costs c ON c.chain_id = t.chain_id AND c.solver_address = t.solver_address
      AND c.nonce = t.nonce AND c.tx_hash = t.tx_hash
    WHERE s.auction_id = ANY(${auctionIds.map(String)}::bigint[]) AND c.kept IS NOT NULL`
  return new Map(rows.map(({ txHash, kept }) => [txHash, kept]))
}

/** Deletes packed prices that are older than this batch's newest of the same token and network. Rows are oldest first. */
async function deleteOlderPrices(tx: Transaction, rows: readonly Row[]): Promise<void> {
  const newest = new Map(
    rows.flatMap(({ id, chainId, prices }) =>
      prices.map(({ token }) => [`${chainId} ${token}`, { id, chainId, token }] as const),
    ),
  )
  const kept = [...newest.values()]
  await tx.$executeRaw`
    DELETE FROM auction_prices p USING auctions a, unnest(
      ${kept.map(({ chainId }) => chainId)}::int[], ${kept.map(({ token }) => token)}::text[],
      ${kept.map(({ id }) => String(id))}::bigint[]) AS k (chain_id, token, auction_id)
    WHERE p.token = k.token AND p.auction_id < k.auction_id
      AND a.id = p.auction_id AND a.chain_id = k.chain_id AND a.outcome IS NOT NULL`
}
