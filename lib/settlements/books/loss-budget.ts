import { formatEther, parseTransaction } from 'viem'
import type { Context } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { Transaction } from '@/lib/db/database'
import { insertSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { findLastResume, listUnbookedReverts } from './booked-settlement-query'
import { sumLoss } from './cost-store'

/**
 * Pauses settling on a network whose net loss of the last 24 hours exceeds `LOSS_PER_DAY`: what its transactions cost,
 * less what settlements kept, plus what of it is owed. Gas that settlements earned back never counts, so that
 * profitable trades cannot cause an outage. Losses from before an operator resumed settling do not count again. On
 * embedded networks settlements need not pay for gas, so they have no budget.
 */
export async function holdToLossBudget(ctx: Context, chainId: number): Promise<void> {
  const { db, log } = ctx
  const budget = lossBudgetOf(ctx, chainId)
  if (budget === undefined) return
  const { nativeSymbol } = ctx.chain(chainId).network
  const loss = await sumLoss(db, { chainId, since: await countedSince(ctx, db, chainId) })
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

/**
 * Returns whether another transaction may be sent on a network: its net loss of the last 24 hours, with each reverted
 * transaction that is not in the books yet at its gas limit and maximum fee, is within `LOSS_PER_DAY`. Otherwise it has to
 * wait for the books, which takes a block or two, so that reverts in quick succession cannot outrun them. Of pending
 * transactions there is one at most, the caller's own.
 */
export async function isWithinLossBudget(
  ctx: Context,
  chainId: number,
  tx: Transaction = ctx.db,
): Promise<boolean> {
  const budget = lossBudgetOf(ctx, chainId)
  if (budget === undefined) return true
  const since = await countedSince(ctx, tx, chainId)
  const signed = await listUnbookedReverts(tx, { chainId, since: new Date(since * 1_000) })
  if (signed.length === 0) return true
  const risked = signed.reduce((sum, raw) => {
    const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(raw)
    return sum + gas * maxFeePerGas
  }, 0n)
  return (await sumLoss(tx, { chainId, since })) + risked <= budget
}

/** Returns a network's loss budget in wei; undefined for an embedded network. */
export function lossBudgetOf({ config }: Context, chainId: number): bigint | undefined {
  if (config.embeddedChainIds.includes(chainId)) return undefined
  return config.lossPerDay.get(chainId) ?? 0n
}

/** Returns the Unix seconds from which losses count: 24 hours ago, or when an operator resumed settling. */
export async function countedSince(
  ctx: Context,
  db: Transaction,
  chainId: number,
): Promise<number> {
  const resumed = await findLastResume(db, getNetwork(chainId).name)
  const day = toUnixSeconds(ctx.now()) - daySeconds
  return Math.max(day, resumed ? toUnixSeconds(resumed.getTime()) : 0)
}
