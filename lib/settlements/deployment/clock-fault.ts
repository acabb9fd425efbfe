import { findTip } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'
import { toUnixSeconds } from '@/lib/core/time'
import { readClock } from '@/lib/db/clock'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'

/** Seconds by which the newest block may be ahead of this machine's clock: as far as Geth accepts blocks of the future. */
const maxAheadSeconds = 15
/** Seconds by which a clock that was wrong may still be behind when it counts as right again, so that it does not waver. */
const settledSeconds = 5

/**
 * Returns what is wrong with the clocks if a block is too far ahead of this machine's: the machine's own clock, or, if the
 * database agrees with it, the chain's.
 */
export async function findClockFault(
  ctx: Context,
  chainId: number,
  blockSeconds: number,
): Promise<string | undefined> {
  const ahead = blockSeconds - toUnixSeconds(ctx.now())
  if (ahead <= maxAheadSeconds) return undefined
  const fault = `the newest block is ${ahead} s in the future`
  const databaseMs = await readClock(ctx.db).catch(() => undefined)
  return databaseMs !== undefined && blockSeconds - toUnixSeconds(databaseMs) > maxAheadSeconds
    ? `${fault}, by the database's clock too: the chain or the node of RPC_URL_${chainId} is ahead of time`
    : `${fault}: set this machine's clock`
}

/**
 * Returns why another process should lead the auctions of a network: this one's clock is behind both the database's and the
 * indexed chain, so it cannot settle. If only one of them is ahead, the fault is not this process's.
 */
export async function findSlowClock(
  ctx: Context,
  chainId: number,
  { databaseMs, wasUnfit }: { readonly databaseMs: number; readonly wasUnfit: boolean },
): Promise<string | undefined> {
  const nowSeconds = toUnixSeconds(ctx.now())
  const behind = toUnixSeconds(databaseMs) - nowSeconds
  if (behind <= (wasUnfit ? settledSeconds : maxAheadSeconds)) return undefined
  const findIndexed = () => findTip(ctx.db, settlementIndex(chainId)).catch(() => undefined)
  const indexedAt = wasUnfit ? undefined : (await findIndexed())?.timestamp
  const isUnfit = wasUnfit || Number(indexedAt ?? 0) - nowSeconds > maxAheadSeconds
  return isUnfit ? `its clock is ${behind} s behind the database's: set it` : undefined
}
