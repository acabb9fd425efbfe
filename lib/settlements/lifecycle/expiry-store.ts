import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** Returns open orders of a network whose `trueValidTo` is before `nowSeconds`, earliest expiry first. */
export async function listPastOrders(
  db: Transaction,
  { chainId, nowSeconds, limit }: { chainId: number; nowSeconds: number; limit: number },
): Promise<Hex[]> {
  const rows = await db.order.findMany({
    where: { chainId, status: 'open', trueValidTo: { lt: BigInt(nowSeconds) } },
    orderBy: [{ trueValidTo: 'asc' }, { uid: 'asc' }],
    take: limit,
    select: { uid: true },
  })
  return rows.map(({ uid }) => uid as Hex)
}

/** Returns the database's time in milliseconds: one clock for all processes. */
export async function readClock(db: Transaction): Promise<number> {
  const [row] = await db.$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`
  return row?.ms ?? 0
}
