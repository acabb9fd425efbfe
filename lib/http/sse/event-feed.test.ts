import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { type FeedListener, openFeed, stream } from '@/lib/api/declare/stream'
import { ServiceError } from '@/lib/core/errors'
import { mount } from '@/lib/http/pipeline/mount'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'
import { eventBytes } from './event-stream'
import { streamCounts } from './open-streams'

type Data = { readonly count: string | bigint }

/** Current listeners of the probe. */
const listeners = new Set<FeedListener<Data>>()

const feedProbe = defineEndpoint({
  name: 'feedProbe',
  method: 'GET',
  path: '/api/v1/feed',
  summary: '',
  answers: 'events',
  response: z.object({ count: z.string() }),
  run: async (_ctx, { meta }) => {
    const feed = openFeed<Data>(async (listener) => {
      listeners.add(listener)
      listener.send({ data: { count: meta.lastEventId ?? 'first' }, id: 'a' })
      return () => listeners.delete(listener)
    })
    return stream(await feed, { retryMs: 3_000 })
  },
})

const ctx = createTestContext({
  rpcUrls: new Map([[1, 'http://127.0.0.1:1']]),
  environment: { READS_PER_SECOND: '0' },
})
const processContext = globalThis as { coincideContext?: unknown }
const handlers = mount(feedProbe)
let server: Server
let url: string
let port: number

beforeAll(async () => {
  processContext.coincideContext = ctx
  const started = await listen(ctx, { endpoints: [feedProbe] })
  ;({ server, port } = started)
  url = `${started.url}/api/v1/feed`
})
afterAll(() => {
  delete processContext.coincideContext
  server.close()
  server.closeAllConnections()
})

const servers = [
  ['the front server', (init?: RequestInit) => fetch(url, init)],
  ['Next', (init?: RequestInit) => handlers.GET(new Request('http://x/api/v1/feed', init))],
] as const

const openStreams = () => [...streamCounts(ctx).values()]

describe.each(servers)('a stream of pushed events by %s', (_name, ask) => {
  test('sends earlier events, then live ones, and ends', async () => {
    const response = await ask()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const [listener] = listeners
    listener?.send({ event: 'named', data: { count: 2n } })
    listener?.end()
    listener?.send({ data: { count: 'never' } })
    expect(await response.text()).toBe(
      'retry: 3000\n\nid: a\ndata: {"count":"first"}\n\nevent: named\ndata: {"count":"2"}\n\n',
    )
    expect(listeners.size).toBe(0)
    expect(openStreams()).toEqual([])
  })

  test('ends with an `error` event on failure, without internals', async () => {
    const last = async (error: unknown) => {
      const response = await ask()
      for (const listener of listeners) listener.end(error)
      return (await response.text()).split('\n\n').at(-2)
    }
    expect(await last(new ServiceError('NoLiquidity', 'no path'))).toBe(
      'event: error\ndata: {"errorType":"NoLiquidity","description":"no path"}',
    )
    expect(await last(new Error('password=hunter2'))).toMatch(/"InternalServerError"/)
  })

  test('stops its feed when the client disconnects', async () => {
    const response = await ask()
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect.poll(() => listeners.size).toBe(0)
    await expect.poll(openStreams).toEqual([])
  })

  test('receives the last event id of the client', async () => {
    const response = await ask({ headers: { 'last-event-id': '7:9:' } })
    for (const listener of listeners) listener.end()
    expect(await response.text()).toContain('data: {"count":"7:9:"}')
  })
})

test('encodes an event once for all clients', () => {
  const event = { data: { count: 1n } }
  expect(eventBytes(event)).toBe(eventBytes(event))
  expect(eventBytes({ ...event })).not.toBe(eventBytes(event))
})

test('drops a client that does not read its events, but not one that reads a large event', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /api/v1/feed HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  const large = { data: { count: '9'.repeat(1024 * 1024) } }
  const reading = await fetch(url)
  const [lazy, eager] = listeners
  eager?.send(large)
  eager?.end()
  expect((await reading.text()).length).toBeGreaterThan(1024 * 1024)
  for (let sent = 0; sent < 40 && listeners.has(lazy as never); sent++) {
    lazy?.send(large)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(listeners.size).toBe(0)
  socket.destroy()
})
