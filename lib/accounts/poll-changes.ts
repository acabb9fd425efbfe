import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { inSnapshot, type Transaction } from '@/lib/db/database'
import { areNotificationsOn } from '@/lib/notifications/notification-view'
import {
  type AccountEventData,
  type AccountFact,
  accountFacts,
  snapshotEvent,
} from './account-event'
import {
  listNewestNotificationsOf,
  listOpenOrdersOf,
  listUnsignedOrdersOf,
  readSnapshot,
} from './account-snapshot-query'
import type { DbSnapshot } from './db-snapshot'
import { type EventCursor, withIds, withIdsAfter } from './event-cursor'
import type { AccountEvent } from './follower'
import { type AccountChanges, listMissedChanges, listRecentChanges } from './list-account-changes'

/** Maximum orders and notifications in a snapshot. */
const snapshotOrders = 100
const snapshotNotifications = 20

/** The input of a poll. */
export type PollQuery = {
  readonly chainId: number
  /** Accounts subscribed since `since`; a snapshot of another era has no events. */
  readonly accounts: ReadonlySet<Address>
  readonly since: DbSnapshot | undefined
  /** Their orders that await an on-chain signature. */
  readonly unsigned: readonly Hex[]
  readonly arrivals: readonly Arrival[]
}

/** A new subscription; one with a cursor resumes. */
export type Arrival = { readonly account: Address; readonly cursor: EventCursor | undefined }

type Event = AccountEvent<AccountEventData>

/** The result of a poll up to `now`, with events in the order they are sent. */
export type Poll = {
  readonly now: DbSnapshot
  readonly events: ReadonlyMap<Address, readonly Event[]>
  /** The first events of each arrival. */
  readonly initialEvents: ReadonlyMap<Arrival, readonly Event[]>
  /** Orders read, by uid: the owner while the on-chain signature is missing, else undefined. */
  readonly unsigned: ReadonlyMap<Hex, Address | undefined>
}

/** Polls in one snapshot; undefined when nothing was committed since and there are no arrivals. */
export async function pollChanges(ctx: Context, query: PollQuery): Promise<Poll | undefined> {
  const { since, arrivals } = query
  if (since && arrivals.length === 0) {
    const { text } = await readSnapshot(ctx.db)
    if (text === since.text) return undefined
  }
  const isNotifying = areNotificationsOn(ctx)
  return inSnapshot(ctx.db, async (tx) => {
    const now = await readSnapshot(tx)
    const known = since?.era === now.era ? since : undefined
    const recent = await readRecent(tx, { ...query, since: known }, now)
    const shown = { ...recent, notifications: isNotifying ? recent.notifications : [] }
    const unsigned = new Map(
      recent.orders.map(({ value: { order } }) => {
        const isWaiting = order.status === 'open' && !order.signed
        return [order.uid, isWaiting ? order.owner : undefined] as const
      }),
    )
    const reading = { tx, now, isNotifying, chainId: query.chainId }
    const initialEvents = await readInitialEvents(reading, arrivals)
    const accounts = arrivals.map(({ account }) => account)
    const waiting = await listUnsignedOrdersOf(tx, { chainId: query.chainId, accounts })
    for (const { uid, owner } of waiting) unsigned.set(uid, owner)
    const facts = accountFacts(shown, query.accounts)
    return {
      now,
      initialEvents,
      unsigned,
      events: known ? eventsOf(facts, { since: known, now }) : new Map(),
    }
  })
}

const nothing: AccountChanges = { orders: [], trades: [], notifications: [] }

async function readRecent(
  tx: Transaction,
  { chainId, accounts, since, unsigned }: PollQuery,
  now: DbSnapshot,
): Promise<AccountChanges> {
  if (!since || accounts.size === 0) return nothing
  return listRecentChanges(tx, { chainId, accounts: [...accounts], since, now }, unsigned)
}

function eventsOf(
  facts: readonly AccountFact[],
  span: { readonly since: DbSnapshot; readonly now: DbSnapshot },
): Map<Address, Event[]> {
  const accounts = new Set(facts.map(({ account }) => account))
  return new Map(
    [...accounts].map((account) => {
      const own = facts.filter((fact) => fact.account === account)
      return [account, withIds(own, span).map(toEvent)]
    }),
  )
}

function toEvent({ fact, id }: { readonly fact: AccountFact; readonly id: string }): Event {
  return { event: fact.event, id, data: fact.data }
}

type Reading = {
  readonly tx: Transaction
  readonly chainId: number
  readonly now: DbSnapshot
  readonly isNotifying: boolean
}

async function readInitialEvents(
  reading: Reading,
  arrivals: readonly Arrival[],
): Promise<Map<Arrival, readonly Event[]>> {
  const { tx, chainId, now, isNotifying } = reading
  const initialEvents = new Map<Arrival, readonly Event[]>()
  if (arrivals.length === 0) return initialEvents
  const asked = { chainId, accounts: [...new Set(arrivals.map(({ account }) => account))] }
  const orders = await listOpenOrdersOf(tx, asked, snapshotOrders)
  const notifications = isNotifying
    ? await listNewestNotificationsOf(tx, asked, snapshotNotifications)
    : new Map()
  const snapshots = new Map(
    asked.accounts.map((account) => [
      account,
      snapshotEvent(orders.get(account) ?? [], notifications.get(account) ?? []),
    ]),
  )
  for (const arrival of arrivals) {
    const snapshot = snapshots.get(arrival.account) ?? snapshotEvent([], [])
    const missed = await readMissed(reading, arrival)
    // Until the last missed event is sent, a client resumes from its old position.
    const first = missed.length === 0 ? { ...snapshot, id: now.text } : snapshot
    initialEvents.set(arrival, [first, ...missed])
  }
  return initialEvents
}

async function readMissed(
  { tx, chainId, now, isNotifying }: Reading,
  { account, cursor }: Arrival,
): Promise<readonly Event[]> {
  // A forged cursor may be ahead of its era.
  if (!cursor || cursor.since.era !== now.era || cursor.since.next > now.next) return []
  const query = { chainId, accounts: [account], since: cursor.since, now }
  const changes = await listMissedChanges(tx, query)
  if (!changes) return []
  const shown = { ...changes, notifications: isNotifying ? changes.notifications : [] }
  const facts = accountFacts(shown, new Set([account]))
  return withIdsAfter(cursor, facts, now).map(toEvent)
}
