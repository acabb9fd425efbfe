import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { insertSettlementPause } from './settlement-pause-store'

type Alarm = {
  /** Why; shown to operators. */
  readonly error: string
  readonly txHash?: Hex
  readonly uids?: readonly Hex[]
}

/** Pauses settling on a network until an operator resumes it, and logs the alarm each time. */
export async function pauseSettling(ctx: Context, chainId: number, alarm: Alarm): Promise<void> {
  const stoppedAt = new Date(ctx.now())
  await insertSettlementPause(ctx.db, { chainId, reason: alarm.error, stoppedAt })
  ctx.log.error(
    { chainId, ...alarm },
    'settlement paused: resume it with operator settlement resume',
  )
}
