import type { Context } from '@/lib/context'
import { type ReferralRole, shareOf } from '@/lib/core/affiliate-programme'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { type Affiliate, mapAffiliates } from './affiliate-store'
import { endOfEpoch, rewardsByEpoch } from './epoch'
import {
  type Earner,
  insertPayouts,
  listCountedDays,
  listEarners,
  listPayoutEpochs,
  type Payout,
} from './payout-store'
import { decidedBefore } from './referral-sums'
import { roundTripSeconds } from './reverse-trades'
import { findSettledTo } from './settled-to'

const roles: readonly ReferralRole[] = ['affiliate', 'trader']

/**
 * Stores the payouts of every epoch that has ended and of which nothing can change any more what a trader has
 * earned; gives the number of new ones. Running it again adds nothing, and no reward is ever in two payouts, also
 * where the length of epochs is configured anew.
 */
export async function closeEpochs(ctx: Context): Promise<number> {
  const settledTo = await findSettledTo(ctx)
  if (settledTo <= roundTripSeconds) return 0
  const earners = await listEarners(ctx.db)
  const ids = [...new Set(earners.map(({ affiliateId }) => affiliateId))]
  const affiliates = await mapAffiliates(ctx.db, ids)
  let count = 0
  for (const earner of earners) {
    const affiliate = affiliates.get(earner.affiliateId)
    if (!affiliate) continue
    const before = earner.decidedTo ?? decidedBefore(settledTo)
    count += await inTransaction(ctx.db, async (tx) => {
      const payouts = await findPayouts(tx, { ctx, earner, affiliate, before })
      return insertPayouts(tx, payouts, new Date(ctx.now()))
    })
  }
  return count
}

type Closing = {
  readonly ctx: Context
  readonly earner: Earner
  readonly affiliate: Affiliate
  /** Unix seconds before which the trader's trades are decided. */
  readonly before: number
}

async function findPayouts(
  tx: Transaction,
  { ctx, earner, affiliate, before }: Closing,
): Promise<readonly Payout[]> {
  const { trader, affiliateId } = earner
  const epochDays = ctx.config.affiliateEpochDays
  const { terms } = affiliate
  const days = await listCountedDays(tx, { trader, before })
  const taken = await listPayoutEpochs(tx, trader)
  const dues = new Map<number, number>()
  let rewarded = earner.rewarded
  for (const [epoch, earned] of rewardsByEpoch({ terms, epochDays, before: 0n }, days)) {
    const due = Math.max(0, earned - rewarded)
    rewarded -= earned - due
    // Epochs of another length, configured before, may begin alike.
    let free = epoch
    while (taken.has(free)) free = endOfEpoch(free, epochDays)
    if (due > 0 && endOfEpoch(free, epochDays) <= before)
      dues.set(free, (dues.get(free) ?? 0) + due)
  }
  const wallets = { affiliate: affiliate.walletAddress, trader }
  return [...dues].flatMap(([epoch, rewards]) =>
    roles.map((role) => {
      const amount = shareOf(terms, role, rewards)
      return { epoch, trader, role, affiliateId, wallet: wallets[role], rewards, amount }
    }),
  )
}
