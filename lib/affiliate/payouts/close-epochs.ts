import { decidedBefore } from '@/lib/affiliate/attribution/referral-sums'
import { roundTripSeconds } from '@/lib/affiliate/attribution/referral-trade'
import { lockTrader } from '@/lib/affiliate/attribution/referred-trader-store'
import { findFinalTo } from '@/lib/affiliate/attribution/watermark'
import { type Affiliate, mapAffiliates } from '@/lib/affiliate/registration/affiliate-store'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type ReferralRole, shareOf } from '@/lib/core/affiliate-programme'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { hasTraded, listCountedDays, listEarners } from './earner-query'
import { type CountedVolume, endOfEpoch, epochOf, rewardsByEpoch } from './epoch'
import { findRewarded, insertPayouts, type Payout, type Rewarded } from './payout-store'

const roles: readonly ReferralRole[] = ['affiliate', 'trader']

/**
 * Stores the payouts of every ended epoch, for traders whose rewards in it are final; returns the number of new
 * payouts. Idempotent: no reward is ever paid twice, even with concurrent processes or a changed epoch length.
 */
export async function closeEpochs(ctx: Context): Promise<number> {
  const settledTo = await findFinalTo(ctx)
  if (settledTo <= roundTripSeconds) return 0
  const before = decidedBefore(settledTo)
  const earners = await listEarners(ctx.db, epochOf(before, ctx.config.affiliateEpochDays))
  let count = 0
  for (const trader of earners) {
    count += await inTransaction(ctx.db, (tx) => closeEpochsOf(ctx, tx, { trader, before }))
  }
  return count
}

async function closeEpochsOf(
  ctx: Context,
  tx: Transaction,
  { trader, before }: { readonly trader: Address; readonly before: number },
): Promise<number> {
  const { chainIds, affiliateEpochDays: epochDays } = ctx.config
  const earner = await lockEarner(tx, trader, { before, chainIds })
  if (!earner) return 0
  const affiliate = (await mapAffiliates(tx, [earner.affiliateId])).get(earner.affiliateId)
  if (!affiliate) return 0
  const days = await listCountedDays(tx, { trader, before: earner.decidedTo })
  const dues = findDues({ earner, affiliate, days, epochDays })
  const payouts = [...dues].flatMap(([epoch, rewards]) =>
    roles.map((role) => payoutOf({ epoch, trader, role, rewards }, affiliate)),
  )
  return insertPayouts(tx, payouts, new Date(ctx.now()))
}

/** The payout state of a trader. */
type Earner = Rewarded & {
  /** The affiliate that it is bound to. */
  readonly affiliateId: bigint
  /** Unix seconds before which its trades are decided. */
  readonly decidedTo: number
}

/**
 * Locks a trader until the transaction ends, against concurrent payouts and attribution; undefined when unbound.
 *
 * @param known Unix second before which a trader that has not traded since its last decided trade is fully decided, and
 *   the networks to check for that.
 */
async function lockEarner(
  tx: Transaction,
  trader: Address,
  known: { readonly before: number; readonly chainIds: readonly number[] },
): Promise<Earner | undefined> {
  const locked = await lockTrader(tx, trader)
  if (!locked || locked.affiliateId === null) return undefined
  const { affiliateId, decidedTo } = locked
  const isIdle = !(await hasTraded(tx, { trader, since: decidedTo, chainIds: known.chainIds }))
  return {
    affiliateId,
    decidedTo: isIdle ? Math.max(decidedTo, known.before) : decidedTo,
    ...(await findRewarded(tx, trader)),
  }
}

type Closing = {
  readonly earner: Earner
  readonly affiliate: Affiliate
  /** Decided days. */
  readonly days: readonly CountedVolume[]
  readonly epochDays: number
}

/** Returns unpaid rewards by the start of the epoch that pays them. */
function findDues({ earner, affiliate, days, epochDays }: Closing): Map<number, number> {
  const { decidedTo, epochs } = earner
  const dues = new Map<number, number>()
  let rewarded = earner.rewarded
  for (const [epoch, earned] of rewardsByEpoch(
    { terms: affiliate.terms, epochDays, before: 0n },
    days,
  )) {
    const due = Math.max(0, earned - rewarded)
    rewarded -= earned - due
    // An epoch of a previously configured length may have the same start.
    let free = epoch
    while (epochs.has(free)) free = endOfEpoch(free, epochDays)
    if (due > 0 && endOfEpoch(free, epochDays) <= decidedTo)
      dues.set(free, (dues.get(free) ?? 0) + due)
  }
  return dues
}

type Due = Pick<Payout, 'epoch' | 'trader' | 'role' | 'rewards'>

function payoutOf(due: Due, { id, walletAddress, terms }: Affiliate): Payout {
  const wallet = due.role === 'trader' ? due.trader : walletAddress
  return { ...due, affiliateId: id, wallet, amount: shareOf(terms, due.role, due.rewards) }
}
