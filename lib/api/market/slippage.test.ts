import type { Server } from 'node:http'
import { afterAll, describe, expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import { insertTradingDay } from '@/lib/testing/chain/index-test-market'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'

const weth = getDevnetToken(1, 'WETH').address
const usdc = getDevnetToken(1, 'USDC').address
const native = `0x${'eE'.repeat(20)}`

let network: TestNetwork
let database: TestDatabase
const servers: Server[] = []

/** Starts a web process with these settings and returns its URL. */
async function serve(environment: Record<string, string>, rpcUrl = network.rpcUrl) {
  const ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, rpcUrl]]),
    environment: { READS_PER_SECOND: '0', ...environment },
  })
  const { server, url } = await listen(ctx, { endpoints })
  servers.push(server)
  return url
}

let url: string
let detailed: string

test.beforeAll(async ({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  const ctx = createTestContext({ db: database.db, rpcUrls: new Map([[1, network.rpcUrl]]) })
  await insertTradingDay(ctx, { chainId: 1, tokens: [weth, usdc] })
  url = await serve({})
  detailed = await serve({ VOLATILITY_DETAILS_ENABLED: 'true' })
})

afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

async function ask(path: string, from = url) {
  const response = await fetch(`${from}/${path}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const pathOf = (pair = `${weth}-${usdc}`, query = '') =>
  `mainnet/markets/${pair}/slippageTolerance${query}`

describe('GET /{chainId}/markets/{base}-{quote}/slippageTolerance', () => {
  test('recommends whole bps, with the age of its data and its caching', async () => {
    const { status, headers, body } = await ask(pathOf())
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['slippageBps'])
    expect(Number.isInteger(body.slippageBps) && body.slippageBps > 0).toBe(true)
    expect(headers.get('cache-control')).toBe('public, max-age=120')
    const { timestamp } = await createTestContext({
      rpcUrls: new Map([[1, network.rpcUrl]]),
    })
      .chain(1)
      .client.getBlock()
    expect(Date.parse(headers.get('last-modified') ?? '')).toBe(Number(timestamp) * 1_000)
  })

  test.each([
    ['the network by its id', `1/markets/${weth}-${usdc}/slippageTolerance`],
    ['a trailing slash', `${pathOf()}/`],
    ['tokens in upper case', pathOf(`${weth.toUpperCase().replace('X', 'x')}-${usdc}`)],
    ['the native token', pathOf(`${native}-${usdc}`)],
    ['unknown parameters', pathOf(undefined, '?unknown=1&slippage=x')],
    ['explicit defaults', pathOf(undefined, '?orderKind=sell&partiallyFillable=false')],
    ['a distant expiry', pathOf(undefined, '?expirationTimeInSeconds=4294967295')],
  ])('answers the same with %s', async (_, path) => {
    const { status, body } = await ask(path)
    expect([status, body]).toEqual([200, (await ask(pathOf())).body])
  })

  test.each([
    ['?sellAmount=1000', { sellToken: weth }],
    ['?feeAmount=1', { sellToken: weth }],
    ['?orderKind=buy&sellAmount=1000', { sellToken: usdc }],
    ['?orderKind=buy&buyAmount=1000', { buyToken: weth }],
    ['?sellAmount=1000&buyAmount=1000', { sellToken: weth, buyToken: usdc }],
  ])('names the tokens of the amounts in %s', async (query, tokens) => {
    const { slippageBps, ...named } = (await ask(pathOf(undefined, query))).body
    expect(slippageBps).toBeGreaterThan(0)
    expect(named).toEqual(tokens)
  })

  test('drops the fraction of a second', async () => {
    const { status, body } = await ask(pathOf(undefined, '?expirationTimeInSeconds=119.4'))
    const whole = await ask(pathOf(undefined, '?expirationTimeInSeconds=119'))
    expect([status, body]).toEqual([200, whole.body])
  })

  test('accepts every parameter of an order', async () => {
    const order =
      'orderKind=buy&partiallyFillable=true&sellAmount=3200000000&buyAmount=1000000000000000000'
    const { status, body } = await ask(
      pathOf(undefined, `?${order}&expirationTimeInSeconds=300&feeAmount=320000000`),
    )
    expect(status).toBe(200)
    expect(body.slippageBps).toBeGreaterThan((await ask(pathOf())).body.slippageBps + 400)
  })

  const amountText = 'must be a string of decimal digits without sign or leading zero (atoms)'
  test.each([
    ['orderKind=BUY', 'orderKind must be sell or buy'],
    ['orderKind=', 'orderKind must be sell or buy'],
    ['partiallyFillable=1', 'partiallyFillable must be true or false'],
    ['partiallyFillable=TRUE', 'partiallyFillable must be true or false'],
    ['sellAmount=-1', `sellAmount ${amountText}`],
    ['sellAmount=0x10', `sellAmount ${amountText}`],
    ['sellAmount=1e18', `sellAmount ${amountText}`],
    ['sellAmount=0', 'sellAmount must be more than 0'],
    ['buyAmount=01', `buyAmount ${amountText}`],
    ['buyAmount=1.5', `buyAmount ${amountText}`],
    [`buyAmount=${2n ** 256n}`, 'buyAmount must fit uint256'],
    ['feeAmount=%201', `feeAmount ${amountText}`],
    ['feeAmount=', `feeAmount ${amountText}`],
    ...['soon', '0', '0.9', '-60', '1.', '1e3', '4294967296'].map((seconds) => [
      `expirationTimeInSeconds=${seconds}`,
      'expirationTimeInSeconds must be a number of seconds from 1 to 4294967295',
    ]),
    ['orderKind=buy&orderKind=sell', 'orderKind is given more than once'],
  ])('rejects ?%s with the reason', async (query, message) => {
    const { status, headers, body } = await ask(pathOf(undefined, `?${query}`))
    expect([status, headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(body.message).toContain(message)
  })

  test.each([
    [`0x12-${usdc}`, 'baseTokenAddress must be an address'],
    [`${weth}-0x12`, 'quoteTokenAddress must be an address'],
    [`${weth}-${usdc}-${weth}`, 'quoteTokenAddress must be an address'],
    [`${weth}%00-${usdc}`, ''],
    ['WETH-USDC', 'baseTokenAddress must be an address'],
    [`${weth}-${weth}`, 'quoteTokenAddress must be another token than baseTokenAddress'],
  ])('rejects the pair %s', async (pair, message) => {
    const { status, body } = await ask(pathOf(pair))
    expect(status).toBe(400)
    expect(body.message).toContain(message)
  })

  test('answers an uncacheable 404 without market data', async () => {
    const { status, headers, body } = await ask(pathOf(`${weth}-0x${'12'.repeat(20)}`))
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(body.message).toMatch(/^market data unavailable/)
  })

  test('answers 500 with Retry-After, never 0, while the network is down', async () => {
    // A pair without a cached response in any process.
    const cutOff = await serve({}, 'http://127.0.0.1:1')
    const { status, headers, body } = await ask(pathOf(`${usdc}-${weth}`), cutOff)
    expect([status, headers.get('cache-control')]).toEqual([500, 'no-store'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).not.toHaveProperty('slippageBps')
  })
})

describe('GET /{chainId}/markets/{base}-{quote}/volatilityDetails', () => {
  const details = (pair = `${weth}-${usdc}`) => `mainnet/markets/${pair}/volatilityDetails`

  test('is an unknown path unless enabled, for any request', async () => {
    for (const pair of [undefined, '0x12-0x12']) {
      const { status, body } = await ask(details(pair))
      expect([status, body]).toEqual([404, { message: 'unknown path' }])
    }
    expect((await ask('openapi.json', detailed)).body.paths).not.toHaveProperty(
      '/{chainId}/markets/{baseTokenAddress}-{quoteTokenAddress}/volatilityDetails',
    )
  })

  test('shows the last day of both tokens, and null for one without a price', async () => {
    const { status, body } = await ask(details(), detailed)
    expect(status).toBe(200)
    const { baseToken, quoteToken } = body
    expect(baseToken).toMatchObject({ tokenAddress: weth, usdPrice: expect.any(Number) })
    expect(baseToken.prices.length).toBeGreaterThan(280)
    expect(baseToken.prices.at(-1)).toEqual({
      date: expect.stringMatching(/^20.*Z$/),
      price: expect.closeTo(baseToken.usdPrice, -2),
      volume: expect.any(Number),
    })
    expect(baseToken.volatilityInTokens).toBeCloseTo(
      baseToken.volatilityInUsd / baseToken.usdPrice,
      12,
    )
    expect(quoteToken).toMatchObject({ tokenAddress: usdc, usdPrice: 1, volatilityInUsd: 0 })
    const unknown = await ask(details(`${weth}-0x${'12'.repeat(20)}`), detailed)
    expect(unknown.body).toMatchObject({ baseToken: { tokenAddress: weth }, quoteToken: null })
  })

  test('rejects malformed requests', async () => {
    const { status, body } = await ask(`${details()}?sellAmount=x`, detailed)
    expect([status, body.message]).toEqual([400, expect.stringContaining('sellAmount')])
  })
})
