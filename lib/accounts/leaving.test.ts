import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { streamCounts } from '@/lib/http/sse/open-streams'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { cases } from '@/lib/testing/cases'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { testWith } from '@/lib/testing/test'
import { accountWatches } from './account-watch'
import { balanceWatches } from './balance-watch'

let fixture: ServiceFixture
let port: number

const test = testWith({ READS_PER_SECOND: '0', CMS_API_KEY: 'test' })

test.beforeAll(({ service }) => {
  fixture = service
  port = Number(new URL(fixture.url).port)
})

/** Deterministic pseudo-random numbers (a linear congruential generator). */
function createDice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

const accountOf = (index: number) => `0x${index.toString(16).padStart(40, 'c')}` as Address

/** Opens a stream and disconnects after so many milliseconds, whatever has arrived. */
function visit(path: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.once('close', () => resolve())
    socket.write(`GET /mainnet/accounts/${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    void setTimeout(ms).then(() => socket.destroy())
  })
}

const openStreams = () => [...streamCounts(fixture.ctx).values()]

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('clients that disconnect at any time leave nothing behind', { tags: ['long'] }, async () => {
  const before = timers()
  const dice = createDice(7)
  const tokens = Object.values(fixture.network.tokens).slice(0, 3).join(',')
  let isOver = false
  const notify = async () => {
    for (let sequence = 1; !isOver; sequence += 1) {
      const orderUid = `0x${sequence.toString(16).padStart(112, '0')}` as const
      const metadata = { orderId: orderUid, executedAmount: '0', chainId: 1 }
      const account = accountOf(sequence % 10)
      const fact = { id: `n-${sequence}`, chainId: 1, account, orderUid, metadata, message: 'm' }
      await saveNotifications(fixture.ctx.db, [{ ...fact, type: 'order_expired' as const }])
      await setTimeout(20)
    }
  }
  const notifying = notify()
  let left = cases(200, 3_000)
  const come = async () => {
    while (left > 0) {
      left -= 1
      const account = accountOf(dice(10))
      const path = dice(2) === 0 ? 'events' : `balances/sse?tokens=${tokens}`
      await visit(`${account}/${path}`, dice(10) === 0 ? dice(1_000) : dice(60))
    }
  }
  await Promise.all(Array.from({ length: 40 }, come))
  isOver = true
  await notifying
  const watched = () => accountWatches(fixture.ctx).size + balanceWatches(fixture.ctx).size
  await expect.poll(watched).toBe(0)
  expect(openStreams()).toEqual([])
  await expect.poll(timers).toBeLessThanOrEqual(before + 2)
})
