import type { Transaction } from '@/lib/db/database'
import { type FundingNeed, isReadingOf, listFundingReads, saveFundingRead } from './funding-store'

/** Has the fundings of a trader read that are needed and not read yet. */
export async function requestFundings(db: Transaction, need: FundingNeed): Promise<void> {
  const [read] = await listFundingReads(db, need.chainId, [need.trader])
  if (!isReadingOf(read, need)) await saveFundingRead(db, need)
}
