import { findKnownTokens } from '@/lib/affiliate/attribution/known-tokens'
import type { Context } from '@/lib/context'
import type { Transaction } from '@/lib/db/database'
import { type FundingNeed, isReadingOf, listFundingReads, saveFundingRead } from './funding-store'

/** Lists the transfers needed for a trader since a time: on every network, of tokens with trusted logs. */
export function listNeeds(
  ctx: Context,
  from: Pick<FundingNeed, 'trader' | 'since'>,
): Promise<readonly FundingNeed[]> {
  return Promise.all(
    ctx.config.chainIds.map(async (chainId) => {
      const tokens = [...(await findKnownTokens(ctx, chainId))].sort()
      return { chainId, tokens, ...from }
    }),
  )
}

/** Returns the Unix seconds up to which all needed transfers are known. */
export async function findReadTo(ctx: Context, needs: readonly FundingNeed[]): Promise<number> {
  const reads = await Promise.all(
    needs.map(async (need) => {
      const [read] = await listFundingReads(ctx.db, need.chainId, [need.trader])
      return read && isReadingOf(read, need) ? read.timestamp : 0
    }),
  )
  return Math.min(...reads)
}

/** Requests the fundings of a trader that are needed but not being read. */
export async function requestFundings(db: Transaction, need: FundingNeed): Promise<void> {
  const [read] = await listFundingReads(db, need.chainId, [need.trader])
  if (!isReadingOf(read, need)) await saveFundingRead(db, need)
}
