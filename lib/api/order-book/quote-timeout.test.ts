import type { Server } from 'node:http'
import { afterAll, expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { listen } from '@/lib/testing/http/probes'
import { type LocalServer, startLocalServer } from '@/lib/testing/local-server'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'

type Body = Record<string, unknown>
type Answer = { readonly status: number; readonly retryAfter: string | null; readonly body: Body }

let database: TestDatabase
let network: TestNetwork
/** Proxy between the service and its node. */
let proxy: LocalServer
/** How the proxy handles each request of the service. */
let node: 'answers' | 'hangs' | 'refuses' = 'answers'
const webs: Server[] = []

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  proxy = await startLocalServer(async (request, response) => {
    if (node === 'hangs') return
    if (node === 'refuses') return void request.socket.destroy()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = { 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: Buffer.concat(chunks) }
    const answer = await fetch(network.rpcUrl, init)
    response.writeHead(answer.status, headers).end(await answer.text())
  })
})

afterAll(async () => {
  for (const web of webs) web.close().closeAllConnections()
  await proxy?.close()
})

/** A newly started web process with empty caches. */
async function openWeb() {
  node = 'answers'
  const ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, proxy.url]]),
    environment: { EMBEDDED_CHAIN_IDS: '1', QUOTES_PER_SECOND: '0' },
  })
  const { server, url } = await listen(ctx, { endpoints })
  webs.push(server)
  const quote = async (change: Body = {}): Promise<Answer> => {
    const response = await fetch(`${url}/mainnet/api/v1/quote`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...request(), ...change }),
    })
    const body = (await response.json()) as Body
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
  }
  /** Reads the pools of a pair, which takes longer than a quote may on a busy machine. */
  const warm = async (change: Body = {}) => {
    await expect.poll(() => quote(change), { timeout: 60_000 }).toMatchObject({ status: 200 })
  }
  return { ctx, quote, warm }
}

function token(symbol: string): string {
  return (network.tokens[symbol] as string).toLowerCase()
}

function request() {
  return {
    kind: 'sell',
    sellAmountBeforeFee: String(10n ** 18n),
    sellToken: token('WETH'),
    buyToken: token('USDC'),
    from: `0x${'a1'.repeat(20)}`,
  }
}

const unavailable = { status: 500, retryAfter: expect.stringMatching(/^[1-9]/) }
const behind = { status: 200, body: { verified: false } }

test('a timeout, however short, causes no 500 once the pair’s pools were read', async () => {
  const { quote, warm } = await openWeb()
  await warm()
  const longest = await quote()
  for (let turn = 0; turn < 10; turn += 1) {
    const qualities = ['fast', 'optimal', 'verified']
    const requests = [1, 2, 5, 20].flatMap((timeout) =>
      qualities.map((priceQuality) => quote({ timeout, priceQuality })),
    )
    const answers = await Promise.all(requests)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
  const { body } = await quote({ timeout: 1 })
  const bought = ({ quote }: Body) => Number((quote as Body).buyAmount)
  expect(bought(body) / bought(longest.body)).toBeGreaterThan(0.9)
})

test('the opposite direction is priced by the same pools, also for the native token', async () => {
  const { quote, warm } = await openWeb()
  await warm()
  node = 'hangs'
  const back = { sellToken: token('USDC'), sellAmountBeforeFee: '3000000000', timeout: 1 }
  expect(await quote({ ...back, buyToken: token('WETH') })).toMatchObject(behind)
  const buyToken = `0x${'ee'.repeat(20)}`
  expect(await quote({ ...back, buyToken })).toMatchObject(behind)
})

test('a new pair is answered with Retry-After, then with a price', {
  tags: ['long-only'],
}, async () => {
  const { quote } = await openWeb()
  node = 'hangs'
  expect(await quote({ timeout: 1 })).toMatchObject(unavailable)
  node = 'answers'
  await expect.poll(() => quote({ timeout: 1 }), { timeout: 60_000 }).toMatchObject({ status: 200 })
})

test('pools of at most ten blocks’ age stand in for a hanging node', async () => {
  const { ctx, quote, warm } = await openWeb()
  await warm()
  node = 'hangs'
  for (const timeout of [1, 2, 5, 20]) expect(await quote({ timeout })).toMatchObject(behind)
  ctx.clock.advance(115_000)
  expect(await quote({ timeout: 1 })).toMatchObject(behind)
  ctx.clock.advance(10_000)
  for (const timeout of [1, 20]) expect(await quote({ timeout })).toMatchObject(unavailable)
})

test('an outage of the node is an error until it recovers', { tags: ['long-only'] }, async () => {
  const { quote, warm } = await openWeb()
  await warm()
  node = 'refuses'
  expect(await quote()).toMatchObject(unavailable)
  expect(await quote({ timeout: 1 })).toMatchObject(unavailable)
  node = 'answers'
  await warm()
  node = 'hangs'
  expect(await quote({ timeout: 1 })).toMatchObject(behind)
  expect(await quote({ timeout: 4_000 })).toMatchObject(behind)
})

test('an unsupported token is named once it is known', async () => {
  const { quote } = await openWeb()
  const odd = { sellToken: network.fixtures?.feeOnTransferToken.toLowerCase(), timeout: 1 }
  await expect
    .poll(() => quote(odd), { timeout: 60_000 })
    .toMatchObject({ status: 400, body: { errorType: 'UnsupportedToken' } })
})

test('NoLiquidity is answered only if the pools were read', async () => {
  const { quote, warm } = await openWeb()
  const isolated = { sellToken: network.fixtures?.isolatedToken.toLowerCase() }
  const none = { status: 400, body: { errorType: 'NoLiquidity' } }
  node = 'hangs'
  expect(await quote({ ...isolated, timeout: 1 })).toMatchObject(unavailable)
  node = 'answers'
  await expect.poll(() => quote(isolated), { timeout: 60_000 }).toMatchObject(none)
  node = 'hangs'
  expect(await quote({ ...isolated, timeout: 1 })).toMatchObject(none)
  node = 'answers'
  await warm()
  const beyond = {
    kind: 'buy',
    sellAmountBeforeFee: undefined,
    buyAmountAfterFee: `1${'0'.repeat(40)}`,
  }
  expect(await quote({ ...beyond, timeout: 1 })).toMatchObject(none)
})
