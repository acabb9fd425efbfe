import { erc20Abi, parseAbiItem } from 'viem'
import type { ShortOrder } from '@/lib/auctions/auction'
import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { shortBalanceNotification } from '@/lib/notifications/order-notifications'
import { findOrder } from '@/lib/orders/order-store'
import { findKnownTokens } from './apply-notifications'
import { auctionRole } from './auction-role'
import { type BalanceChange, findShortSince } from './short-balance'

/** Blocks in which the transfer that began a shortfall is looked for. */
const reach = 2_000n

/** Milliseconds after which an order that lacks only the allowance is looked at again. */
const recheckMs = 60_000

type ShortOrders = {
  readonly chainId: number
  /** Of the auctioneer, who finds out. */
  readonly epoch: bigint
  readonly shortOrders: readonly ShortOrder[]
}

/**
 * Tells the owners of open orders that an auction found short of balance, once per episode: told ones are
 * remembered until an auction finds them paid, and after a restart the id, which names the block of the
 * transfer that began the episode, is the same.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, Conflict when another leads.
 */
export async function notifyShortOrders(ctx: Context, input: ShortOrders): Promise<void> {
  const { chainId, shortOrders } = input
  const quiet = memoized(ctx, `short-orders:${chainId}`, () => new Map<Hex, number>())
  const short = new Set(shortOrders.map(({ uid }) => uid))
  for (const uid of quiet.keys()) if (!short.has(uid)) quiet.delete(uid)
  for (const order of shortOrders) {
    if ((quiet.get(order.uid) ?? 0) > ctx.now()) continue
    const shortfall = await readShortfall(ctx, chainId, order)
    if (shortfall) await tell(ctx, input, { order, shortfall })
    quiet.set(order.uid, shortfall ? Number.POSITIVE_INFINITY : ctx.now() + recheckMs)
  }
}

type Shortfall = Parameters<typeof shortBalanceNotification>[2]

/** What is missing; undefined when the balance is there and only the allowance is not. */
async function readShortfall(
  ctx: Context,
  chainId: number,
  { order, needed, available, blockNumber }: ShortOrder,
): Promise<Shortfall | undefined> {
  if (order.sellTokenBalance !== 'erc20') {
    return { balance: available, needed, shortSinceBlock: 0n }
  }
  const { client, network } = ctx.chain(chainId)
  try {
    const balance = await client.readContract({
      address: order.sellToken,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [order.owner],
      blockNumber,
    })
    if (balance >= needed) return undefined
    const changes = await readChanges(ctx, chainId, { order, blockNumber })
    // Unknown beginnings count as one episode.
    return { balance, needed, shortSinceBlock: findShortSince(balance, needed, changes) ?? 0n }
  } catch (cause) {
    throw dependencyDown(network.title, cause)
  }
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
    if (order?.status !== 'open') return
    const tokens = await findKnownTokens(tx, chainId, [order])
    await saveNotifications(tx, [shortBalanceNotification(order, tokens, shortfall)])
  })
}
