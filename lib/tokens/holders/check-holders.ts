import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import { isOnChain } from '@/lib/chain/reorg'
import { type Context, defineSlot } from '@/lib/context'
import { type Address, zeroAddress } from '@/lib/core/address'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { readBalances } from '@/lib/tokens/read-tokens'
import { listHolders, listRecentParties, listTopHolders } from './holder-store'
import { markUnfaithful, type TokenProgress } from './tracked-token-store'

/** A network, with the role and fencing token of its market index leader. */
export type HolderLeadership = {
  readonly chainId: number
  readonly role: string
  readonly epoch: bigint
}

/** Minimum time in milliseconds between two checks of a token. */
const checkIntervalMs = 60_000

/** Accounts to compare: this many of the largest holders, and the parties of as many of the latest transfers. */
const sampleSize = 50

/** When each token was last checked, in milliseconds. */
const checkTimes = defineSlot(
  'tokens/holder-checks',
  (_, _chainId: number) => new Map<Address, number>(),
)

type IndexState = {
  readonly tracked: readonly TokenProgress[]
  /** The tip of the market index. */
  readonly tip: BlockHeader
}

/**
 * Compares the stored balances of one token with its contract at the index's tip, each token once a minute. Marks a
 * token that differs as unfaithful: its balances change without transfers, or its transfer events are wrong.
 *
 * @throws {ServiceError} Conflict when another process leads.
 */
export async function checkHolders(
  ctx: Context,
  leadership: HolderLeadership,
  { tracked, tip }: IndexState,
): Promise<void> {
  const { chainId } = leadership
  const checked = checkTimes(ctx, chainId)
  const isDue = ({ address, live, faithful }: TokenProgress) =>
    live && faithful && ctx.now() - (checked.get(address) ?? 0) >= checkIntervalMs
  const token = tracked.find(isDue)?.address
  if (!token) return
  checked.set(token, ctx.now())
  // A node that does not answer, or has pruned the block's state, proves nothing about the token.
  const differing = await findDifference(ctx, { chainId, token, tip }).catch(() => undefined)
  if (!differing) return
  ctx.log.warn({ chainId, token, ...differing }, 'token balances do not match transfers')
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
  const stored = await listHolders(ctx.db, { chainId, token, holders })
  const storedBalances = new Map(stored.map(({ address, balance }) => [address, balance]))
  const listDiffering = async (read: readonly Address[]) => {
    const { number: blockNumber } = tip
    const balances = await readBalances(ctx, { chainId, token, holders: read, blockNumber })
    return read.filter((account, index) => balances[index] !== (storedBalances.get(account) ?? 0n))
  }
  const first = await listDiffering(holders)
  // A node that adds a block meanwhile may answer with the state after it; by now it has that block.
  const [holder] = first.length === 0 ? [] : await listDiffering(first)
  const tipNow = await findTip(ctx.db, { chainId, indexer: 'market' })
  if (tipNow?.hash !== tip.hash || !(await isOnChain(ctx.chain(chainId), tip))) return undefined
  return holder && { holder }
}
