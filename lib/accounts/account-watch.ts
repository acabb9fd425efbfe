import { type Context, contextSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import type { AccountEventData } from './account-event'
import type { DbSnapshot } from './db-snapshot'
import type { EventCursor } from './event-cursor'
import type { Subscriber } from './follower'
import { nextArrivals } from './next-arrivals'
import { type Arrival, readTurn, type Turn } from './poll-changes'
import { createRepeater, type Repeater } from './poller'

/** A subscriber to an account's events. */
export type AccountSubscriber = Subscriber<AccountEventData>

/** A network whose changes are polled for all its subscribed accounts in this process. */
type Watch = {
  readonly chainId: number
  readonly subscribed: Map<Address, Set<AccountSubscriber>>
  readonly waiting: Map<AccountSubscriber, Arrival>
  /** Open orders awaiting an on-chain signature, with their owners. */
  readonly unsigned: Map<Hex, Address>
  readonly repeater: Repeater
  /** Everything committed in this snapshot has been sent to the subscribers. */
  moment: DbSnapshot | undefined
  /** Time of the last successful poll, by the process's monotonic clock. */
  goodAtMs: number
}

type Watches = Map<number, Watch>

/** Poll interval in milliseconds. */
const turnMs = 250
/**
 * Milliseconds without a successful poll after which streams end. Returning clients catch up through another query;
 * polls look back no further than this.
 */
const longestGapMs = 15_000

/** The networks that this process polls. */
export function accountWatches(ctx: Context): Watches {
  return contextSlot(ctx, 'accounts:watches', (): Watches => new Map())
}

type Place = { readonly chainId: number; readonly account: Address }

/** Queues a subscriber for its first event, sent by the next poll. */
export function subscribe(
  ctx: Context,
  { chainId, account }: Place,
  {
    subscriber,
    cursor,
  }: { readonly subscriber: AccountSubscriber; readonly cursor: EventCursor | undefined },
): void {
  const watches = accountWatches(ctx)
  const watch = watches.get(chainId) ?? createWatch(ctx, chainId)
  watches.set(chainId, watch)
  watch.waiting.set(subscriber, { account, cursor })
  watch.repeater.soon()
}

/** Removes a subscriber; the last one of a network stops its polling. */
export function unsubscribe(
  ctx: Context,
  { chainId, account }: Place,
  subscriber: AccountSubscriber,
): void {
  const watches = accountWatches(ctx)
  const watch = watches.get(chainId)
  if (!watch) return
  watch.waiting.delete(subscriber)
  const subscribers = watch.subscribed.get(account)
  subscribers?.delete(subscriber)
  if (subscribers?.size === 0) {
    watch.subscribed.delete(account)
    for (const [uid, owner] of watch.unsigned) if (owner === account) watch.unsigned.delete(uid)
  }
  if (watch.subscribed.size + watch.waiting.size > 0) return
  watch.repeater.stop()
  watches.delete(chainId)
}

function createWatch(ctx: Context, chainId: number): Watch {
  const watch: Watch = {
    chainId,
    subscribed: new Map(),
    waiting: new Map(),
    unsigned: new Map(),
    moment: undefined,
    goodAtMs: performance.now(),
    repeater: createRepeater(() => takeTurn(ctx, watch), turnMs),
  }
  return watch
}

async function takeTurn(ctx: Context, watch: Watch): Promise<void> {
  if (isLate(watch)) endAll(watch, dependencyDown('the database', 'no reading in time'))
  const arrived = nextArrivals(watch.waiting)
  try {
    const turn = await readTurn(ctx, {
      chainId: watch.chainId,
      accounts: new Set(watch.subscribed.keys()),
      since: watch.subscribed.size === 0 ? undefined : watch.moment,
      unsigned: [...watch.unsigned.keys()],
      arrivals: [...new Set(arrived.values())],
    })
    watch.goodAtMs = performance.now()
    if (turn) deliver(watch, turn, arrived)
    if (watch.waiting.size > 0) watch.repeater.soon()
  } catch (thrown) {
    const error = isServiceError(thrown) ? thrown : dependencyDown('the database', thrown)
    ctx.log.warn({ chainId: watch.chainId, error: thrown }, 'polling account events failed')
    for (const subscriber of arrived.keys()) subscriber.refuse(error)
    if (isLate(watch)) endAll(watch, error)
  }
}

function isLate({ goodAtMs }: Watch): boolean {
  return performance.now() - goodAtMs > longestGapMs
}

function endAll({ subscribed }: Watch, error: unknown): void {
  for (const subscribers of [...subscribed.values()])
    for (const subscriber of [...subscribers]) subscriber.end(error)
}

function deliver(watch: Watch, turn: Turn, arrived: ReadonlyMap<AccountSubscriber, Arrival>): void {
  watch.moment = turn.now
  for (const [account, events] of turn.events) {
    const subscribers = [...(watch.subscribed.get(account) ?? [])]
    for (const event of events) for (const subscriber of subscribers) subscriber.send(event)
  }
  for (const [subscriber, arrival] of arrived) {
    // It may have unsubscribed meanwhile.
    if (!watch.waiting.delete(subscriber)) continue
    const subscribers = watch.subscribed.get(arrival.account) ?? new Set()
    watch.subscribed.set(arrival.account, subscribers.add(subscriber))
    for (const event of turn.beginnings.get(arrival) ?? []) subscriber.send(event)
    subscriber.admit()
  }
  for (const [uid, owner] of turn.unsigned) {
    if (owner && watch.subscribed.has(owner)) watch.unsigned.set(uid, owner)
    else watch.unsigned.delete(uid)
  }
}
