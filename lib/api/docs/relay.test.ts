import { afterAll, expect, test } from 'vitest'
import { listen } from '@/lib/testing/http/probes'
import { startLocalServer } from '@/lib/testing/local-server'
import { createTestContext } from '@/lib/testing/test-context'
import { relay } from './pages'

const stops: (() => unknown)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

/** A node that answers every call; counts the calls that reach it. */
async function startNode() {
  let calls = 0
  const node = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received = JSON.parse(Buffer.concat(chunks).toString()) as { id: number }[]
    calls += received.length
    response.end(JSON.stringify(received.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x' }))))
  })
  stops.push(node.close)
  return { url: node.url, calls: () => calls }
}

async function open(environment: Record<string, string> = {}) {
  const node = await startNode()
  const rpcUrls = new Map([[1, node.url]])
  const now = Date.UTC(2026, 6, 1)
  const ctx = createTestContext({ rpcUrls, environment, now })
  const { server, url } = await listen(ctx, { endpoints: [relay] })
  stops.push(() => server.close().closeAllConnections())
  const post = (calls: readonly object[], origin: string | undefined = url) =>
    fetch(`${url}/1/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin ? { origin } : {}) },
      body: JSON.stringify(calls),
    })
  return { ctx, node, post }
}

const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })
const times = (count: number, method: string) => Array.from({ length: count }, () => call(method))

test('counts a call that executes code as five reads', async () => {
  const { ctx, node, post } = await open()
  expect((await post(times(10, 'eth_call'))).status).toBe(200)
  expect((await post(times(10, 'eth_call'))).status).toBe(200)
  const refused = await post(times(10, 'eth_call'))
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(node.calls()).toBe(20)
  ctx.clock.advance(1_000)
  expect((await post(times(10, 'eth_blockNumber'))).status).toBe(200)
})

test('refuses a batch of more than ten calls', async () => {
  const { node, post } = await open()
  expect((await post(times(11, 'eth_chainId'))).status).toBe(400)
  expect(node.calls()).toBe(0)
})

test('bounds what all callers together ask of a network', async () => {
  const { ctx, node, post } = await open({ RELAY_UNITS_PER_SECOND: '15', READS_PER_SECOND: '0' })
  expect((await post(times(3, 'eth_call'))).status).toBe(200)
  expect((await post([call('eth_chainId')])).status).toBe(429)
  expect(node.calls()).toBe(3)
  ctx.clock.advance(1_000)
  expect((await post([call('eth_chainId')])).status).toBe(200)
})

test('counts a transaction as a write', async () => {
  const { post } = await open({ WRITES_PER_SECOND: '2' })
  const send = async (count: number) => (await post(times(count, 'eth_sendRawTransaction'))).status
  expect([await send(2), await send(1)]).toEqual([200, 429])
})

test.each(['https://elsewhere.example', ''])(
  'refuses the node of a real network to other pages: %s',
  async (origin) => {
    const { node, post } = await open()
    expect((await post([call('eth_chainId')], origin)).status).toBe(403)
    expect(node.calls()).toBe(0)
  },
)

test('serves pages of the configured origin behind a proxy that changes the host', async () => {
  const { post } = await open({ PUBLIC_URL: 'https://trade.example.org/' })
  expect((await post([call('eth_chainId')], 'https://trade.example.org')).status).toBe(200)
  expect((await post([call('eth_chainId')], 'https://elsewhere.example')).status).toBe(403)
})

test('serves wallets on embedded networks, without an origin', async () => {
  const { post } = await open({ EMBEDDED_CHAIN_IDS: '1' })
  expect((await post([call('eth_chainId')], '')).status).toBe(200)
})

test.each([
  { mode: 'off', embedded: '1', status: 503 },
  { mode: 'embedded', embedded: '', status: 503 },
  { mode: 'embedded', embedded: '1', status: 200 },
])('answers $status with RELAY=$mode and embedded networks "$embedded"', async (row) => {
  const { post } = await open({ RELAY: row.mode, EMBEDDED_CHAIN_IDS: row.embedded })
  expect((await post([call('eth_chainId')])).status).toBe(row.status)
})

test('relays to a node of its own if one is named', async () => {
  const own = await startNode()
  const { node, post } = await open({ RELAY_URL_1: own.url })
  expect((await post([call('eth_chainId')])).status).toBe(200)
  expect([own.calls(), node.calls()]).toEqual([1, 0])
})
