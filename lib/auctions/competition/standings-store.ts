import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { Prisma } from '@/prisma/generated/client'
import type { Standings } from './order-progress'
import { isSent, isTold } from './published-competition-store'

/** Returns the newest competition of a network with a sent winner. */
export function findLatestStandings(
  db: Transaction,
  chainId: number,
): Promise<Standings | undefined> {
  return find(db, { chainId })
}

/** Returns a network's competition by its settling transaction. */
export function findStandingsByTransaction(
  db: Transaction,
  { chainId, txHash }: { readonly chainId: number; readonly txHash: Hex },
): Promise<Standings | undefined> {
  return find(db, { chainId, solutions: { some: { transaction: { txHash } } } })
}

const executingStates = new Set<string | undefined>(['sent', 'mined'])

async function find(
  db: Transaction,
  where: Prisma.AuctionWhereInput,
): Promise<Standings | undefined> {
  const row = await db.auction.findFirst({
    where: { AND: [where, isSent] },
    orderBy: { id: 'desc' },
    select: {
      createdAt: true,
      solutions: {
        where: isTold,
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
