import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import type { AccountEventData } from './account-event'
import type { DbSnapshot } from './db-snapshot'
import type { EventCursor } from './event-cursor'
import type { Subscriber } from './follower'
import { type Arrival, type Poll, pollChanges } from './poll-changes'
import { createPoller, type Poller } from './poller'

/** A subscriber to an account's events. */
export type AccountSubscriber = Subscriber<AccountEventData>

/** A network whose changes are polled for all its subscribed accounts in this process. */
type Watch = {
  readonly chainId: number
  readonly subscribed: Map<Address, Set<AccountSubscriber>>
  readonly waiting: Map<AccountSubscriber, Arrival>
  /** Open orders awaiting an on-chain signature, with their owners. */
  readonly unsigned: Map<Hex, Address>
  readonly poller: Poller
  /** Everything committed in this snapshot has been sent to the subscribers. */
  snapshot: DbSnapshot | undefined
  /** Time of the last successful poll, by the process's monotonic clock. */
  lastSuccessMs: number
}

type Watches = Map<number, Watch>

/** Poll interval in milliseconds. */
const pollMs = 250
/**
 * Milliseconds without a successful poll after which streams end. Returning clients catch up through another query;
 * polls look back no further than this.
 */
const maxGapMs = 15_000

/** The networks that this process polls. */
export const accountWatches = defineSlot('accounts/watches', (): Watches => new Map())

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
  watch.poller.soon()
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
  watch.poller.stop()
  watches.delete(chainId)
}

function createWatch(ctx: Context, chainId: number): Watch {
  const watch: Watch = {
    chainId,
    subscribed: new Map(),
    waiting: new Map(),
    unsigned: new Map(),
    snapshot: undefined,
    lastSuccessMs: performance.now(),
    poller: createPoller(() => runPoll(ctx, watch), pollMs),
  }
  return watch
}

async function runPoll(ctx: Context, watch: Watch): Promise<void> {
  if (isLate(watch)) endAll(watch, dependencyDown('the database', 'no poll succeeded in time'))
  const arrived = nextArrivals(watch.waiting)
  try {
    const poll = await pollChanges(ctx, {
      chainId: watch.chainId,
      accounts: new Set(watch.subscribed.keys()),
      since: watch.subscribed.size === 0 ? undefined : watch.snapshot,
      unsigned: [...watch.unsigned.keys()],
      arrivals: [...new Set(arrived.values())],
    })
    watch.lastSuccessMs = performance.now()
    if (poll) deliver(watch, poll, arrived)
    if (watch.waiting.size > 0) watch.poller.soon()
  } catch (thrown) {
    const error = isServiceError(thrown) ? thrown : dependencyDown('the database', thrown)
    ctx.log.warn({ chainId: watch.chainId, error: thrown }, 'polling account events failed')
    for (const subscriber of arrived.keys()) subscriber.refuse(error)
    if (isLate(watch)) endAll(watch, error)
  }
}

function isLate({ lastSuccessMs }: Watch): boolean {
  return performance.now() - lastSuccessMs > maxGapMs
}

function endAll({ subscribed }: Watch, error: unknown): void {
  for (const subscribers of [...subscribed.values()])
    for (const subscriber of [...subscribers]) subscriber.end(error)
}

function deliver(watch: Watch, poll: Poll, arrived: ReadonlyMap<AccountSubscriber, Arrival>): void {
  // The database was restored: what was sent may be gone, and clients begin with a fresh snapshot.
  if (watch.snapshot && watch.snapshot.era !== poll.now.era)
    endAll(watch, dependencyDown('the database', 'it was restored'))
  watch.snapshot = poll.now
  for (const [account, events] of poll.events) {
    const subscribers = [...(watch.subscribed.get(account) ?? [])]
    for (const event of events) for (const subscriber of subscribers) subscriber.send(event)
  }
  for (const [subscriber, arrival] of arrived) {
    // It may have unsubscribed meanwhile.
    if (!watch.waiting.delete(subscriber)) continue
    const subscribers = watch.subscribed.get(arrival.account) ?? new Set()
    watch.subscribed.set(arrival.account, subscribers.add(subscriber))
    for (const event of poll.initialEvents.get(arrival) ?? []) subscriber.send(event)
    subscriber.admit()
  }
  for (const [uid, owner] of poll.unsigned) {
    if (owner && watch.subscribed.has(owner)) watch.unsigned.set(uid, owner)
    else watch.unsigned.delete(uid)
  }
}

/** Maximum queries for new subscribers per poll. */
const maxQuestions = 50
/** Maximum returning clients among them: each costs queries of its own, which delay the existing subscribers. */
const maxReturning = 8

/** Picks the longest-waiting subscribers for one poll; identical requests share one query. */
export function nextArrivals<Subscriber>(
  waiting: ReadonlyMap<Subscriber, Arrival>,
): Map<Subscriber, Arrival> {
  const byQuestion = new Map<string, Arrival>()
  const arrived = new Map<Subscriber, Arrival>()
  let returning = 0
  for (const [subscriber, arrival] of waiting) {
    const { account, cursor } = arrival
    const key = `${account} ${cursor?.since.text} ${cursor?.partly?.at.text} ${cursor?.partly?.key}`
    const same = byQuestion.get(key)
    if (!same) {
      if (byQuestion.size === maxQuestions || (cursor && returning === maxReturning)) continue
      if (cursor) returning += 1
      byQuestion.set(key, arrival)
    }
    arrived.set(subscriber, same ?? arrival)
  }
  return arrived
}
