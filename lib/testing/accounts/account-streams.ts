import { expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import type { Address } from '@/lib/core/address'
import type { NewNotification } from '@/lib/core/notification'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { type EventReader, type ReadEvent, readEvents } from '@/lib/testing/http/event-reader'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'
/** A service whose account event streams a test file reads. */
export type AccountStreams = {
  /** The context of the service, with notifications on. */
  readonly ctx: ReturnType<typeof createTestContext>
  readonly fixture: SolverFixture
  /** Opens an account's stream, resuming after the event `lastEventId` if given. */
  readonly open: (account: Address, lastEventId?: string) => Promise<EventReader>
}

/** Serves account event streams on a solver's network and database. */
export async function openAccountStreams(fixture: SolverFixture) {
  const ctx = createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    environment: { CMS_API_KEY: 'test', READS_PER_SECOND: '0' },
  })
  const { server, url } = await listen(ctx, { endpoints })
  const streams: AccountStreams = {
    ctx,
    fixture,
    open: (account, lastEventId) =>
      readEvents(`${url}/mainnet/accounts/${account}/events`, lastEventId),
  }
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { streams, close }
}

let accounts = 0

/** Returns an account without any data. */
export const newAccount = () => `0x${(++accounts).toString(16).padStart(40, 'a')}` as Address

let count = 0

/** Returns a new notification of an account, unique per call. */
export function newNotification(account: Address): NewNotification {
  count += 1
  const orderUid = `0x${count.toString(16).padStart(112, '0')}` as const
  const metadata = { orderId: orderUid, executedAmount: '0', chainId: 1 }
  const type = 'order_expired' as const
  return { id: `n-${count}`, chainId: 1, account, type, message: 'm', orderUid, metadata }
}

/** Returns the next `count` events of a stream. */
export async function takeEvents(reader: EventReader, count: number): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  while (events.length < count) {
    const event = await reader.next()
    if (!event) throw new Error('the stream has ended')
    events.push(event)
  }
  return events
}

/** Checks that a stream emits nothing for `ms`, several polls of its service. */
export async function expectSilence(reader: EventReader, ms = 800): Promise<void> {
  const silence = new Promise((resolve) => setTimeout(resolve, ms, 'silence'))
  expect(await Promise.race([reader.next(), silence])).toBe('silence')
}
