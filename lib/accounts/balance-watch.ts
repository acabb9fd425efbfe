import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type BalanceEvent, balanceEvents } from './balance-event'
import type { Subscriber } from './follower'
import type { Holdings } from './holding'
import { describeBalances } from './list-balances'
import { createPoller, type Poller } from './poller'
import { readHoldings } from './read-holdings'
import { readRecentHead } from './recent-head'

/** A subscriber to balances, with the tokens it follows. */
export type BalanceSubscriber = Subscriber<BalanceEvent['data']>

type Subscribers = Map<BalanceSubscriber, ReadonlySet<Address>>

/** An account whose balances are polled for all its subscribers in this process. */
type Watch = {
  readonly chainId: number
  readonly account: Address
  /** Subscribers that have had their first event. */
  readonly subscribed: Subscribers
  readonly waiting: Subscribers
  readonly poller: Poller
  known: Holdings
  head: Hex | undefined
  /** Time of the last successful poll, by the process's monotonic clock. */
  lastSuccessMs: number
}

type Watches = Map<string, Watch>

/** Milliseconds between head checks; balances are read when the head has moved. */
const pollMs = 1_000
/** Milliseconds without a successful poll after which streams end. */
const maxGapMs = 15_000
/** Maximum tokens of an account that its subscribers share in one watch; more open another watch. */
const maxTokens = 400

/** Balance watches of this process, keyed by network, address and index. */
export const balanceWatches = defineSlot('accounts/balance-watches', (): Watches => new Map())

type Place = { readonly chainId: number; readonly account: Address }

/** Queues a subscriber for its first event, sent by the next poll. */
export function subscribe(
  ctx: Context,
  place: Place,
  {
    subscriber,
    tokens,
  }: { readonly subscriber: BalanceSubscriber; readonly tokens: readonly Address[] },
): void {
  const watch = watchWithRoom(ctx, place, tokens)
  watch.waiting.set(subscriber, new Set(tokens))
  watch.poller.soon()
}

/** Removes a subscriber; the last one of a watch stops its polling. */
export function unsubscribe(ctx: Context, place: Place, subscriber: BalanceSubscriber): void {
  const watches = balanceWatches(ctx)
  for (const key of keysOf(place, watches.size)) {
    const watch = watches.get(key)
    if (!watch?.subscribed.delete(subscriber) && !watch?.waiting.delete(subscriber)) continue
    if (watch.subscribed.size + watch.waiting.size > 0) return
    watch.poller.stop()
    watches.delete(key)
    return
  }
}

/** A watch filled with other subscribers' tokens must not block the account, so the next one is used. */
function watchWithRoom(ctx: Context, place: Place, tokens: readonly Address[]): Watch {
  const watches = balanceWatches(ctx)
  for (const key of keysOf(place, watches.size)) {
    const watch = watches.get(key) ?? createWatch(ctx, place)
    if (new Set([...followedTokens(watch), ...tokens]).size > maxTokens) continue
    watches.set(key, watch)
    return watch
  }
  throw new Error('a new watch has room')
}

/** Keys of an account's watches: `max` of them and one more. */
function* keysOf({ chainId, account }: Place, max: number): Generator<string> {
  for (let number = 0; number <= max; number++) yield `${chainId}:${account}:${number}`
}

function createWatch(ctx: Context, place: Place): Watch {
  const watch: Watch = {
    ...place,
    subscribed: new Map(),
    waiting: new Map(),
    known: new Map(),
    head: undefined,
    lastSuccessMs: performance.now(),
    poller: createPoller(() => runPoll(ctx, watch), pollMs),
  }
  return watch
}

function followedTokens({ subscribed, waiting }: Watch): Set<Address> {
  const tokens = new Set<Address>()
  for (const requested of [...subscribed.values(), ...waiting.values()]) {
    for (const token of requested) tokens.add(token)
  }
  return tokens
}

async function runPoll(ctx: Context, watch: Watch): Promise<void> {
  const arrived = [...watch.waiting]
  try {
    const head = await readRecentHead(ctx, watch.chainId)
    if (head !== watch.head || arrived.length > 0) await readBalances(ctx, watch, { head, arrived })
    watch.lastSuccessMs = performance.now()
  } catch (error) {
    for (const [subscriber] of arrived) subscriber.refuse(error)
    ctx.log.warn({ chainId: watch.chainId, error }, 'reading balances failed')
    if (performance.now() - watch.lastSuccessMs < maxGapMs) return
    for (const [subscriber] of [...watch.subscribed]) subscriber.end(error)
  }
}

type Reading = {
  readonly head: Hex
  readonly arrived: readonly (readonly [BalanceSubscriber, ReadonlySet<Address>])[]
}

async function readBalances(ctx: Context, watch: Watch, { head, arrived }: Reading): Promise<void> {
  const { chainId, account } = watch
  const tokens = [...followedTokens(watch)]
  const after = await readHoldings(ctx, { chainId, account, tokens, blockHash: head })
  const requested = new Set(arrived.flatMap(([, theirs]) => [...theirs]))
  const described = await describeBalances(ctx, { chainId, tokens: [...requested] }, after)
  const change = { chainId, account, blockHash: head, atMs: ctx.now(), before: watch.known, after }
  for (const { token, event } of balanceEvents(change)) {
    for (const [subscriber, theirs] of watch.subscribed)
      if (theirs.has(token)) subscriber.send(event)
  }
  watch.known = after
  watch.head = head
  for (const [subscriber, theirs] of arrived) {
    // It may have unsubscribed while the balances were read.
    if (!watch.waiting.delete(subscriber)) continue
    watch.subscribed.set(subscriber, theirs)
    const balances = described.filter(({ token }) => theirs.has(token.address))
    subscriber.send({ event: 'initial_balances', id: head, data: { balances } })
    subscriber.admit()
  }
}
