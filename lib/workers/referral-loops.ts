import { attributeTraders } from '@/lib/affiliate/attribution/attribute-traders'
import { findFinalTo } from '@/lib/affiliate/attribution/watermark'
import { deleteIrrelevantFundings } from '@/lib/affiliate/funding/funding-store'
import { readFundings } from '@/lib/affiliate/funding/read-fundings'
import { closeEpochs } from '@/lib/affiliate/payouts/close-epochs'
import type { Context } from '@/lib/context'
import { daySeconds } from '@/lib/core/time'
import type { LedLoops } from './lead'
import type { Loop } from './loop'

const attributionMs = 5_000
const fundingsMs = 10_000
const payoutsMs = 60_000

/** Loops that compute affiliate rewards from the trades of all networks. Two processes may run them at once. */
export function referralLoops(ctx: Context): LedLoops {
  const fundings = ctx.config.chainIds.map(fundingsLoop)
  return { role: 'referrals', loops: () => [attributionLoop, payoutsLoop, ...fundings] }
}

const attributionLoop: Loop = {
  name: 'referrals',
  every: attributionMs,
  run: async (ctx) => {
    const { attributed, isPartial } = await attributeTraders(ctx)
    if (attributed > 0) ctx.log.info({ traders: attributed }, 'trades attributed')
    return isPartial ? 'again' : 'done'
  },
}

const payoutsLoop: Loop = {
  name: 'payouts',
  every: payoutsMs,
  run: async (ctx) => {
    const payouts = await closeEpochs(ctx)
    if (payouts > 0) ctx.log.info({ payouts }, 'rewards fell due')
    await deleteIrrelevantFundings(ctx.db, (await findFinalTo(ctx)) - 2 * daySeconds)
    return 'done'
  },
}

function fundingsLoop(chainId: number): Loop {
  return {
    name: `fundings/${chainId}`,
    every: fundingsMs,
    run: (ctx) => readFundings(ctx, chainId),
  }
}
