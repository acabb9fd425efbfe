import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { endStreams, openStream } from '@/lib/http/sse/open-streams'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'
import { type Declaration, declarations } from './declarations'
import { serveMetrics } from './serve-metrics'

const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

const declared: readonly Declaration[] = Object.values(declarations)

async function start() {
  const ctx = createTestContext({ rpcUrls })
  const server = serveMetrics(ctx, { port: 0 })
  if (!server) throw new Error('no listener')
  await once(server, 'listening')
  closing.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { ctx, url, server }
}

test('counts the requests of the front server by path template, never by path', async () => {
  const { ctx, url } = await start()
  const api = await listen(ctx)
  closing.push(() => api.server.close())
  const account = `0x${'ab'.repeat(20)}`
  await fetch(`${api.url}/accounts/${account}/things`)
  await fetch(`${api.url}/api/v1/${account}`)
  await fetch(`${api.url}/accounts/${account}/things`, { method: 'PROPFIND' })
  await (await fetch(`${api.url}/orders/${account}`)).text()
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toMatch(
    /coincide_http_requests_total\{route="\/accounts\/[^"]*",method="GET",status="200"\} 1/,
  )
  expect(text).toMatch(/coincide_http_request_duration_seconds_count\{route="\/accounts\//)
  expect(text).toMatch(/coincide_http_requests_total\{route="page",method="GET",status="\d+"\} 1/)
  expect(text).not.toContain('PROPFIND')
  expect(text).not.toContain(account)
})

test('counts requests to nodes by method, node and outcome', async () => {
  const { ctx, url } = await start()
  await ctx
    .chain(1)
    .client.getBlockNumber()
    .catch(() => {})
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toMatch(
    /coincide_rpc_calls_total\{chain="1",node="127\.0\.0\.1:1",method="eth_blockNumber",outcome="silent"\} [12]/,
  )
})

test('follows open event streams, the event loop, the heap and the pool', async () => {
  const { ctx, url } = await start()
  const close = openStream(ctx, { clientAddress: '1.2.3.4', chainId: 1, end: () => {} })
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain('coincide_event_streams 1')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('nodejs_heap_size_used_bytes')
  expect(text).toContain('coincide_database_pool_connections{state="waiting"} 0')
  close()
  close()
  expect((await ctx.metrics.eventStreams.get()).values[0]?.value).toBe(0)
  endStreams(ctx)
})

test('answers nothing but GET /metrics and /healthz', async () => {
  const { url } = await start()
  const alive = await fetch(`${url}/healthz`)
  expect([alive.status, await alive.text()]).toEqual([200, 'ok\n'])
  expect((await fetch(url)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
})

test('is off without a port, and tries a port that is taken until it is free', async () => {
  const { ctx, url, server } = await start()
  expect(serveMetrics(ctx, { port: undefined })).toBeUndefined()
  const second = createTestContext({ rpcUrls })
  const failed = serveMetrics(second, { port: Number(new URL(url).port) })
  if (!failed) throw new Error('no listener')
  closing.push(() => failed.close())
  await once(failed, 'error')
  await new Promise((resolve) => server.close(resolve))
  await once(failed, 'listening')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('names follow the conventions', () => {
  for (const { type, name, buckets } of declared) {
    expect(name).toMatch(/^coincide_[a-z]+(_[a-z]+)*$/)
    expect(name.endsWith('_total')).toBe(type === 'counter')
    expect(buckets !== undefined).toBe(type === 'histogram')
  }
  expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length)
})

test('docs/metrics.md lists every metric as declared', () => {
  const rows = declared.map(({ name, type, labels, from, help }) => {
    const source = from === 'both' ? 'web, worker' : from
    return `| \`${name}\` | ${type} | ${labels.join(', ') || '–'} | ${source} | ${help} |`
  })
  const docs = readFileSync('docs/metrics.md', 'utf8')
  expect(docs.match(/^\| `coincide_.*$/gm)).toEqual(rows)
})
