import { expect, test as unit } from 'vitest'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { listStatus } from './list-status'
import { lagOf, type NetworkStatus, stateOf, worstState } from './service-status'
import { saveStatus } from './status-store'

const rpcUrls = new Map([
  [1, 'http://127.0.0.1:1'],
  [100, 'http://127.0.0.1:1'],
])

const figures = (chainId: number, at: number): NetworkStatus => ({
  chainId,
  measuredAt: new Date(at),
  head: 20n,
  headAt: new Date(at - 4_000),
  indexed: 18n,
  indexedAt: new Date(at - 28_000),
  marketIndexed: undefined,
  roundAt: undefined,
  settlements: 2,
  trades: 3,
})

const day = 86_400_000

test('lists networks and incidents of 30 days without a request to a node', async ({
  freshDatabase: { db },
}) => {
  const ctx = createTestContext({ db, rpcUrls, now: Date.UTC(2026, 10, 28) })
  const now = ctx.now()
  await saveStatus(db, figures(1, now - 31 * day), ['index'])
  await saveStatus(db, figures(1, now - 31 * day + 1), ['rounds'])
  await saveStatus(db, figures(1, now - 60_000), ['rounds', 'data'])
  await saveStatus(db, figures(100, now - day), [])
  const status = await listStatus(ctx)
  expect(status).toMatchObject({
    isCurrent: true,
    networks: [
      { chainId: 1, title: 'Ethereum', state: 'degraded', status: { trades: 3 } },
      { chainId: 100, state: 'unknown', kinds: [] },
    ],
  })
  // What ended 31 days ago is not shown; what began then and continues is.
  expect(status.incidents.map(({ kind }) => kind)).toEqual(['data', 'rounds'])
})

test('asks the database every 15 seconds at most, and shows what it last knew while it is down', async ({
  freshDatabase: { db },
}) => {
  const ctx = createTestContext({ db, rpcUrls, now: Date.UTC(2026, 10, 28) })
  await saveStatus(db, figures(1, ctx.now()), [])
  let reads = 0
  const counted = db.$extends({
    query: {
      networkStatus: {
        findMany: ({ args, query }) => {
          reads += 1
          if (reads === 2) throw new Error('down')
          return query(args)
        },
      },
    },
  }) as unknown as typeof db
  const own = { ...ctx, db: counted }
  const answers = await Promise.all(Array.from({ length: 50 }, () => listStatus(own)))
  expect(answers.every(({ isCurrent }) => isCurrent)).toBe(true)
  expect(reads).toBe(1)
  ctx.clock.advance(16_000)
  const down = await Promise.all(Array.from({ length: 50 }, () => listStatus(own)))
  expect(reads).toBe(2)
  expect(down[0]).toMatchObject({
    isCurrent: false,
    networks: [{ state: 'operational', status: { trades: 3 } }, { state: 'unknown' }],
  })
  ctx.clock.advance(16_000)
  expect((await listStatus(own)).isCurrent).toBe(true)
})

unit('a network is down without its node, and unknown without recent figures', () => {
  const status = { measuredAt: new Date(1_000_000) }
  expect(stateOf(status, [], 1_000_000)).toBe('operational')
  expect(stateOf(status, ['data'], 1_000_000)).toBe('degraded')
  expect(stateOf(status, ['node', 'index'], 1_000_000)).toBe('down')
  expect(stateOf(status, [], 1_000_000 + 300_001)).toBe('unknown')
  expect(stateOf(undefined, [], 0)).toBe('unknown')
})

unit('the page says the worst of all networks', () => {
  expect(worstState([{ state: 'operational' }, { state: 'degraded' }])).toBe('degraded')
  expect(worstState([{ state: 'unknown' }, { state: 'operational' }])).toBe('unknown')
  expect(worstState([])).toBe('unknown')
})

unit('a lag is never negative', () => {
  expect(lagOf(5n, 7n)).toBe(0)
  expect(lagOf(7n, 5n)).toBe(2)
  expect(lagOf(undefined, 5n)).toBeUndefined()
})
