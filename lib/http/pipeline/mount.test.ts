import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, probes } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'
import { mount } from './mount'

const token = `0x${'Ab'.repeat(20)}`
const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
const ctx = createTestContext({ rpcUrls, environment: { WRITES_PER_SECOND: '0' } })
const processContext = globalThis as { coincideContext?: unknown }

let front: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  processContext.coincideContext = ctx
  front = await listen(ctx, { checkResponses: false })
})
afterAll(() => {
  delete processContext.coincideContext
  front.server.close()
  front.server.closeAllConnections()
})

const handlers = mount(...probes)
type Method = keyof typeof handlers

const shown = [
  'content-type',
  'cache-control',
  'access-control-allow-origin',
  'allow',
  'retry-after',
]

async function seen(response: Response) {
  const text = await response.text()
  return [response.status, text, ...shown.map((name) => response.headers.get(name))]
}

const json = { 'content-type': 'application/json' }

test.each<[Method, string, RequestInit?]>([
  ['POST', '/api/v1/echo', { headers: json, body: `{"sellToken":"${token}","kind":"buy"}` }],
  ['POST', '/1/api/v1/echo/', { headers: json, body: '{"kind":"buy"}' }],
  ['POST', '/gnosis/api/v1/echo', { headers: json, body: '{}' }],
  ['POST', '/api/v1/echo', { headers: json, body: `"${'x'.repeat(5_000)}"` }],
  ['POST', '/api/v1/echo', { headers: json, body: '' }],
  ['POST', '/api/v1/echo', { body: '{}' }],
  ['GET', '/api/v1/echo'],
  ['PATCH', '/api/v1/echo'],
  ['OPTIONS', '/api/v1/echo'],
  ['GET', '/accounts/0x1/things'],
  ['HEAD', `/accounts/${token}/things?limit=7`],
  ['GET', '/fail/hard'],
  ['GET', '/off'],
  ['GET', '/1/api/v1/unknown'],
])('Next and the front server answer %s %s alike', async (method, path, init = {}) => {
  const byNext = await handlers[method](new Request(`http://x${path}`, { ...init, method }))
  const byFront = await fetch(`${front.url}${path}`, { ...init, method })
  expect(await seen(byNext)).toEqual(await seen(byFront))
})

test('without a socket, the client is the last forwarded address', async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6, 9.9.9.9' }
  const response = await handlers.GET(new Request(`http://x/accounts/${token}/things`, { headers }))
  expect(await response.json()).toMatchObject({ client: '9.9.9.9' })
})

test('answers 404 at a path without endpoints', async () => {
  const response = await mount().GET(new Request('http://x/api/v1/none'))
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ errorType: 'NotFound', description: 'unknown path' })
})
