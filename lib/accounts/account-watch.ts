import { type Context, memoized } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import type { AccountEventData } from './account-event'
import type { Moment } from './db-snapshot'
import type { EventCursor } from './event-cursor'
import type { Seat } from './follower'
import { nextArrivals } from './next-arrivals'
import { type Arrival, readTurn, type Turn } from './poll-changes'
import { createRepeater, type Repeater } from './poller'

/** A follower of an account's events. */
export type AccountSeat = Seat<AccountEventData>

/** A network whose changes are read for all accounts that are followed in this process. */
type Watch = {
  readonly chainId: number
  readonly seated: Map<Address, Set<AccountSeat>>
  readonly waiting: Map<AccountSeat, Arrival>
  /** Open orders that wait for their signature on chain, and whose they are. */
  readonly unsigned: Map<Hex, Address>
  readonly repeater: Repeater
  /** Everything that was committed then has been told to those who are seated. */
  moment: Moment | undefined
  /** When a turn last succeeded, by the process's clock. */
  goodAtMs: number
}

type Watches = Map<number, Watch>

/** Milliseconds between the readings. */
const turnMs = 250
/**
 * Milliseconds without a reading after which streams end. Those who come back are told what they missed by
 * another way; the way of the turns looks back no further than that.
 */
const longestGapMs = 15_000

/** Networks whose changes this process reads now. */
export function accountWatches(ctx: Context): Watches {
  return memoized(ctx, 'accounts:watches', (): Watches => new Map())
}

type Place = { readonly chainId: number; readonly account: Address }

/** Lets a follower wait for its first event, which the next reading brings. */
export function sitDown(
  ctx: Context,
  { chainId, account }: Place,
  { seat, cursor }: { readonly seat: AccountSeat; readonly cursor: EventCursor | undefined },
): void {
  const watches = accountWatches(ctx)
  const watch = watches.get(chainId) ?? createWatch(ctx, chainId)
  watches.set(chainId, watch)
  watch.waiting.set(seat, { account, cursor })
  watch.repeater.soon()
}

/** Takes a follower away; with the last one of a network, its changes are not read any more. */
export function riseUp(ctx: Context, { chainId, account }: Place, seat: AccountSeat): void {
  const watches = accountWatches(ctx)
  const watch = watches.get(chainId)
  if (!watch) return
  watch.waiting.delete(seat)
  const seats = watch.seated.get(account)
  seats?.delete(seat)
  if (seats?.size === 0) {
    watch.seated.delete(account)
    for (const [uid, owner] of watch.unsigned) if (owner === account) watch.unsigned.delete(uid)
  }
  if (watch.seated.size + watch.waiting.size > 0) return
  watch.repeater.stop()
  watches.delete(chainId)
}

function createWatch(ctx: Context, chainId: number): Watch {
  const watch: Watch = {
    chainId,
    seated: new Map(),
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
      accounts: new Set(watch.seated.keys()),
      since: watch.seated.size === 0 ? undefined : watch.moment,
      unsigned: [...watch.unsigned.keys()],
      arrivals: [...new Set(arrived.values())],
    })
    watch.goodAtMs = performance.now()
    if (turn) deliver(watch, turn, arrived)
    if (watch.waiting.size > 0) watch.repeater.soon()
  } catch (thrown) {
    const error = isServiceError(thrown) ? thrown : dependencyDown('the database', thrown)
    ctx.log.warn({ chainId: watch.chainId, error: thrown }, 'account events were not read')
    for (const seat of arrived.keys()) seat.refuse(error)
    if (isLate(watch)) endAll(watch, error)
  }
}

function isLate({ goodAtMs }: Watch): boolean {
  return performance.now() - goodAtMs > longestGapMs
}

function endAll({ seated }: Watch, error: unknown): void {
  for (const seats of [...seated.values()]) for (const seat of [...seats]) seat.end(error)
}

function deliver(watch: Watch, turn: Turn, arrived: ReadonlyMap<AccountSeat, Arrival>): void {
  watch.moment = turn.now
  for (const [account, events] of turn.events) {
    const seats = [...(watch.seated.get(account) ?? [])]
    for (const event of events) for (const seat of seats) seat.send(event)
  }
  for (const [seat, arrival] of arrived) {
    // It may have gone meanwhile.
    if (!watch.waiting.delete(seat)) continue
    const seats = watch.seated.get(arrival.account) ?? new Set()
    watch.seated.set(arrival.account, seats.add(seat))
    for (const event of turn.beginnings.get(arrival) ?? []) seat.send(event)
    seat.admit()
  }
  for (const [uid, owner] of turn.unsigned) {
    if (owner && watch.seated.has(owner)) watch.unsigned.set(uid, owner)
    else watch.unsigned.delete(uid)
  }
}
