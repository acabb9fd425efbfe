import { decodeFunctionData, parseTransaction } from 'viem'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { calledPools } from '@/lib/liquidity/called-pools'
import { listMovedReverts, listSettledSince } from '@/lib/settlements/books/booked-settlement-query'
import { countedSince, lossBudgetOf } from '@/lib/settlements/books/loss-budget'

/**
 * The part of the loss budget that reverts through a pool may cost, as a divisor: the rest is for the network's other
 * pools, so that moving one pool in front of settlements does not pause it.
 */
const budgetParts = 4n

/**
 * Returns the keys of pools that are left out of settlements on a network, because their price moved in front of too many:
 * since the last settlement that succeeded through such a pool, reverts through it cost more than a quarter of `LOSS_PER_DAY`.
 * Only reverts count that no order is to blame for, each for all pools of its settlement, within 24 hours and since an
 * operator resumed settling. None on embedded networks.
 */
export async function findAttackedPools(
  ctx: Context,
  chainId: number,
): Promise<ReadonlySet<string>> {
  const budget = lossBudgetOf(ctx, chainId)
  if (budget === undefined) return new Set()
  const since = new Date((await countedSince(ctx, ctx.db, chainId)) * 1_000)
  const reverts = await listMovedReverts(ctx.db, { chainId, since })
  const costs = reverts.map(({ raw, costWei }) => costWei ?? maxCostOf(raw))
  const max = budget / budgetParts
  if (costs.reduce((sum, cost) => sum + cost, 0n) <= max) return new Set()
  const [first] = reverts
  const settled = first ? await listSettledSince(ctx.db, { chainId, sinceId: first.id }) : []
  const lost = new Map<string, bigint>()
  const steps = [
    ...reverts.map(({ id, raw }, index) => ({ id, raw, cost: costs[index] ?? 0n })),
    ...settled.map((one) => ({ ...one, cost: undefined })),
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const { raw, cost } of steps) {
    for (const key of poolsOf(raw)) {
      if (cost === undefined) lost.delete(key)
      else lost.set(key, (lost.get(key) ?? 0n) + cost)
    }
  }
  return new Set([...lost].flatMap(([key, wei]) => (wei > max ? [key] : [])))
}

/** Pools last reported, by network. */
const reported = defineSlot('settlements/attacked-pools', (_, _chainId: number) => ({ keys: '' }))

/** Returns {@link findAttackedPools}, and logs a change. */
export async function reportAttackedPools(
  ctx: Context,
  chainId: number,
): Promise<ReadonlySet<string>> {
  const found = await findAttackedPools(ctx, chainId)
  const last = reported(ctx, chainId)
  const keys = [...found].sort().join()
  if (keys === last.keys) return found
  last.keys = keys
  if (found.size === 0) ctx.log.info({ chainId }, 'all pools are used again')
  else {
    const pools = [...found]
    ctx.log.error({ chainId, pools }, 'pools left out: reverts through them cost too much')
  }
  return found
}

/** Keys of the pools that a signed settlement trades. */
function poolsOf(raw: Hex): ReadonlySet<string> {
  const { data = '0x' } = parseTransaction(raw)
  const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data })
  return functionName === 'settle' ? calledPools(args[3][1]) : new Set()
}

/** A revert that is not in the books yet costs its gas limit at its maximum fee at most. */
function maxCostOf(raw: Hex): bigint {
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(raw)
  return gas * maxFeePerGas
}
