import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { integerText } from '@/lib/api/declare/fields'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'

let computed = 0

const dear = defineEndpoint({
  name: 'readDear',
  method: 'GET',
  path: '/{chainId}/dear',
  summary: '',
  cacheControl: 'public, max-age=60',
  cache: { freshSeconds: 60, staleSeconds: 600, reads: 25 },
  query: z.object({ limit: integerText(1, 100) }),
  response: z.number(),
  run: async () => ++computed,
})

const stops: (() => unknown)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

async function open(readsPerSecond: number) {
  computed = 0
  const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
  const environment = { READS_PER_SECOND: String(readsPerSecond) }
  const ctx = createTestContext({ rpcUrls, environment, now: Date.UTC(2026, 6, 1) })
  const { server, url } = await listen(ctx, { endpoints: [dear] })
  stops.push(() => server.close().closeAllConnections())
  const ask = async (limit: number) => (await fetch(`${url}/1/dear?limit=${limit}`)).status
  return { ctx, ask }
}

test('counts an expensive computation as many reads and a cached response as one', async () => {
  const { ctx, ask } = await open(100)
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([200, 200, 200, 200])
  expect(await Promise.all([1, 5].map(ask))).toEqual([429, 429])
  ctx.clock.advance(1_000)
  for (let i = 0; i < 100; i++) expect(await ask(1 + (i % 4))).toBe(200)
  expect(await ask(1)).toBe(429)
  expect(computed).toBe(4)
})

test('allows one expensive response a second, however low the read limit', async () => {
  const { ctx, ask } = await open(10)
  expect([await ask(1), await ask(2)]).toEqual([200, 429])
  ctx.clock.advance(1_000)
  expect(await ask(2)).toBe(200)
})

test('counts nothing if reads are unlimited', async () => {
  const { ask } = await open(0)
  for (let limit = 1; limit <= 30; limit++) expect(await ask(limit)).toBe(200)
})
