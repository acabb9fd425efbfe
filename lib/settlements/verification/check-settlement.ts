import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import type { Auction } from '@/lib/auctions/model/auction'
import { type Context, defineSlot } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { inTransaction } from '@/lib/db/database'
import { listSettledSolutions } from '@/lib/settlements/auctioneer/settled-solution-query'
import { insertSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import {
  listUncheckedSettlements,
  markChecked,
  type SettlementTransaction,
} from '@/lib/settlements/submission/transaction-store'
import { findViolations, type Violation } from './find-violations'
import { readFacts } from './read-facts'
import { recordBurns } from './record-burns'

/** Number of settlements that this process checked, and of those with violations. */
export type CheckCounts = { checked: number; broken: number }

/** Returns the number of checked settlements. */
export const checkCounts = defineSlot('settlements/checks', (): CheckCounts => {
  return { checked: 0, broken: 0 }
})

/** Milliseconds for which a failed check is retried: nodes prune old states. */
const recheckMs = 3_600_000

/**
 * Checks a mined settlement against its plan ({@link findViolations}), logs violations and counts them. A loss of a trusted
 * token stops settling on that network until an operator resumes it; a loss of an untrusted token, whose balances prove
 * nothing, only raises an alarm. Gas beyond the simulation is recorded ({@link recordBurns}). Never throws: a failed check is logged and retried later.
 */
export async function checkSettlement(
  ctx: Context,
  transaction: SettlementTransaction,
  txHash: Hex,
): Promise<void> {
  const { chainId } = transaction
  await recordBurns(ctx, transaction, txHash)
  try {
    const solutions = await listSettledSolutions(ctx.db, transaction.id)
    const [first] = solutions
    const input = first && (await findAuctionInput(ctx.db, first.auctionId))
    if (!input) return await markChecked(ctx.db, transaction, new Date(ctx.now()))
    const facts = await readFacts(ctx, { chainId, txHash })
    const violations = findViolations(input.auction, solutions, facts)
    const reason = pauseReasonOf(input.auction, violations, txHash)
    await inTransaction(ctx.db, async (tx) => {
      const at = new Date(ctx.now())
      if (reason) await insertSettlementPause(tx, { chainId, reason, stoppedAt: at })
      await markChecked(tx, transaction, at)
    })
    reportViolations(ctx, { chainId, auctionId: first.auctionId, txHash }, violations)
    if (reason)
      ctx.log.fatal(
        { chainId, reason },
        'settlement paused: resume it with operator settlement resume',
      )
  } catch (error) {
    ctx.log.warn({ error, chainId, txHash }, 'settlement could not be checked')
  }
}

/**
 * Checks the last hour's unchecked settlements: a worker may have stopped between block and check, or the indexer may
 * have seen the block first.
 */
export async function checkSettlements(ctx: Context, chainId: number): Promise<void> {
  const since = new Date(ctx.now() - recheckMs)
  for (const transaction of await listUncheckedSettlements(ctx.db, { chainId, since })) {
    await checkSettlement(ctx, transaction, transaction.txHash)
  }
}

function reportViolations(
  ctx: Context,
  settlement: { readonly chainId: number; readonly auctionId: bigint; readonly txHash: Hex },
  violations: readonly Violation[],
): void {
  const counts = checkCounts(ctx)
  counts.checked += 1
  if (violations.length === 0) {
    ctx.log.info({ ...settlement, ...counts }, 'settlement keeps all guarantees')
    return
  }
  counts.broken += 1
  ctx.log.error({ ...settlement, violations, ...counts }, 'settlement violates guarantees')
}

/** Returns why settling must be paused after these violations. */
function pauseReasonOf(
  { baseTokens, wrappedNative }: Auction,
  violations: readonly Violation[],
  txHash: Hex,
): string | undefined {
  const trusted = new Set<string>([...baseTokens, wrappedNative, nativeToken])
  const loss = violations.find(
    ({ invariant, subject }) => invariant === 'buffers' && trusted.has(subject),
  )
  return loss && `${loss.detail} of ${loss.subject} in ${txHash}`
}
