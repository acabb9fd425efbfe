import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'

/** The part of a fill that decides about its order, in atoms; `sellAmount` includes the fee. */
export type CheckedFill = {
  readonly orderUid: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  readonly timestamp: number
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
}

/** An invalidation, and the account or contract that it came from. */
export type CheckedInvalidation = {
  readonly orderUid: Hex
  readonly blockNumber: bigint
  readonly sender: string
}

type Sample = {
  readonly chainId: number
  /** Orders filled from this block on are included. */
  readonly fromBlock: bigint
  /** A random uid: the orders after it are included. */
  readonly start: Hex
  /** Maximum number of orders of each of the three kinds. */
  readonly limit: number
}

/** Returns the uids of orders filled lately, of open orders that expire next, and of random ones. */
export async function sampleOrderUids(
  db: Transaction,
  { chainId, fromBlock, start, limit }: Sample,
): Promise<Hex[]> {
  const rows = await db.$queryRaw<{ uid: Hex }[]>`
    WITH after_start AS (
      SELECT uid, chain_id FROM orders WHERE uid >= ${start} ORDER BY uid LIMIT ${limit}
    ), before_start AS (
      -- Past the highest uid it continues at the lowest one.
      SELECT uid, chain_id FROM orders WHERE uid < ${start}
      ORDER BY uid LIMIT ${limit} - (SELECT count(*) FROM after_start)
    )
    (SELECT known_uid AS uid FROM trades
      WHERE chain_id = ${chainId} AND block_number >= ${fromBlock} AND known_uid IS NOT NULL
      ORDER BY block_number DESC LIMIT ${limit})
    UNION
    (SELECT uid FROM orders WHERE chain_id = ${chainId} AND status = 'open'
      ORDER BY true_valid_to LIMIT ${limit})
    UNION
    SELECT uid FROM after_start WHERE chain_id = ${chainId}
    UNION
    SELECT uid FROM before_start WHERE chain_id = ${chainId}`
  return rows.map(({ uid }) => uid)
}

/** Returns the next uids of a network after one, in ascending order; `last` is the last one read, of any network. */
export async function listUidsAfter(
  db: Transaction,
  {
    chainId,
    after,
    limit,
  }: { readonly chainId: number; readonly after: string; readonly limit: number },
): Promise<{ readonly uids: Hex[]; readonly last: Hex | undefined }> {
  const rows = await db.order.findMany({
    where: { uid: { gt: after } },
    orderBy: { uid: 'asc' },
    take: limit,
    select: { uid: true, chainId: true },
  })
  const own = rows.filter((row) => row.chainId === chainId)
  return { uids: own.map(({ uid }) => uid as Hex), last: rows.at(-1)?.uid as Hex | undefined }
}

/** Returns the fills of these orders, in chain order. */
export async function listFills(
  db: Transaction,
  chainId: number,
  uids: readonly Hex[],
): Promise<CheckedFill[]> {
  const rows = await db.trade.findMany({
    where: { orderUid: { in: [...uids] }, chainId },
    orderBy: [{ blockNumber: 'asc' }, { logIndex: 'asc' }],
  })
  return rows.map(({ orderUid, blockNumber, blockHash, logIndex, ...row }) => ({
    orderUid: orderUid as Hex,
    blockNumber,
    blockHash: blockHash as Hex,
    logIndex,
    timestamp: Number(row.timestamp),
    sellAmount: fromDecimal(row.sellAmount),
    buyAmount: fromDecimal(row.buyAmount),
    feeAmount: fromDecimal(row.feeAmount),
  }))
}

/** Returns the invalidations of these orders. */
export async function listInvalidations(
  db: Transaction,
  chainId: number,
  uids: readonly Hex[],
): Promise<CheckedInvalidation[]> {
  const rows = await db.orderInvalidation.findMany({
    where: { orderUid: { in: [...uids] }, chainId },
    select: { orderUid: true, blockNumber: true, sender: true },
  })
  return rows.map((row) => ({ ...row, orderUid: row.orderUid as Hex }))
}
