import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { noInteractions } from '@/lib/core/interaction'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { listen } from '@/lib/testing/http/probes'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { streamQuotes } from './get-quote'
import type { Question, Quote } from './quote'

let network: TestNetwork
let database: TestDatabase
let server: Server
let url: string

test.beforeAll(async ({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  const rpcUrls = new Map([[1, network.rpcUrl]])
  const environment = { QUOTES_PER_SECOND: '0' }
  const started = await listen(createTestContext({ db: database.db, rpcUrls, environment }), {
    endpoints,
  })
  server = started.server
  url = `${started.url}/mainnet/api/v1/quote`
})
afterAll(async () => {
  server?.close()
  server?.closeAllConnections()
})

const ask = (change: object = {}, path = '/stream') =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'sell',
      sellAmountBeforeFee: '1000000000000000000',
      sellToken: network.tokens.WETH,
      buyToken: network.tokens.USDC,
      from: network.accounts[1]?.address,
      validTo: 2_000_000_000,
      ...change,
    }),
  })

type SseEvent = { readonly event: string; readonly data: string }

function eventsOf(text: string): SseEvent[] {
  const blocks = text.split('\n\n').filter((block) => block.includes('data: '))
  return blocks.map((block) => {
    const fields = new Map(
      block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
    )
    return { event: fields.get('event') ?? 'message', data: fields.get('data') ?? '' }
  })
}

describe('POST /api/v1/quote/stream', () => {
  test('sends an estimate and then a verified quote, each stored under its own id', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const events = eventsOf(await response.text())
    expect(events.map(({ event }) => event)).toEqual(['message', 'message'])
    const quotes = events.map(({ data }) => JSON.parse(data))
    expect(quotes.map(({ verified }) => verified)).toEqual([false, true])
    const ids = quotes.map(({ id }) => BigInt(id))
    expect(ids[0]).not.toBe(ids[1])
    expect(await database.db.quote.count({ where: { id: { in: ids } } })).toBe(2)
    const single = await (await ask({}, '')).json()
    expect({ ...quotes[1], id: 0, expiration: '' }).toEqual({ ...single, id: 0, expiration: '' })
  })

  test('ends with an `error` event when there is no quote', async () => {
    const response = await ask({ sellAmountBeforeFee: '1' })
    expect(response.status).toBe(200)
    const [event, ...more] = eventsOf(await response.text())
    expect(more).toEqual([])
    expect(event?.event).toBe('error')
    expect(JSON.parse(event?.data ?? '')).toMatchObject({
      errorType: 'SellAmountDoesNotCoverFee',
      description: expect.stringMatching(/does not cover the network cost/),
      data: { fee_amount: expect.stringMatching(/^0x/) },
    })
  })

  test.each([
    ['InvalidParameter', { kind: 'swap' }],
    ['SameBuyAndSellToken', { buyToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' }],
    ['InvalidAppData', { appData: `0x${'77'.repeat(32)}` }],
    ['InvalidNativeSellToken', { sellToken: `0x${'ee'.repeat(20)}` }],
  ])('answers %s before it begins', async (errorType, change) => {
    const response = await ask(change)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errorType })
  })
})

describe('streamed quotes', () => {
  const question = (): Question => {
    const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
    const from = network.accounts[1]?.address ?? '0x'
    return {
      request: testQuoteRequest({ sellToken, buyToken, from }),
      pair: { sellToken, buyToken },
      validTo: 2_000_000_000,
      appDataHash: `0x${'00'.repeat(32)}`,
      interactions: noInteractions,
    }
  }
  const contextOn = (rpcUrl: string) =>
    createTestContext({ db: database.db, rpcUrls: new Map([[1, rpcUrl]]) })

  test('end after the first one if the client has disconnected, without a simulation', async () => {
    const before = await database.db.quote.count()
    const gone = new AbortController()
    const quotes = streamQuotes(contextOn(network.rpcUrl), question(), { signal: gone.signal })
    expect((await quotes.next()).value).toMatchObject({ verified: false })
    gone.abort()
    expect(await quotes.next()).toEqual({ done: true, value: undefined })
    expect(await database.db.quote.count()).toBe(before + 1)
  })

  test('omit a quote that is no better than the last', async () => {
    const proxy = await startProxyWithoutSimulation(network.rpcUrl)
    const { signal } = new AbortController()
    const quotes: Quote[] = []
    for await (const quote of streamQuotes(contextOn(proxy.url), question(), { signal })) {
      quotes.push(quote)
    }
    proxy.close()
    expect(quotes.map(({ verified }) => verified)).toEqual([false])
  })
})

/** A node that cannot simulate: every estimate stays unverified. */
async function startProxyWithoutSimulation(rpcUrl: string) {
  const refusal = { jsonrpc: '2.0', error: { code: -32601, message: 'method not found' } }
  const proxy = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { id, method } = JSON.parse(body)
    response.setHeader('content-type', 'application/json')
    if (method === 'eth_simulateV1') return response.end(JSON.stringify({ id, ...refusal }))
    const headers = { 'content-type': 'application/json' }
    // Gas measurements after a response may outlive the test.
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body }).catch(() => undefined)
    return answer ? response.end(await answer.text()) : response.destroy()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => proxy.close() }
}
