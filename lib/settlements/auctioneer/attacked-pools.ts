import { decodeFunctionData, parseTransaction } from 'viem'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { calledPools } from '@/lib/liquidity/called-pools'
import { listSettledSince } from '@/lib/settlements/books/booked-settlement-query'
import type { CostlyReverts } from './costly-reverts'

/**
 * Returns the keys of pools that are left out of settlements on a network, because their price moved in front of too many:
 * since the last settlement that succeeded through such a pool, reverts through it cost more than their part of the loss
 * budget. Only reverts count that neither an order nor untrusted code may be to blame for, each for all pools of its settlement.
 */
export async function findAttackedPools(
  ctx: Context,
  chainId: number,
  { reverts: all, max }: CostlyReverts,
): Promise<ReadonlySet<string>> {
  const reverts = all.filter(({ isMoved, untrusted }) => isMoved && untrusted.length === 0)
  if (reverts.reduce((sum, { cost }) => sum + cost, 0n) <= max) return new Set()
  const [first] = reverts
  const settled = first ? await listSettledSince(ctx.db, { chainId, sinceId: first.id }) : []
  const lost = new Map<string, bigint>()
  const steps = [
    ...reverts.map(({ id, raw, cost }) => ({ id, raw, cost })),
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
  costly: CostlyReverts | undefined,
): Promise<ReadonlySet<string>> {
  const found = costly ? await findAttackedPools(ctx, chainId, costly) : new Set<string>()
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
