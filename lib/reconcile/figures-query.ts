import type { Transaction } from '@/lib/db/database'

/** What the tables of other modules say about a network. */
export type NetworkFigures = {
  readonly roundAt: Date | undefined
  readonly isPaused: boolean
  readonly hasOpenOrders: boolean
  readonly settlements: number
  readonly trades: number
}

/** Rows counted at most: a bound for a network that fills more orders in a day than any does. */
const maxCounted = 100_000

/** Reads the figures of a network; settlements and trades are counted from a block on. */
export async function readFigures(
  db: Transaction,
  { chainId, fromBlock }: { readonly chainId: number; readonly fromBlock: bigint },
): Promise<NetworkFigures> {
  const [row] = await db.$queryRaw<
    {
      roundAt: Date | null
      isPaused: boolean
      hasOpen: boolean
      settlements: number
      trades: number
    }[]
  >`
    SELECT (SELECT created_at FROM current_auctions WHERE chain_id = ${chainId}) AS "roundAt",
      EXISTS (SELECT FROM settling_stops WHERE chain_id = ${chainId}) AS "isPaused",
      EXISTS (SELECT FROM orders WHERE chain_id = ${chainId} AND status = 'open') AS "hasOpen",
      (SELECT count(*)::int FROM (SELECT FROM settlements
        WHERE chain_id = ${chainId} AND block_number >= ${fromBlock} LIMIT ${maxCounted}) s) AS settlements,
      (SELECT count(*)::int FROM (SELECT FROM trades
        WHERE chain_id = ${chainId} AND block_number >= ${fromBlock} LIMIT ${maxCounted}) t) AS trades`
  return {
    roundAt: row?.roundAt ?? undefined,
    isPaused: row?.isPaused ?? false,
    hasOpenOrders: row?.hasOpen ?? false,
    settlements: row?.settlements ?? 0,
    trades: row?.trades ?? 0,
  }
}
