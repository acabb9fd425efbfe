import type { Send } from '@/lib/channels/channel'
import { deliver, type RunOutcome } from '@/lib/channels/sending/deliver'
import type { Senders } from '@/lib/channels/sending/senders'
import type { Delivery, Subscription } from '@/prisma/generated/client'
import {
  accountOf,
  type DeliveryFixture,
  saveTestNotifications,
  subscribe,
} from './delivery-fixture'

/** Scheduler runs of one webhook, with an account of its own per test. */
export type SchedulerFixture = {
  readonly fixture: DeliveryFixture
  /** The webhook's path, also the prefix of its notification ids. */
  readonly path: string
  /** Subscribes the account on the webhook. */
  readonly open: (facts?: Partial<Parameters<typeof subscribe>[1]>) => Promise<string>
  /** Runs the scheduler once for a subscription, with other senders if given. */
  readonly turn: (subscriptionId: string, other?: OtherTurn) => Promise<RunOutcome>
  /** Notifies the account under short names, in one transaction. */
  readonly say: (...names: string[]) => Promise<string[]>
  /** The names that the webhook received, in order. */
  readonly heard: () => string[]
  readonly rows: (subscriptionId: string) => Promise<Delivery[]>
  readonly subscription: (id: string) => Promise<Subscription>
  /** The time of the subscription's next retry, in Unix milliseconds. */
  readonly later: (subscriptionId: string) => Promise<number | undefined>
}

type OtherTurn = { readonly senders?: Senders; readonly signal?: AbortSignal }

let tests = 0

/** Opens the fixture for one test. Its clock is set a minute ahead, and receivers accept everything. */
export function openSchedulerFixture(fixture: DeliveryFixture): SchedulerFixture {
  const { signal: never } = new AbortController()
  tests += 1
  const number = tests
  const path = `/${number}`
  fixture.receivers.answer = () => 204
  fixture.ctx.clock.set(Date.now() + 60_000)
  return {
    fixture,
    path,
    open: (facts = {}) => {
      const url = `${fixture.receivers.url}${path}`
      return subscribe(fixture.ctx, { url, account: accountOf(number), ...facts })
    },
    turn: (subscriptionId, { senders = own, signal = never } = {}) =>
      deliver(fixture.ctx, { subscriptionId, senders, signal }),
    say: (...names) => {
      const ids = names.map((name) => `${path}/${name}`)
      return saveTestNotifications(fixture.ctx, accountOf(number), ids)
    },
    heard: () => fixture.receivers.idsAt(path).map((id) => id.slice(path.length + 1)),
    rows: (subscriptionId) =>
      fixture.ctx.db.delivery.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } }),
    subscription: (id) => fixture.ctx.db.subscription.findUniqueOrThrow({ where: { id } }),
    later: async (id) => {
      const [job] = await fixture.ctx.db.$queryRaw<{ at: Date }[]>`
        SELECT run_at AS at FROM graphile_worker.jobs WHERE key = ${`deliver-later:${id}`}`
      return job?.at.getTime()
    },
  }
}

/** Longer than a test needs to detect a hung send, even on a busy machine. */
const patienceMs = 45_000

/** Posts the ids of notifications; the sender in tests of the delivery scheduler. */
export const sendIds: Send<'webhook'> = async (_ctx, { target }, notifications) => {
  try {
    const { status, headers } = await fetch(target.url, {
      method: 'POST',
      body: JSON.stringify(notifications.map(({ id }) => id)),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (status < 300) return { kind: 'sent', status }
    const error = { code: 'answered', status } as const
    if (status === 410) return { kind: 'gone', error, status }
    if (status === 422) return { kind: 'refused', error, status }
    const afterMs = Number(headers.get('retry-after') ?? 0) * 1_000
    return { kind: 'failed', error, status, afterMs }
  } catch {
    return { kind: 'failed', error: { code: 'noAnswer' } }
  }
}

const own: Senders = { webhook: sendIds }
