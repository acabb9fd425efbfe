import { toFunctionSelector } from 'viem'
import type { PaidOrders, ShortOrder } from '@/lib/auctions/model/auction'
import { encodeWords } from '@/lib/chain/reads/aggregate-codec'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { groupBy } from '@/lib/core/group-by'
import { isNativeOrder } from '@/lib/core/native-order'
import type { Transaction } from '@/lib/db/database'
import { notificationId } from '@/lib/notifications/notification-id'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { shortBalanceNotification } from '@/lib/notifications/order-notifications'
import { saveCorrections } from '@/lib/notifications/save-fact-notifications'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { findOrder } from '@/lib/orders/order-store'
import {
  type AuctionLeadership,
  inFencedTransaction,
} from '@/lib/settlements/auctioneer/auction-role'
import { type BlockName, findBlockHash, isOnChain } from '@/lib/settlements/indexing/block-on-chain'
import { findKnownTokens } from '@/lib/tokens/token-store'
import {
  findNewestShortfalls,
  listOldShortfalls,
  listUnconfirmedEnds,
  listUnfinalizedShortfalls,
  type Shortfall,
} from './shortfall-query'
import {
  closeShortfall,
  finalizeShortfall,
  moveShortfall,
  openShortfall,
  reopenShortfall,
  retractShortfall,
} from './shortfall-store'

/** Milliseconds between checks of the same short order: owners learn within a minute, at one query a minute. */
const recheckMs = 60_000

/** Time of each short order's last check, in milliseconds. */
const checksOf = defineSlot(
  'settlements/short-orders',
  (_, _chainId: number) => new Map<Hex, number>(),
)

/** Maximum number of orders checked per call, since the next auction waits for it. */
const maxChecked = 20

/** Gas limit of a balance query: twenty times a proxied token's. */
const readGas = 1_000_000

/** Bytes of a number as a result. */
const wordBytes = 32

const balanceOf = toFunctionSelector('balanceOf(address)')

type Round = AuctionLeadership & {
  /** Undefined if the round did not look. */
  readonly shortOrders: readonly ShortOrder[] | undefined
  readonly paid?: PaidOrders
}

/**
 * Notifies owners of open orders whose balance or allowance is insufficient, once per episode; one reason may follow
 * the other within an episode. An open episode is stored until the order is found funded, and continues if that block
 * is dropped. If the block that began an episode is dropped while its order is still short, the episode is found again
 * in another block; otherwise it is retracted, see {@link correctShortfalls}. Many short orders are checked over
 * several calls, least recently checked first. A token that does not answer affects only its own orders.
 * @throws {ServiceError} InternalServerError if the RPC does not answer, Conflict if another process leads.
 */
export async function notifyShortOrders(ctx: Context, round: Round): Promise<void> {
  const { chainId, shortOrders, paid } = round
  await correctShortfalls(ctx, round)
  if (!shortOrders) return
  const uids = [...(paid?.uids ?? []), ...shortOrders.map(({ uid }) => uid)]
  const shortfalls = await findNewestShortfalls(ctx.db, uids)
  for (const uid of paid?.uids ?? []) {
    const shortfall = shortfalls.get(uid)
    if (paid && shortfall && !shortfall.end) await endIn(ctx, round, { uid, block: paid.block })
  }
  const checks = checksOf(ctx, chainId)
  const short = new Set(shortOrders.map(({ uid }) => uid))
  for (const uid of checks.keys()) if (!short.has(uid)) checks.delete(uid)
  const lastCheck = ({ uid }: ShortOrder) => checks.get(uid) ?? 0
  const due = shortOrders
    .filter((order) => lastCheck(order) + recheckMs <= ctx.now())
    .sort((a, b) => lastCheck(a) - lastCheck(b))
  const sameBlock = groupBy(due.slice(0, maxChecked), ({ blockNumber }) => blockNumber)
  for (const [number, orders] of sameBlock) {
    const found = await readBalances(ctx, chainId, { number, orders })
    if (!found) continue
    const isKept = rememberBlocks(ctx, chainId)
    for (const order of orders) {
      const { uid } = order
      checks.set(uid, ctx.now())
      // The auction treats a failing balance query as zero, too.
      if (found.balances.get(uid) === undefined) continue
      const candidate = { order, block: found.block, shortfall: shortfalls.get(uid), isKept }
      const result = await checkShortOrder(ctx, round, candidate)
      if (result === 'in vain') checks.delete(uid)
    }
  }
}

