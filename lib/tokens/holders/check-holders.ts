import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import { isOnChain } from '@/lib/chain/reorg'
import { type Context, contextSlot } from '@/lib/context'
import { type Address, zeroAddress } from '@/lib/core/address'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { readBalances } from '@/lib/tokens/read-balances'
import { listHolders, listTopHolders } from './holder-store'
import { markUnfaithful, type TokenProgress } from './tracked-token-store'
import { listRecentParties } from './transfer-store'

/** A network, and the role and fencing epoch under which its market index is led. */
export type HolderLeadership = {
  readonly chainId: number
  readonly role: string
  readonly epoch: bigint
}

/** Milliseconds between two comparisons of a token. */
const everyMs = 60_000

/** Accounts that are compared: as many of the largest holders, and of the newest transfers. */
const sampleSize = 50

type Standing = {
  readonly tracked: readonly TokenProgress[]
  /** Where the market index stands. */
  readonly tip: BlockHeader
}

/**
 * Compares what is kept of one token with what its contract says at the index's tip, each token
 * once a minute. One that differs is marked as not faithful: its balances change without transfers,
 * or its transfers tell them wrong.
 *
 * @throws {ServiceError} Conflict when another process leads.
 */
export async function checkHolders(
  ctx: Context,
  leadership: HolderLeadership,
  { tracked, tip }: Standing,
): Promise<void> {
  const { chainId } = leadership
  const checked = contextSlot(ctx, `holders:checked:${chainId}`, () => new Map<Address, number>())
  const isDue = ({ address, live, faithful }: TokenProgress) =>
    live && faithful && ctx.now() - (checked.get(address) ?? 0) >= everyMs
  const token = tracked.find(isDue)?.address
  if (!token) return
  checked.set(token, ctx.now())
  // A node that does not answer, or has no state of the block any more, says nothing of the token.
  const differing = await findDifference(ctx, { chainId, token, tip }).catch(() => undefined)
  if (!differing) return
  ctx.log.warn({ chainId, token, ...differing }, 'transfers of a token do not tell its balances')
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, leadership.role, leadership.epoch)
    await markUnfaithful(tx, chainId, [token])
  })
}

async function findDifference(
  ctx: Context,
  { chainId, token, tip }: { chainId: number; token: Address; tip: BlockHeader },
): Promise<{ readonly holder: Address } | undefined> {
  const sample = { chainId, token, limit: sampleSize }
  const [largest, recent] = await Promise.all([
    listTopHolders(ctx.db, sample),
    listRecentParties(ctx.db, sample),
  ])
  const accounts = new Set([...largest.map(({ address }) => address), ...recent])
  accounts.delete(zeroAddress)
  const holders = [...accounts]
  const kept = await listHolders(ctx.db, { chainId, token, holders })
  const balances = await readBalances(ctx, { chainId, token, holders, blockNumber: tip.number })
  const tipNow = await findTip(ctx.db, { chainId, indexer: 'market' })
  if (tipNow?.hash !== tip.hash || !(await isOnChain(ctx.chain(chainId), tip))) return undefined
  const keptOf = new Map(kept.map(({ address, balance }) => [address, balance]))
  const holder = holders.find((account, index) => balances[index] !== (keptOf.get(account) ?? 0n))
  return holder && { holder }
}
