import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { getReadiness } from '@/lib/api/health/readiness-endpoints'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { drainServer } from './drain'

test('a draining process is unready at once, serves on, and then finishes what is in flight', async ({
  database: { db },
}) => {
  let started = 0
  const slow = defineEndpoint({
    name: 'slow',
    method: 'GET',
    path: '/slow',
    summary: 'Takes a while',
    response: z.object({}),
    run: async () => {
      started += 1
      await delay(1_500)
      return {}
    },
  })
  const ctx = createTestContext({ db, environment: { DRAIN_SECONDS: '1' } })
  const { server, url } = await listen(ctx, { endpoints: [getReadiness, slow] })
  const hurry = new AbortController().signal
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const drained = drainServer(ctx, server, { inFlightMs: 10_000, hurry })
  const unready = await fetch(`${url}/readyz`)
  expect(unready.status).toBe(503)
  expect(unready.headers.get('connection')).toBe('close')
  const inFlight = fetch(`${url}/slow`)
  await until(() => started === 1)
  await delay(1_100)
  await expect(fetch(`${url}/readyz`)).rejects.toThrow()
  expect((await inFlight).status).toBe(200)
  await drained
})

test('a second signal ends the wait for proxies', async ({ database: { db } }) => {
  const ctx = createTestContext({ db, environment: { DRAIN_SECONDS: '600' } })
  const { server } = await listen(ctx, { endpoints: [getReadiness] })
  const hurry = new AbortController()
  const drained = drainServer(ctx, server, { inFlightMs: 10_000, hurry: hurry.signal })
  hurry.abort()
  await drained
  expect(server.listening).toBe(false)
})
