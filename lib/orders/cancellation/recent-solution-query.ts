import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** Number of latest competitions in which a solution counts as recent; other public order books use the same number. */
const recentCompetitions = 5

/**
 * Whether a solver has just proposed to settle an order: in a solution, winning or not, of one of the network's last
 * five competitions, or in a settlement in flight.
 */
export async function isInRecentSolution(
  tx: Transaction,
  { chainId, uid }: { readonly chainId: number; readonly uid: Hex },
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM solutions
      WHERE auction_id IN (
        SELECT id FROM auctions WHERE chain_id = ${chainId} ORDER BY id DESC LIMIT ${recentCompetitions}
      ) AND orders @> jsonb_build_array(jsonb_build_object('id', ${uid}::text))
    ) OR EXISTS (
      SELECT 1 FROM settlement_transactions
      WHERE chain_id = ${chainId} AND state IN ('prepared', 'sent') AND ${uid} = ANY(order_uids)
    ) AS found`
  return row?.found === true
}
