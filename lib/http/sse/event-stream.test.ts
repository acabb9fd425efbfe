import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { type StreamEvent, stream } from '@/lib/api/declare/stream'
import { ServiceError } from '@/lib/core/errors'
import { mount } from '@/lib/http/pipeline/mount'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { streamResponse } from './event-stream'
import { maxStreamsPerClient, streamCounts } from './open-streams'

/** Probe streams that are open. */
const open = new Set<string>()
/** Probe streams that have ended. */
const ended: string[] = []

const ticks = defineEndpoint({
  name: 'ticks',
  method: 'GET',
  path: '/api/v1/ticks/{how}',
  summary: '',
  answers: 'events',
  params: z.object({ how: z.string() }),
  response: z.object({ count: z.string() }),
  run: async (_ctx, { params: { how } }) => {
    if (how === 'refused') throw new ServiceError('NotFound', 'nothing ticks')
    return stream(tick(how), { retryMs: 3_000 })
  },
})

async function* tick(how: string): AsyncGenerator<StreamEvent<{ count: bigint | string }>> {
  open.add(how)
  try {
    yield { data: { count: 1n }, id: 'a' }
    if (how === 'error') throw new ServiceError('NoLiquidity', 'no path')
    if (how === 'fault') throw new Error('password=hunter2')
    if (how === 'wrong') yield { data: 5 as unknown as { count: bigint } }
    if (how === 'forever') await new Promise<never>(() => {})
    while (how === 'flood') {
      yield { data: { count: '9'.repeat(32 * 1024) } }
      await new Promise((resolve) => setImmediate(resolve))
    }
    yield { data: { count: 2n }, event: 'named' }
  } finally {
    open.delete(how)
    ended.push(how)
  }
}

const ctx = createTestContext({
  rpcUrls: new Map([[1, 'http://127.0.0.1:1']]),
  environment: { READS_PER_SECOND: '0' },
})
const processContext = globalThis as { coincideContext?: unknown }
const handlers = mount(ticks)
let server: Server
let url: string
let port: number

beforeAll(async () => {
  processContext.coincideContext = ctx
  const started = await listen(ctx, { endpoints: [ticks] })
  ;({ server, port } = started)
  url = `${started.url}/api/v1/ticks`
})
afterAll(() => {
  delete processContext.coincideContext
  server.close()
  server.closeAllConnections()
})

const servers = [
  ['the front server', (path: string, init?: RequestInit) => fetch(`${url}/${path}`, init)],
  [
    'Next',
    (path: string, init?: RequestInit) =>
      handlers.GET(new Request(`http://x/api/v1/ticks/${path}`, init)),
  ],
] as const

describe.each(servers)('an event stream by %s', (_name, ask) => {
  test('is written event by event, and ends after the last one', async () => {
    const response = await ask('all')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'access-control-allow-origin': '*',
      'x-request-id': expect.stringMatching(/./),
    })
    expect(await response.text()).toBe(
      'retry: 3000\n\nid: a\ndata: {"count":"1"}\n\nevent: named\ndata: {"count":"2"}\n\n',
    )
    expect(open.size).toBe(0)
  })

  test('is rejected like any request before it starts', async () => {
    const response = await ask('refused')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ errorType: 'NotFound', description: 'nothing ticks' })
  })

  test('ends with an `error` event on failure, without internals', async () => {
    const last = async (how: string) => (await (await ask(how)).text()).split('\n\n').at(-2)
    expect(await last('error')).toBe(
      'event: error\ndata: {"errorType":"NoLiquidity","description":"no path"}',
    )
    const internal = /^event: error\ndata: .*"InternalServerError","description":"internal error/
    expect(await last('fault')).toMatch(internal)
    expect(await last('fault')).not.toContain('hunter2')
  })

  test('ends when the client disconnects', async () => {
    const response = await ask('forever')
    const reader = response.body?.getReader()
    await reader?.read()
    expect(open.has('forever')).toBe(true)
    await reader?.cancel()
    // A generator that awaits forever cannot be ended from outside; the server no longer waits for it.
    open.clear()
    const streams = streamCounts(ctx)
    await until(() => [...streams.values()].every((count) => count === 0))
  })
})

test('HEAD starts no stream', async () => {
  const response = await fetch(`${url}/all`, { method: 'HEAD' })
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(await response.text()).toBe('')
  expect(open.size).toBe(0)
})

test('an event that violates its schema ends the stream with an error', async () => {
  expect(await (await fetch(`${url}/wrong`)).text()).toMatch(/event: error/)
})

test('drops a client that does not read its events', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /api/v1/ticks/flood HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  await until(() => ended.includes('flood'))
  socket.destroy()
})

test('drops a client of Next that does not read its events', async () => {
  ended.length = 0
  const response = await handlers.GET(new Request('http://x/api/v1/ticks/flood'))
  await until(() => ended.includes('flood'))
  await expect(response.text()).rejects.toThrow()
})

test(`a client may open ${maxStreamsPerClient} streams, and another after one has ended`, async () => {
  const controllers = Array.from({ length: maxStreamsPerClient }, () => new AbortController())
  await Promise.all(controllers.map(({ signal }) => fetch(`${url}/forever`, { signal })))
  const refused = await fetch(`${url}/all`)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ errorType: 'RateLimited' })
  controllers[0]?.abort()
  const streams = streamCounts(ctx)
  await until(() => [...streams.values()].every((count) => count < maxStreamsPerClient))
  expect((await fetch(`${url}/all`)).status).toBe(200)
  for (const controller of controllers.slice(1)) controller.abort()
})

test('sends comments during silence', async () => {
  const gone = new AbortController()
  const { body } = streamResponse({
    stream: stream(tick('forever')),
    format: 'orderbook',
    signal: gone.signal,
    check: () => undefined,
    onEnd: () => undefined,
    pingMs: 10,
  })
  const text = (body as AsyncIterable<string>)[Symbol.asyncIterator]()
  expect((await text.next()).value).toMatch(/^id: a/)
  expect((await text.next()).value).toBe(': ping\n\n')
  expect((await text.next()).value).toBe(': ping\n\n')
  gone.abort()
  expect((await text.next()).done).toBe(true)
})
