import { encodeFunctionData, erc20Abi } from 'viem'
import type { ShortOrder } from '@/lib/auctions/auction'
import { wordAt } from '@/lib/chain/aggregate-reads'
import { boundedCall } from '@/lib/chain/bounded-call'
import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { notificationId } from '@/lib/notifications/notification'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { shortBalanceNotification } from '@/lib/notifications/order-notifications'
import { saveCorrections } from '@/lib/notifications/save-fact-notifications'
import { isNativeOrder } from '@/lib/orders/onchain-placement'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { findOrder } from '@/lib/orders/order-store'
import { findKnownTokens } from '@/lib/tokens/token-store'
import { auctionRole } from './auction-role'
import {
  type BlockName,
  beginEpisode,
  endEpisode,
  findOpenEpisodes,
  moveEpisode,
  type ShortEpisode,
} from './short-episode-store'

/** Milliseconds after which a short order is looked at again. */
const recheckMs = 60_000

/** Orders looked at in one call, which the next auction waits for. */
const mostLookedAt = 20

/** Gas that a token may use to tell a balance. */
const readGas = 1_000_000n

type Round = {
  readonly chainId: number
  /** Of the auctioneer, who finds out. */
  readonly epoch: bigint
  /** Undefined: the round did not look. */
  readonly shortOrders: readonly ShortOrder[] | undefined
  /** Orders that were found paid. */
  readonly paidUids?: readonly Hex[]
}

/**
 * Tells the owners of open orders that an auction found short of balance, once per episode: one that lasts is kept in
 * the database until the order is found paid. When the block in which it was found was dropped by then, and it was not
 * found again, what was told is taken back. What many orders are short of is told over several calls, those first that
 * were looked at the longest ago, and a token that does not answer keeps only its own owners from hearing.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, Conflict when another leads.
 */
export async function notifyShortOrders(ctx: Context, round: Round): Promise<void> {
  const { chainId, shortOrders, paidUids = [] } = round
  if (!shortOrders) return
  const episodes = await findOpenEpisodes(ctx.db, chainId)
  for (const uid of paidUids) {
    const episode = episodes.get(uid)
    if (episode) await end(ctx, round, episode)
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
    await lookAt(ctx, round, { order, episode: episodes.get(order.uid) })
  }
}

type Looked = { readonly order: ShortOrder; readonly episode: ShortEpisode | undefined }

async function lookAt(ctx: Context, round: Round, { order, episode }: Looked): Promise<void> {
  const balance = await readBalance(ctx, round.chainId, order)
  if (balance === undefined) return
  if (balance >= order.needed) {
    // Only the allowance is missing.
    if (episode) await end(ctx, round, episode)
    return
  }
  if (episode && (await isCanonical(ctx, round.chainId, episode.block))) return
  const hash = await readHash(ctx, round.chainId, order.blockNumber)
  if (hash === undefined) return
  const block = { number: order.blockNumber, hash }
  if (episode) await asLeader(ctx, round, (tx) => moveEpisode(tx, order.uid, block))
  else await tell(ctx, round, { order, balance, block })
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

/** The hash of a block of this height; undefined when the chain has become shorter. */
async function readHash(
  ctx: Context,
  chainId: number,
  blockNumber: bigint,
): Promise<Hex | undefined> {
  const { client, network } = ctx.chain(chainId)
  try {
    return (await client.getBlock({ blockNumber })).hash
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'BlockNotFoundError') return undefined
    throw dependencyDown(network.title, cause)
  }
}

async function isCanonical(ctx: Context, chainId: number, block: BlockName): Promise<boolean> {
  return (await readHash(ctx, chainId, block.number)) === block.hash
}

async function tell(
  ctx: Context,
  round: Round,
  { order: { uid, needed }, balance, block }: Found,
): Promise<void> {
  const { chainId } = round
  await asLeader(ctx, round, async (tx) => {
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

async function end(ctx: Context, round: Round, episode: ShortEpisode): Promise<void> {
  const { chainId } = round
  const { uid: orderUid, number: shortfall, block } = episode
  const isTrue = await isCanonical(ctx, chainId, block)
  await asLeader(ctx, round, async (tx) => {
    await endEpisode(tx, orderUid, new Date(ctx.now()))
    if (isTrue) return
    const notice = { type: 'insufficient_balance', chainId, orderUid } as const
    await saveCorrections(tx, [notificationId(notice, { shortfall })])
  })
}

function asLeader(
  ctx: Context,
  { chainId, epoch }: Round,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    await work(tx)
  })
}
