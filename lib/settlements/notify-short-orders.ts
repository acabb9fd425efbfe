import { encodeFunctionData, erc20Abi, parseAbiItem } from 'viem'
import type { ShortOrder } from '@/lib/auctions/auction'
import { wordAt } from '@/lib/chain/aggregate-reads'
import { boundedCall } from '@/lib/chain/bounded-call'
import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { shortBalanceNotification } from '@/lib/notifications/order-notifications'
import { isNativeOrder } from '@/lib/orders/onchain-placement'
import { findOrder } from '@/lib/orders/order-store'
import { findKnownTokens } from '@/lib/tokens/token-store'
import { auctionRole } from './auction-role'
import { type BalanceChange, findShortSince } from './short-balance'

/** Blocks in which the transfer that began a shortfall is looked for. */
const reach = 2_000n

/** Milliseconds after which an order that there is nothing to tell of is looked at again. */
const recheckMs = 60_000

/** Orders looked at in one call, which the next auction waits for. */
const mostLookedAt = 20

/** Gas that a token may use to tell a balance. */
const readGas = 1_000_000n

type ShortOrders = {
  readonly chainId: number
  /** Of the auctioneer, who finds out. */
  readonly epoch: bigint
  readonly shortOrders: readonly ShortOrder[]
}

/**
 * Tells the owners of open orders that an auction found short of balance, once per episode: told ones are
 * remembered until an auction finds them paid, and after a restart the id, which names the block of the
 * transfer that began the episode, is the same. What many orders are short of is told over several calls, and
 * a token that does not answer keeps only its own owners from hearing.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, Conflict when another leads.
 */
export async function notifyShortOrders(ctx: Context, input: ShortOrders): Promise<void> {
  const { chainId, shortOrders } = input
  const quiet = memoized(ctx, `short-orders:${chainId}`, () => new Map<Hex, number>())
  const short = new Set(shortOrders.map(({ uid }) => uid))
  for (const uid of quiet.keys()) if (!short.has(uid)) quiet.delete(uid)
  const due = shortOrders.filter(({ uid }) => (quiet.get(uid) ?? 0) <= ctx.now())
  for (const order of due.slice(0, mostLookedAt)) {
    const shortfall = await readShortfall(ctx, chainId, order)
    if (shortfall) await tell(ctx, input, { order, shortfall })
    quiet.set(order.uid, shortfall ? Number.POSITIVE_INFINITY : ctx.now() + recheckMs)
  }
}

type Shortfall = Parameters<typeof shortBalanceNotification>[2]

/** What is missing; undefined when only the allowance is, or the token or its history does not tell. */
async function readShortfall(
  ctx: Context,
  chainId: number,
  { order, needed, available, blockNumber }: ShortOrder,
): Promise<Shortfall | undefined> {
  if (order.sellTokenBalance !== 'erc20') {
    return { balance: available, needed, shortSinceBlock: 0n }
  }
  const { owner, sellToken } = order
  const balance = wordAt(
    await boundedCall(ctx, {
      chainId,
      to: sellToken,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
      gas: readGas,
      blockNumber,
    }),
    0,
  )
  if (balance === undefined || balance >= needed) return undefined
  const changes = await readChanges(ctx, chainId, { order, blockNumber }).catch(() => undefined)
  if (!changes) return undefined
  // Unknown beginnings count as one episode.
  return { balance, needed, shortSinceBlock: findShortSince(balance, needed, changes) ?? 0n }
}

const transferEvent = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

async function readChanges(
  ctx: Context,
  chainId: number,
  { order, blockNumber }: Pick<ShortOrder, 'order' | 'blockNumber'>,
): Promise<BalanceChange[]> {
  const { client } = ctx.chain(chainId)
  const { owner, sellToken: address } = order
  const fromBlock = blockNumber > reach ? blockNumber - reach : 0n
  const query = {
    address,
    event: transferEvent,
    strict: true,
    fromBlock,
    toBlock: blockNumber,
  } as const
  const [sent, received] = await Promise.all([
    client.getLogs({ ...query, args: { from: owner } }),
    client.getLogs({ ...query, args: { to: owner } }),
  ])
  return [
    ...sent.map((log) => ({ ...log, change: -log.args.value })),
    ...received.map((log) => ({ ...log, change: log.args.value })),
  ]
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
    .map(({ blockNumber, change }) => ({ blockNumber, change }))
}

async function tell(
  ctx: Context,
  { chainId, epoch }: ShortOrders,
  { order: { uid }, shortfall }: { order: ShortOrder; shortfall: Shortfall },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    const order = await findOrder(tx, chainId, uid)
    // What a contract holds for the native token that it was paid is not its sender's balance.
    if (order?.status !== 'open' || isNativeOrder(order)) return
    const tokens = await findKnownTokens(tx, chainId, [order])
    await saveNotifications(tx, [shortBalanceNotification(order, tokens, shortfall)])
  })
}
