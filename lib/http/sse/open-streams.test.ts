import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { openFeed, type StreamEvent, stream } from '@/lib/api/declare/stream'
import { stopServer } from '@/lib/http/server/stop-server'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'
import { endStreams, streamCounts } from './open-streams'

/** Feeds that were stopped. */
let left = 0

async function* once(): AsyncGenerator<StreamEvent<{ count: number }>> {
  yield { data: { count: 1 } }
  await new Promise<never>(() => {})
}

const feed = () =>
  openFeed<{ count: number }>(async (listener) => {
    listener.send({ data: { count: 1 } })
    return () => {
      left += 1
    }
  })

const silent = defineEndpoint({
  name: 'silent',
  method: 'GET',
  path: '/api/v1/silent/{how}',
  summary: '',
  answers: 'events',
  params: z.object({ how: z.string() }),
  response: z.object({ count: z.int() }),
  run: async (_ctx, { params: { how } }) =>
    stream(how === 'pushed' ? await feed() : once(), { retryMs: 3_000 }),
})

test.each(['pulled', 'pushed'])('%s events end at shutdown', async (how) => {
  const ctx = createTestContext({ rpcUrls: new Map([[1, 'http://127.0.0.1:1']]) })
  const { server, url } = await listen(ctx, { endpoints: [silent] })
  const target = `${url}/api/v1/silent/${how}`
  left = 0
  const under = await fetch(target)
  endStreams(ctx)
  // The `retry` field comes first, so that the client reconnects, then to another process.
  expect(await under.text()).toBe('retry: 3000\n\ndata: {"count":1}\n\n')
  expect(await (await fetch(target)).text()).toMatch(/^retry: 3000\n\n/)
  // Longer than the test's timeout.
  await stopServer(server, 600_000)
  expect(left).toBe(how === 'pushed' ? 2 : 0)
  expect([...streamCounts(ctx).keys()]).toEqual([])
})
