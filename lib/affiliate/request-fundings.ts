import type { Transaction } from '@/lib/db/database'
import { type FundingRead, listFundingReads, saveFundingRead } from './funding-store'

/** Transfers that a trader's undecided trades are judged by: of these tokens, from a moment on (Unix seconds). */
export type FundingNeed = Pick<FundingRead, 'chainId' | 'trader' | 'tokens'> & {
  readonly since: number
}

/** Has the transfers of traders of a network read that are needed and not read yet. */
export async function requestFundings(
  db: Transaction,
  chainId: number,
  needs: readonly FundingNeed[],
): Promise<void> {
  const traders = needs.map(({ trader }) => trader)
  const reads = await listFundingReads(db, chainId, traders)
  const readOf = new Map(reads.map((read) => [read.trader, read]))
  for (const { trader, tokens, since } of needs) {
    const known = readOf.get(trader)
    if (known && tokens.every((token) => known.tokens.includes(token))) continue
    await saveFundingRead(db, {
      chainId,
      trader,
      tokens: [...new Set([...(known?.tokens ?? []), ...tokens])],
      timestamp: Math.min(since - 1, known?.timestamp ?? since),
    })
  }
}
