import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { ExecutedFee } from '@/lib/orders/executed-fee'

/** A winner as it was stored before it was sent; amounts in atoms. */
export type SettledSolution = {
  readonly auctionId: bigint
  readonly score: bigint
  readonly clearingPrices: ReadonlyMap<Address, bigint>
  readonly orders: readonly SettledOrder[]
}

/** What an order was to pay and to get, fees taken. */
export type SettledOrder = {
  readonly uid: Hex
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Sum of what it paid to others, in atoms of the token that is not exact. */
  readonly fee: bigint
  /** What it left for gas and rounding besides its price, in atoms of that token. */
  readonly cost: bigint
}

type OrderJson = {
  readonly id: Hex
  readonly sellAmount: string
  readonly buyAmount: string
  readonly cost?: string
  readonly fees?: readonly ExecutedFee[]
}

/** The winners that a transaction settles. */
export async function listSettledSolutions(
  db: Transaction,
  transactionId: bigint,
): Promise<SettledSolution[]> {
  const rows = await db.solution.findMany({
    where: { transactionId, isWinner: true },
    orderBy: { ranking: 'asc' },
  })
  return rows.map((row) => ({
    auctionId: row.auctionId,
    score: fromDecimal(row.score),
    clearingPrices: new Map(
      Object.entries(row.clearingPrices as Record<Address, string>).map(
        ([token, price]) => [token as Address, BigInt(price)] as const,
      ),
    ),
    orders: (row.orders as unknown as readonly OrderJson[]).map((order) => ({
      uid: order.id,
      sellAmount: BigInt(order.sellAmount),
      buyAmount: BigInt(order.buyAmount),
      fee: (order.fees ?? []).reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      cost: BigInt(order.cost ?? 0),
    })),
  }))
}
