import { setTimeout as delay } from 'node:timers/promises'
import { erc20Abi } from 'viem'
import { expect } from 'vitest'
import { settlementAbi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { everywhere } from '@/lib/core/identity'
import { defaultSettlement } from '@/lib/core/networks'
import { type Notification, noOrder } from '@/lib/core/notification'
import { readInbox } from '@/lib/notifications/read-notifications'
import { retractedError } from '@/lib/outbox/delivery-store'
import { channels } from '@/lib/outbox/subscription'
import { nameOnWire } from '@/lib/testing/channels/channel-sinks'
import type { PlacedOrder } from '@/lib/testing/orders/trading-scenario'
import { repeat } from '@/lib/testing/until'
import type { HistoryStage } from './exactly-once'

const patienceMs = 240_000
/** Quiet time in which a duplicate notification would appear. */
const calmMs = 2_000

/**
 * Waits until {@link checkExactlyOnce} holds twice in a row with no new notification; returns the notifications.
 *
 * @throws the last mismatch after four minutes.
 */
export async function untilExactlyOnce(stage: HistoryStage): Promise<readonly Notification[]> {
  const deadline = Date.now() + patienceMs
  let before = -1
  // Ends at the deadline at the latest.
  for (;;) {
    try {
      const notified = await checkExactlyOnce(stage)
      if (notified.length === before) return notified
      before = notified.length
    } catch (error) {
      if (Date.now() > deadline) throw error
      before = -1
    }
    await delay(before < 0 ? calmMs / 4 : calmMs)
  }
}

/**
 * Compares notifications, database and received messages with the final state of the chain: one standing
 * notification per event, one delivery per notification and channel, and at least one message per sent delivery.
 *
 * @throws the first mismatch.
 */
async function checkExactlyOnce(stage: HistoryStage): Promise<readonly Notification[]> {
  const { ctx, scenario } = stage
  const truth = await readFinalTruth(ctx, scenario)
  const pages = await Promise.all(scenario.traders.map(({ address }) => readAll(stage, address)))
  const notified = pages.flat()
  expect(await ctx.db.notification.count()).toBe(notified.length)
  checkCorrections(notified)
  checkStanding(notified, truth)
  await checkDeliveries(stage, notified)
  return notified
}

/** Reads an account's whole inbox, oldest first. */
async function readAll({ ctx }: HistoryStage, account: Address): Promise<Notification[]> {
  const all: Notification[] = []
  const readPage = () => readInbox(ctx, everywhere(account), { limit: 100, before: all.at(-1)?.id })
  await repeat(readPage, ({ notifications }) => {
    all.push(...notifications)
    return notifications.length === 0
  })
  return all.reverse()
}

/** Each correction retracts one notification of the same kind; none is retracted twice. */
function checkCorrections(notified: readonly Notification[]): void {
  expect(new Set(notified.map(({ id }) => id)).size).toBe(notified.length)
  const byId = new Map(notified.map((one, index) => [one.id, { one, index }]))
  const corrected: unknown[] = []
  for (const [index, { metadata, account, type, orderUid }] of notified.entries()) {
    if (!metadata.correction) continue
    const original = byId.get(metadata.correctsId ?? '')
    expect(original?.one).toMatchObject({ account, type, orderUid })
    expect(original?.index).toBeLessThan(index)
    expect(original?.one.metadata.correction).toBeUndefined()
    corrected.push(metadata.correctsId)
  }
  expect(new Set(corrected).size).toBe(corrected.length)
}

function checkStanding(notified: readonly Notification[], { facts, shortfalls }: FinalTruth): void {
  const corrected = new Set(notified.map(({ metadata }) => metadata.correctsId))
  const standing = notified.filter(({ id, metadata }) => !metadata.correction && !corrected.has(id))
  const isShortfall = ({ type }: Notification) => type === 'insufficient_balance'
  const said = standing.filter((one) => !isShortfall(one)).map(factOf)
  expect(said.sort()).toEqual([`price_alert|${noOrder}`, ...facts].sort())
  for (const [uid, { min, max }] of shortfalls) {
    const own = standing.filter((one) => isShortfall(one) && one.orderUid === uid)
    expect(own.length, `shortfalls of ${uid}`).toBeGreaterThanOrEqual(min)
    expect(own.length, `shortfalls of ${uid}`).toBeLessThanOrEqual(max)
  }
}

function factOf({ type, orderUid, metadata: { txHash, reason } }: Notification): string {
  const cause = txHash ?? reason
  return [type, orderUid, ...(cause === undefined ? [] : [cause])].join('|')
}

async function checkDeliveries(
  { ctx, scenario, sinks }: HistoryStage,
  notified: readonly Notification[],
): Promise<void> {
  const rows = await ctx.db.delivery.findMany({ include: { subscription: true } })
  const corrected = new Set(notified.map(({ metadata }) => metadata.correctsId))
  const states = new Map(
    rows.map((row) => [`${row.notificationId} ${row.subscription.channel}`, row]),
  )
  expect(rows).toHaveLength(notified.length * channels.length)
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const late = waiting.map(({ attempts, lastError, dueAt, subscription: { channel } }) => {
    return { channel, attempts, lastError, dueAt }
  })
  expect(late).toEqual([])
  for (const { address } of scenario.traders) {
    const own = notified.filter(({ account }) => account === address)
    for (const channel of channels) {
      const sent = own.filter(({ id }) => {
        const row = states.get(`${id} ${channel}`)
        expect(row?.subscription.account).toBe(address)
        if (row?.state === 'dead') {
          expect([row.lastError, corrected.has(id)]).toEqual([retractedError, true])
        } else expect(row?.state).toBe('sent')
        return row?.state === 'sent'
      })
      const nameOf = (one: Notification) => nameOnWire(ctx, channel, one)
      const heard = sinks.heard(channel, address)
      expect(missing(sent.map(nameOf), heard)).toEqual([])
      expect(heard.filter((name) => !own.map(nameOf).includes(name))).toEqual([])
    }
  }
}

/** Returns the entries of `sent` that were received fewer times than they were sent. */
function missing(sent: readonly string[], heard: readonly string[]): string[] {
  const left = [...heard]
  return sent.filter((name) => {
    const place = left.indexOf(name)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** The notifications that owners must have in the end, by the final chain and the accepted off-chain cancellations. */
type FinalTruth = {
  /** `type|uid|txHash` or `type|uid|reason`, sorted. */
  readonly facts: readonly string[]
  /** How many shortfalls each order may have had, and must have had. */
  readonly shortfalls: ReadonlyMap<Hex, { readonly min: number; readonly max: number }>
}

const chainId = 1
const minImprovementBps = 10n

type OrdersSince = {
  readonly orders: readonly PlacedOrder[]
  /** The block number at which the history starts. */
  readonly base: number
}

/** Derives the expected notifications of orders from the chain alone, independently of the service's own data. */
async function readFinalTruth(ctx: Context, scope: OrdersSince): Promise<FinalTruth> {
  const { client } = ctx.chain(chainId)
  const from = { fromBlock: BigInt(scope.base), strict: true } as const
  const source = { address: defaultSettlement, abi: settlementAbi, ...from } as const
  const [trades, invalidations, pending] = await Promise.all([
    client.getContractEvents({ ...source, eventName: 'Trade' }),
    client.getContractEvents({ ...source, eventName: 'OrderInvalidated' }),
    client.getBlock({ blockTag: 'pending' }),
  ])
  const times = new Map<bigint, number>()
  for (const { blockNumber } of invalidations) {
    times.set(blockNumber, Number((await client.getBlock({ blockNumber })).timestamp))
  }
  const nowSeconds = Math.min(Number(pending.timestamp), Math.floor(Date.now() / 1_000))
  const facts: string[] = []
  const balances = new Map<string, readonly bigint[]>()
  const shortfalls = new Map<Hex, { min: number; max: number }>()
  for (const order of scope.orders) {
    const own = trades.filter(({ args }) => args.orderUid === order.uid)
    const fills = own.map(({ args, transactionHash }) => ({ ...args, txHash: transactionHash }))
    const first = invalidations.find(
      ({ args, blockNumber }) =>
        args.orderUid === order.uid && (times.get(blockNumber) ?? 0) <= order.validTo,
    )
    const { notices, isOpen } = expectedOutcome(order, {
      fills,
      invalidatedBy: first?.transactionHash,
      nowSeconds,
    })
    facts.push(...notices)
    const holdingKey = `${order.owner} ${order.sellToken}`
    const holding = { token: order.sellToken, owner: order.owner, base: scope.base }
    const history = balances.get(holdingKey) ?? (await listBalances(ctx, holding))
    balances.set(holdingKey, history)
    shortfalls.set(order.uid, countShortfalls(order, { balances: history, isOpen }))
  }
  return { facts: facts.sort(), shortfalls }
}

type Fill = { readonly txHash: Hex; readonly sellAmount: bigint; readonly buyAmount: bigint }

type Facts = {
  /** In chain order. */
  readonly fills: readonly Fill[]
  readonly invalidatedBy: Hex | undefined
  readonly nowSeconds: number
}

/** All orders are sell orders without a fee. */
function expectedOutcome(order: PlacedOrder, { fills, invalidatedBy, nowSeconds }: Facts) {
  const { uid, sellAmount, buyAmount, validTo, isCancelled } = order
  const notices: string[] = []
  let sold = 0n
  for (const fill of fills) {
    sold += fill.sellAmount
    const type = sold >= sellAmount ? 'order_filled' : 'order_partially_filled'
    notices.push(`${type}|${uid}|${fill.txHash}`)
    const expected = (fill.sellAmount * buyAmount + sellAmount - 1n) / sellAmount
    const bps = ((fill.buyAmount - expected) * 10_000n) / expected
    if (bps >= minImprovementBps) notices.push(`price_improvement|${uid}|${fill.txHash}`)
  }
  const isFilled = sold >= sellAmount
  if (isCancelled) notices.push(`order_cancelled|${uid}|user_signature`)
  else if (invalidatedBy && !isFilled) notices.push(`order_cancelled|${uid}|${invalidatedBy}`)
  const isOver = isFilled || isCancelled || invalidatedBy !== undefined
  const isExpired = !isOver && validTo < nowSeconds
  if (isExpired) notices.push(`order_expired|${uid}`)
  return { notices, isOpen: !isOver && !isExpired }
}

type Funds = { readonly balances: readonly bigint[]; readonly isOpen: boolean }

/** At most one per run of blocks with too low a balance, and at least one if the last run persists. */
function countShortfalls(
  { sellAmount, partiallyFillable }: PlacedOrder,
  { balances, isOpen }: Funds,
) {
  const needed = partiallyFillable ? 1n : sellAmount
  const isShort = balances.map((balance) => balance < needed)
  const max = isShort.filter((short, index) => short && !isShort[index - 1]).length
  return { min: isOpen && isShort.at(-1) ? 1 : 0, max }
}

type Holding = { readonly token: Address; readonly owner: Address; readonly base: number }

/** Returns an account's token balance before the history and after each block that changed it. */
async function listBalances(ctx: Context, { token, owner, base }: Holding): Promise<bigint[]> {
  const { client } = ctx.chain(chainId)
  const read = { address: token, abi: erc20Abi } as const
  const moved = await client.getContractEvents({
    ...read,
    eventName: 'Transfer',
    fromBlock: BigInt(base + 1),
    strict: true,
  })
  const own = moved.filter(({ args }) =>
    [args.from, args.to].some((party) => party.toLowerCase() === owner),
  )
  const blocks = [BigInt(base), ...new Set(own.map(({ blockNumber }) => blockNumber))]
  const balances: bigint[] = []
  for (const blockNumber of blocks) {
    const call = { ...read, functionName: 'balanceOf', args: [owner] } as const
    balances.push(await client.readContract({ ...call, blockNumber }))
  }
  return balances
}
