import { formatEther, parseTransaction } from 'viem'
import type { Context } from '@/lib/context'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { Transaction } from '@/lib/db/database'
import { insertSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { findLastResume, listUnbookedEnds } from './booked-settlement-query'
import { sumLoss, sumRefunds } from './cost-store'

/** The part of the loss budget that the refunds of a day may cost, as a divisor. */
const refundParts = 4n

/**
 * Pauses settling on a network whose net loss of the last 24 hours exceeds `LOSS_PER_DAY`: what its transactions cost,
 * less what settlements kept, plus what of it is owed. Gas that settlements earned back never counts, so that
 * profitable trades cannot cause an outage; nor do refunds, which have a share of their own ({@link isWithinRefundShare}).
 * Losses from before an operator resumed settling do not count again. On embedded networks settlements need not pay for gas,
 * so they have no budget.
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
 * Returns whether another settlement may be sent on a network: its net loss of the last 24 hours, with each reverted
 * settlement that is not in the books yet at its gas limit and maximum fee, is within `LOSS_PER_DAY`. Otherwise it has to
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
  const query = { chainId, since: new Date(since * 1_000), states: ['failed'] } as const
  const signed = (await listUnbookedEnds(tx, query)).filter((raw) => !isRefund(ctx, raw))
  if (signed.length === 0) return true
  return (await sumLoss(tx, { chainId, since })) + sumMaxCosts(signed) <= budget
}

/**
 * Returns whether another refund may be sent on a network: the refunds of the last 24 hours, with each that is not in the
 * books yet at its gas limit and maximum fee, cost a quarter of `LOSS_PER_DAY` at most. Refunds have this share of their own
 * and pause nothing, because a refund returns the whole deposit: with many small orders that expire, anybody could pause
 * settling for little. Always true on embedded networks.
 */
export async function isWithinRefundShare(ctx: Context, chainId: number): Promise<boolean> {
  const budget = lossBudgetOf(ctx, chainId)
  if (budget === undefined) return true
  const since = toUnixSeconds(ctx.now()) - daySeconds
  const query = { chainId, since: new Date(since * 1_000), states: ['mined', 'failed'] } as const
  const signed = (await listUnbookedEnds(ctx.db, query)).filter((raw) => isRefund(ctx, raw))
  return (
    (await sumRefunds(ctx.db, { chainId, since })) + sumMaxCosts(signed) <= budget / refundParts
  )
}

/** Refunds call the contracts that own the orders. */
function isRefund({ config }: Context, raw: Hex): boolean {
  const { to } = parseTransaction(raw)
  return !to || toAddress(to) !== config.settlementContract
}

/** Returns what a signed transaction costs at most, in wei: its gas limit at its maximum fee. */
export function maxCostOf(raw: Hex): bigint {
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(raw)
  return gas * maxFeePerGas
}

function sumMaxCosts(signed: readonly Hex[]): bigint {
  return signed.reduce((sum, raw) => sum + maxCostOf(raw), 0n)
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
  const now = new Date(ctx.now())
  const resumed = await findLastResume(db, { network: getNetwork(chainId).name, now })
  const day = toUnixSeconds(ctx.now()) - daySeconds
  return Math.max(day, resumed ? toUnixSeconds(resumed.getTime()) : 0)
}
