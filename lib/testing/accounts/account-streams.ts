import { afterAll, beforeAll, expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import type { Address } from '@/lib/core/address'
import type { NewNotification } from '@/lib/notifications/notification'
import { openSolverFixture, type SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { type EventReader, type ReadEvent, readEvents } from '@/lib/testing/http/event-reader'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'

/** A service whose event streams of accounts a test file reads. */
export type AccountStreams = {
  /** Of the service; notifications are switched on. */
  readonly ctx: ReturnType<typeof createTestContext>
  readonly fixture: SolverFixture
  /** Opens the stream of an account, as one who has got the event `lastEventId` already. */
  readonly open: (account: Address, lastEventId?: string) => Promise<EventReader>
}

/** Starts the service for a test file; call it once, at the top. */
export function openAccountStreams(): AccountStreams {
  let fixture: SolverFixture
  let ctx: AccountStreams['ctx']
  let url: string
  let stop: () => void
  beforeAll(async () => {
    fixture = await openSolverFixture()
    ctx = createTestContext({
      db: fixture.ctx.db,
      rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
      environment: { CMS_API_KEY: 'test', READS_PER_SECOND: '0' },
    })
    const { server, url: at } = await listen(ctx, { endpoints })
    url = at
    stop = () => {
      server.close()
      server.closeAllConnections()
    }
  })
  afterAll(async () => {
    stop?.()
    await fixture?.close()
  })
  return {
    get ctx() {
      return ctx
    },
    get fixture() {
      return fixture
    },
    open: (account, lastEventId) =>
      readEvents(`${url}/mainnet/accounts/${account}/events`, lastEventId),
  }
}

let accounts = 0

/** An account of which nothing is known yet. */
export const newAccount = () => `0x${(++accounts).toString(16).padStart(40, 'a')}` as Address

let told = 0

/** A notification of an account, another one each time. */
export function newNotification(account: Address): NewNotification {
  told += 1
  const orderUid = `0x${told.toString(16).padStart(112, '0')}` as const
  const metadata = { orderId: orderUid, executedAmount: '0', chainId: 1 }
  const type = 'order_expired' as const
  return { id: `n-${told}`, chainId: 1, account, type, message: 'm', orderUid, metadata }
}

/** The next so many events of a stream. */
export async function takeEvents(reader: EventReader, count: number): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  while (events.length < count) {
    const event = await reader.next()
    if (!event) throw new Error('the stream has ended')
    events.push(event)
  }
  return events
}

/** Checks that a stream tells nothing for some turns of its service. */
export async function expectSilence(reader: EventReader, ms = 800): Promise<void> {
  const silence = new Promise((resolve) => setTimeout(resolve, ms, 'silence'))
  expect(await Promise.race([reader.next(), silence])).toBe('silence')
}
