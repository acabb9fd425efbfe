import type { Transaction } from '@/lib/db/database'
import { type FundingRead, listFundingReads, saveFundingRead } from './funding-store'

/** Fundings that a trader's undecided trades are judged by: those from a moment on (Unix seconds). */
export type FundingNeed = Pick<FundingRead, 'chainId' | 'trader' | 'since'>

/** Has the fundings of traders of a network read that are needed and not read yet. */
export async function requestFundings(
  db: Transaction,
  chainId: number,
  needs: readonly FundingNeed[],
): Promise<void> {
  const traders = needs.map(({ trader }) => trader)
  const reads = await listFundingReads(db, chainId, traders)
  const readFrom = new Map(reads.map(({ trader, since }) => [trader, since]))
  for (const { trader, since } of needs) {
    const isRead = (readFrom.get(trader) ?? Number.POSITIVE_INFINITY) <= since
    if (!isRead) await saveFundingRead(db, { chainId, trader, since })
  }
}
