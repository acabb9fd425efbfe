import { formatEther } from 'viem'
import type { Context } from '@/lib/context'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { insertSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { findLastResume } from './booked-settlement-query'
import { sumLoss } from './cost-store'

/**
 * Pauses settling on a network whose net loss of the last 24 hours exceeds `LOSS_PER_DAY`: what its transactions cost,
 * less what settlements kept, plus what of it is owed. Gas that settlements earned back never counts, so that
 * profitable trades cannot cause an outage. Losses from before an operator resumed settling do not count again. On
 * embedded networks settlements need not pay for gas, so they have no budget.
 */
export async function holdToLossBudget(ctx: Context, chainId: number): Promise<void> {
  const { config, db, log } = ctx
  if (config.embeddedChainIds.includes(chainId)) return
  const { name, nativeSymbol } = ctx.chain(chainId).network
  const budget = config.lossPerDay.get(chainId) ?? 0n
  const resumed = await findLastResume(db, name)
  const since = Math.max(
    toUnixSeconds(ctx.now()) - daySeconds,
    resumed ? toUnixSeconds(resumed.getTime()) : 0,
  )
  const loss = await sumLoss(db, { chainId, since })
  if (loss <= budget) return
  const [lost, allowed] = [formatEther(loss), formatEther(budget)]
  const reason = `lost ${lost} ${nativeSymbol} in 24 hours, more than LOSS_PER_DAY (${allowed})`
  const isNew = await insertSettlementPause(db, {
    chainId,
    reason,
    stoppedAt: new Date(ctx.now()),
  })
  if (isNew)
    log.error({ chainId, reason }, 'settlement paused: resume it with operator settlement resume')
}