/** Returns whether a block is still canonical, and looks once at each height: many shortfalls begin in one block. */
function rememberBlocks(ctx: Context, chainId: number): (block: BlockName) => Promise<boolean> {
  const hashes = new Map<bigint, Promise<Hex | undefined>>()
  return async ({ number, hash }) => {
    const found = hashes.get(number) ?? findBlockHash(ctx, chainId, number)
    hashes.set(number, found)
    return (await found) === hash
  }
}

type Candidate = Found & {
  readonly shortfall: Shortfall | undefined
  readonly isKept: ReturnType<typeof rememberBlocks>
}

/** Not found: the block precedes the end of the newest episode. */
async function checkShortOrder(
  ctx: Context,
  round: Round,
  { order, block, shortfall, isKept }: Candidate,
): Promise<'done' | 'in vain'> {
  const { uid } = order
  if (!shortfall) await notifyShortfall(ctx, round, { order, block })
  else if (shortfall.end) {
    return checkAfterEnd(ctx, round, { order, block, shortfall, end: shortfall.end })
  } else if (!(await isKept(shortfall.block))) {
    await inFencedTransaction(ctx, round, (tx) => moveShortfall(tx, uid, block))
  }
  return 'done'
}

/**
 * An order is short and its newest episode has ended: a new episode begins, if the block that ended the last one is
 * still canonical.
 */
async function checkAfterEnd(
  ctx: Context,
  round: Round,
  { shortfall, end, ...found }: Found & { readonly shortfall: Shortfall; readonly end: BlockName },
): Promise<'done' | 'in vain'> {
  // A lagging node or a shorter chain: later blocks will show which.
  if (found.block.number < end.number) return 'in vain'
  if (await isOnChain(ctx, round.chainId, end)) await notifyShortfall(ctx, round, found)
  else {
    await inFencedTransaction(ctx, round, async (tx) => {
      await lockOrders(tx, [shortfall.uid])
      await reopenShortfall(tx, shortfall)
    })
  }
  return 'done'
}

type AtBlock = { readonly number: bigint; readonly orders: readonly ShortOrder[] }

type Balances = {
  readonly block: BlockName
  /** By uid; none if the token does not answer. */
  readonly balances: ReadonlyMap<Hex, bigint>
}

/** Reads the owners' balances by one request; undefined if the block was dropped. */
async function readBalances(
  ctx: Context,
  chainId: number,
  { number, orders }: AtBlock,
): Promise<Balances | undefined> {
  const hash = await findBlockHash(ctx, chainId, number)
  if (hash === undefined) return undefined
  const block = { number, hash }
  const balances = new Map(orders.map(({ uid, available }) => [uid, available]))
  const ofTokens = orders
    .filter(({ order }) => order.sellTokenBalance === 'erc20')
    .toSorted((a, b) => (a.order.sellToken < b.order.sellToken ? -1 : 1))
  const answers = await readUntrusted(ctx, {
    ...{ chainId, blockNumber: number, gas: readGas, bytes: wordBytes },
    reads: ofTokens.map(({ order: { sellToken: target, owner } }) => {
      return { target, callData: encodeWords(balanceOf, [owner]) }
    }),
  })
  for (const [index, { uid }] of ofTokens.entries()) {
    const balance = wordAt(answers[index], 0)
    if (balance === undefined) balances.delete(uid)
    else balances.set(uid, balance)
  }
  // The read was by block number only.
  return (await isOnChain(ctx, chainId, block)) ? { block, balances } : undefined
}

