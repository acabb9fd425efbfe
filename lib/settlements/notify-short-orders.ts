import { encodeFunctionData, erc20Abi } from 'viem'
import type { ShortOrder } from '@/lib/auctions/auction'
import { wordAt } from '@/lib/chain/aggregate-reads'
import { boundedCall } from '@/lib/chain/bounded-call'
import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { shortBalanceNotification } from '@/lib/notifications/order-notifications'
import { isNativeOrder } from '@/lib/orders/onchain-placement'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { findOrder } from '@/lib/orders/order-store'
import { findKnownTokens } from '@/lib/tokens/token-store'
import { type AuctionLeadership, asAuctioneer } from './as-auctioneer'
import { type BlockName, findBlockHash, isOnChain } from './block-on-chain'
import {
  beginEpisode,
  endEpisode,
  findOpenEpisodes,
  moveEpisode,
  type ShortEpisode,
} from './short-episode-store'
import { takeBackShortfalls } from './take-back-shortfalls'

/** Milliseconds after which a short order is looked at again. */
const recheckMs = 60_000

/** Orders looked at in one call, which the next auction waits for. */
const mostLookedAt = 20

/** Gas that a token may use to tell a balance. */
const readGas = 1_000_000n

type Round = AuctionLeadership & {
  /** Undefined: the round did not look. */
  readonly shortOrders: readonly ShortOrder[] | undefined
  /** Orders that were found paid. */
  readonly paidUids?: readonly Hex[]
}

/**
 * Tells the owners of open orders that an auction found short of balance, once per episode: one that lasts is kept in
 * the database until the order is found paid. One whose block is dropped while its order is short is found again in
 * another; any other is taken back, see {@link takeBackShortfalls}. What many orders are short of is told over several
 * calls, those first that were looked at the longest ago, and a token that does not answer keeps only its own owners
 * from hearing.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, Conflict when another leads.
 */
export async function notifyShortOrders(ctx: Context, round: Round): Promise<void> {
  const { chainId, shortOrders, paidUids = [] } = round
  await takeBackShortfalls(ctx, round)
  if (!shortOrders) return
  const uids = [...paidUids, ...shortOrders.map(({ uid }) => uid)]
  const episodes = await findOpenEpisodes(ctx.db, uids)
  for (const uid of paidUids) {
    if (episodes.has(uid)) await end(ctx, round, uid)
  }
  const looks = memoized(ctx, `short-orders:${chainId}`, () => new Map<Hex, number>())
  const short = new Set(shortOrders.map(({ uid }) => uid))
  for (const uid of looks.keys()) if (!short.has(uid)) looks.delete(uid)
  const lastLook = ({ uid }: ShortOrder) => looks.get(uid) ?? 0
  const due = shortOrders
    .filter((order) => lastLook(order) + recheckMs <= ctx.now())
    .sort((a, b) => lastLook(a) - lastLook(b))
  for (const order of due.slice(0, mostLookedAt)) {
    looks.set(order.uid, ctx.now())
    const look = await lookAt(ctx, round, { order, episode: episodes.get(order.uid) })
    if (look === 'too late') looks.delete(order.uid)
  }
}

type Looked = { readonly order: ShortOrder; readonly episode: ShortEpisode | undefined }

/** Too late: the chain has no such block any more. */
async function lookAt(
  ctx: Context,
  round: Round,
  { order, episode }: Looked,
): Promise<'done' | 'too late'> {
  const { chainId } = round
  const { uid, blockNumber: number } = order
  const hash = await findBlockHash(ctx, chainId, number)
  if (hash === undefined) return 'too late'
  const block = { number, hash }
  const balance = await readBalance(ctx, chainId, order)
  // It was asked for by the block's number alone.
  if (!(await isOnChain(ctx, chainId, block))) return 'too late'
  if (balance === undefined) return 'done'
  if (balance >= order.needed) {
    // Only the allowance is missing.
    if (episode) await end(ctx, round, uid)
  } else if (!episode) await tell(ctx, round, { order, balance, block })
  else if (!(await isOnChain(ctx, chainId, episode.block))) {
    await asAuctioneer(ctx, round, (tx) => moveEpisode(tx, uid, block))
  }
  return 'done'
}

/** What the owner has; undefined when the token does not tell. */
async function readBalance(
  ctx: Context,
  chainId: number,
  { order: { owner, sellToken, sellTokenBalance }, available, blockNumber }: ShortOrder,
): Promise<bigint | undefined> {
  if (sellTokenBalance !== 'erc20') return available
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const call = { chainId, to: sellToken, data, gas: readGas, blockNumber }
  return wordAt(await boundedCall(ctx, call), 0)
}

async function tell(
  ctx: Context,
  round: Round,
  { order: { uid, needed }, balance, block }: Found,
): Promise<void> {
  const { chainId } = round
  await asAuctioneer(ctx, round, async (tx) => {
    await lockOrders(tx, [uid])
    const order = await findOrder(tx, chainId, uid)
    // What a contract holds for the native token that it was paid is not its sender's balance.
    if (order?.status !== 'open' || isNativeOrder(order)) return
    const number = await beginEpisode(tx, { chainId, uid, block, at: new Date(ctx.now()) })
    if (number === undefined) return
    const tokens = await findKnownTokens(tx, chainId, [order])
    await saveNotifications(tx, [
      shortBalanceNotification(order, tokens, { balance, needed, number }),
    ])
  })
}

type Found = {
  readonly order: ShortOrder
  readonly balance: bigint
  readonly block: BlockName
}

function end(ctx: Context, round: Round, uid: Hex): Promise<void> {
  return asAuctioneer(ctx, round, (tx) => endEpisode(tx, uid, new Date(ctx.now())))
}
