import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import type { BlockRange } from '@/lib/chain/chain-index'
import { rangeWidth, withinRange } from '@/lib/chain/range-width'
import { readLogs } from '@/lib/chain/read-logs'
import { isOnChain } from '@/lib/chain/reorg'
import { type Context, contextSlot } from '@/lib/context'
import { dependencyDown } from '@/lib/core/errors'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { checkHolders, type HolderLeadership } from './check-holders'
import { chooseTrackedTokens } from './choose-tracked-tokens'
import { decodeTransfers, type TokenTransfer, transferTopics } from './token-transfer'
import { moveBalances } from './track-transfers'
import { lockTrackedTokens, saveProgress, type TokenProgress } from './tracked-token-store'
import { insertTransfers } from './transfer-store'

/**
 * Brings the holders of one token that is new a range of blocks further, until it goes along with
 * the market index. Where it was stopped it goes on. Now and then what is kept of a token is
 * compared with what its contract says. Returns whether there is more to do at once.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, Conflict when
 *   another process leads.
 */
export async function backfillHolders(
  ctx: Context,
  leadership: HolderLeadership,
): Promise<'again' | 'done'> {
  const { chainId } = leadership
  const tracked = await chooseTrackedTokens(ctx, leadership)
  const tip = await findTip(ctx.db, { chainId, indexer: 'market' })
  if (!tip) return 'done'
  const token = nextOf(ctx, chainId, tracked)
  const isFurther = token !== undefined && (await readFurther(ctx, leadership, { token, tip }))
  await checkHolders(ctx, leadership, { tracked, tip })
  return isFurther ? 'again' : 'done'
}

/** They take turns, so that none waits for one that is long, or whose logs the node refuses. */
function nextOf(
  ctx: Context,
  chainId: number,
  tracked: readonly TokenProgress[],
): TokenProgress | undefined {
  const turn = contextSlot(ctx, `holders:turn:${chainId}`, () => ({ count: 0 }))
  const waiting = tracked.filter(({ live }) => !live)
  turn.count += 1
  return waiting[turn.count % Math.max(1, waiting.length)]
}

type Stretch = {
  readonly token: TokenProgress
  /** Where the market index stood when the blocks were read. */
  readonly tip: BlockHeader
  readonly toBlock: bigint
  readonly transfers: readonly TokenTransfer[]
}

/**
 * False when nothing came of it: the range was too wide, or token, index or chain moved meanwhile.
 */
async function readFurther(
  ctx: Context,
  leadership: HolderLeadership,
  { token, tip }: Pick<Stretch, 'token' | 'tip'>,
): Promise<boolean> {
  const { chainId } = leadership
  const chain = ctx.chain(chainId)
  const finalTo = tip.number - BigInt(chain.network.finalityBlocks)
  const fromBlock = token.readTo === undefined ? token.fromBlock : token.readTo + 1n
  const width = { chainId, indexer: `holders ${token.address}` }
  const last = fromBlock + rangeWidth(ctx, width) - 1n
  const toBlock = fromBlock > finalTo ? tip.number : last < finalTo ? last : finalTo
  const reading = async () => {
    const read = () => readTransfers(ctx, chainId, { token, fromBlock, toBlock })
    const transfers = await withinRange(ctx, width, read)
    return (await isOnChain(chain, tip)) ? transfers : undefined
  }
  const transfers = await reading().catch((cause) => {
    throw dependencyDown(chain.network.title, cause)
  })
  if (!transfers) return false
  return inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, leadership.role, leadership.epoch)
    const stretch = { token, tip, toBlock, transfers }
    const isGood = await isAsRead(tx, chainId, stretch)
    if (isGood) await applyStretch(tx, chainId, stretch)
    return isGood
  })
}

async function readTransfers(
  ctx: Context,
  chainId: number,
  { token, ...range }: BlockRange & Pick<Stretch, 'token'>,
): Promise<TokenTransfer[]> {
  if (range.fromBlock > range.toBlock) return []
  const chain = ctx.chain(chainId)
  const addresses = [token.address]
  const logs = await readLogs(chain, { ...range, addresses, topics: transferTopics })
  const { wrappedNative } = chain.network
  return decodeTransfers(logs, { tokens: new Set(addresses), wrappedNative })
}

/**
 * Whether token and market index still stand where they did; the lock keeps the market index from
 * moving on.
 */
async function isAsRead(
  tx: Transaction,
  chainId: number,
  { token, tip }: Stretch,
): Promise<boolean> {
  const tracked = await lockTrackedTokens(tx, chainId)
  const now = tracked.find(({ address }) => address === token.address)
  const tipNow = await findTip(tx, { chainId, indexer: 'market' })
  return now?.live === false && now.readTo === token.readTo && tipNow?.hash === tip.hash
}

async function applyStretch(
  tx: Transaction,
  chainId: number,
  { token: { address, readTo }, tip, toBlock, transfers }: Stretch,
): Promise<void> {
  await moveBalances(tx, chainId, { done: transfers, undone: [] })
  const isLast = toBlock === tip.number
  if (isLast) await insertTransfers(tx, chainId, transfers)
  await saveProgress(tx, chainId, { address, readTo: isLast ? readTo : toBlock, live: isLast })
}
