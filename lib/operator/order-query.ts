import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { OrderStatus, Prisma } from '@/prisma/generated/client'

/** A row of the operator's order list. */
export type ListedOrder = {
  readonly uid: Hex
  readonly chainId: number
  readonly owner: Address
  readonly status: OrderStatus
  readonly createdAt: Date
  /** Unix seconds. */
  readonly trueValidTo: number
}

/** Filters of the list; an omitted filter matches everything. */
export type OrderFilter = {
  readonly chainId?: number | undefined
  readonly owner?: Address | undefined
  readonly status?: OrderStatus | undefined
  /** Unix seconds: excludes orders that expire earlier. */
  readonly endsAfter?: number | undefined
  readonly limit?: number | undefined
}

/** Lists orders, newest first. */
export async function listOrders(db: Transaction, filter: OrderFilter): Promise<ListedOrder[]> {
  const { chainId, owner, status, endsAfter, limit } = filter
  const where: Prisma.OrderWhereInput = {
    ...(chainId === undefined ? {} : { chainId }),
    ...(owner ? { owner } : {}),
    ...(status ? { status } : {}),
    ...(endsAfter === undefined ? {} : { trueValidTo: { gte: BigInt(endsAfter) } }),
  }
  const rows = await db.order.findMany({
    where,
    select: {
      uid: true,
      chainId: true,
      owner: true,
      status: true,
      createdAt: true,
      trueValidTo: true,
    },
    orderBy: [{ createdAt: 'desc' }, { uid: 'asc' }],
    ...(limit === undefined ? {} : { take: limit }),
  })
  return rows.map((row) => ({
    ...row,
    uid: row.uid as Hex,
    owner: row.owner as Address,
    trueValidTo: Number(row.trueValidTo),
  }))
}

/** Counts the open orders that an account owns, receives or has placed on-chain. */
export async function countOpenOrdersOf(db: Transaction, account: Address): Promise<number> {
  const isParty = [{ owner: account }, { receiver: account }, { onchainSender: account }]
  return db.order.count({ where: { status: 'open', OR: isParty } })
}

/** Counts the open orders of a network that sell or buy one of these tokens. */
export async function countOpenOrdersIn(
  db: Transaction,
  chainId: number,
  tokens: readonly Address[],
): Promise<number> {
  const among = { in: [...tokens] }
  return db.order.count({
    where: { chainId, status: 'open', OR: [{ sellToken: among }, { buyToken: among }] },
  })
}