async function notifyShortfall(
  ctx: Context,
  round: Round,
  { order: { uid, shortOf, needed, available }, block }: Found,
): Promise<void> {
  const { chainId } = round
  await inFencedTransaction(ctx, round, async (tx) => {
    await lockOrders(tx, [uid])
    const order = await findOrder(tx, chainId, uid)
    // A contract's balance from native payments is not its senders' balance.
    if (order?.status !== 'open' || isNativeOrder(order)) return
    const number = await openShortfall(tx, { chainId, uid, block, at: new Date(ctx.now()) })
    if (number === undefined) return
    const tokens = await findKnownTokens(tx, chainId, [order])
    await saveNotifications(tx, [
      shortBalanceNotification(order, tokens, { shortOf, needed, available, number }),
    ])
  })
}

type Found = {
  readonly order: ShortOrder
  readonly block: BlockName
}

type Paid = { readonly uid: Hex; readonly block: BlockName }

function endIn(ctx: Context, round: Round, { uid, block }: Paid): Promise<void> {
  return inFencedTransaction(ctx, round, (tx) =>
    closeShortfall(tx, uid, { block, at: new Date(ctx.now()) }),
  )
}

/**
 * Corrects shortfall notifications after a reorg. If a dropped block ended an episode, the episode continues under its
 * notification, unless a newer one follows. If a dropped block began an episode that no later auction can find again,
 * because the order was found funded since or has ended, the notification is retracted. A block counts as dropped if
 * both index and node have another one at its height, since either may lag; for blocks that the index has pruned, as
 * after an outage, the node alone decides, once.
 * @throws {ServiceError} InternalServerError if the RPC does not answer, Conflict if another process leads.
 */
async function correctShortfalls(ctx: Context, leadership: AuctionLeadership): Promise<void> {
  const { chainId } = leadership
  await correct(ctx, leadership, {
    list: listUnconfirmedEnds,
    blockOf: ({ end }) => end,
    apply: reopenShortfall,
  })
  await correct(ctx, leadership, {
    list: listUnfinalizedShortfalls,
    blockOf: ({ block }) => block,
    apply: async (tx, shortfall) => {
      await retractShortfall(tx, shortfall, new Date(ctx.now()))
      await saveCorrections(tx, [noticeOf(chainId, shortfall)])
    },
  })
  for (const shortfall of await listOldShortfalls(ctx.db, chainId)) {
    const blocks = [shortfall.block, ...(shortfall.end ? [shortfall.end] : [])]
    const states = await Promise.all(blocks.map((block) => stateOf(ctx, chainId, block)))
    if (states.some((state) => state !== 'there')) continue
    await inFencedTransaction(ctx, leadership, (tx) => finalizeShortfall(tx, shortfall))
  }
}

/** Unknown: the node lags. */
async function stateOf(
  ctx: Context,
  chainId: number,
  { number, hash }: BlockName,
): Promise<'there' | 'dropped' | 'unknown'> {
  const found = await findBlockHash(ctx, chainId, number)
  if (found === undefined) return 'unknown'
  return found === hash ? 'there' : 'dropped'
}

type Correction = {
  readonly list: (db: Transaction, chainId: number) => Promise<readonly Shortfall[]>
  readonly blockOf: (shortfall: Shortfall) => BlockName | undefined
  readonly apply: (tx: Transaction, shortfall: Shortfall) => Promise<void>
}

async function correct(
  ctx: Context,
  leadership: AuctionLeadership,
  { list, blockOf, apply }: Correction,
): Promise<void> {
  const { chainId } = leadership
  for (const shortfall of await list(ctx.db, chainId)) {
    const block = blockOf(shortfall)
    if (!block || (await stateOf(ctx, chainId, block)) !== 'dropped') continue
    await inFencedTransaction(ctx, leadership, async (tx) => {
      await lockOrders(tx, [shortfall.uid])
      const dropped = await list(tx, chainId)
      if (dropped.some((other) => isSame(other, shortfall))) await apply(tx, shortfall)
    })
  }
}

function isSame(one: Shortfall, other: Shortfall): boolean {
  return one.uid === other.uid && one.number === other.number
}

function noticeOf(chainId: number, { uid: orderUid, number: shortfall }: Shortfall): string {
  return notificationId({ type: 'insufficient_balance', chainId, orderUid }, { shortfall })
}
