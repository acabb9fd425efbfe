import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { Trade as TradeRow } from '@/prisma/generated/client'
import type { Page } from './order-store'

/** A fill of an order, as the chain tells it; amounts in atoms. */
export type Trade = {
  readonly blockNumber: bigint
  /** Unix seconds of the block. */
  readonly timestamp: number
  readonly logIndex: number
  readonly txHash: Hex
  readonly orderUid: Hex
  readonly owner: Address
  readonly sellToken: Address
  readonly buyToken: Address
  /** Includes the fee. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
}

/** Whose trades: an owner's or an order's. */
export type TradeFilter = { readonly owner: Address } | { readonly orderUid: Hex }

/** A page of trades on a network, newest first. */
export async function listTrades(
  db: Transaction,
  { chainId, filter, page }: { chainId: number; filter: TradeFilter; page: Page },
): Promise<Trade[]> {
  const rows = await db.trade.findMany({
    where: { chainId, ...filter },
    orderBy: [{ blockNumber: 'desc' }, { logIndex: 'desc' }],
    skip: page.offset,
    take: page.limit,
  })
  return rows.map(toTrade)
}

function toTrade(row: TradeRow): Trade {
  return {
    blockNumber: row.blockNumber,
    timestamp: Number(row.timestamp),
    logIndex: row.logIndex,
    txHash: row.txHash as Hex,
    orderUid: row.orderUid as Hex,
    owner: row.owner as Address,
    sellToken: row.sellToken as Address,
    buyToken: row.buyToken as Address,
    sellAmount: fromDecimal(row.sellAmount),
    buyAmount: fromDecimal(row.buyAmount),
    feeAmount: fromDecimal(row.feeAmount),
  }
}
