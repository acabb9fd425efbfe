import { toHex } from 'viem'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import { findOwnPriceSeries } from '@/lib/market/prices/find-price-series'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { insertTradingDay } from '@/lib/testing/chain/index-test-market'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { type ProviderServer, startProvider } from '@/lib/testing/market/provider-server'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { saveToken } from '@/lib/tokens/token-store'
import { type ExecutedTrade, valueTrade, valueTrades } from './value-trades'

const chainId = 1
const ether = 10n ** 18n
const dollar = 1_000_000n
const minutes = 60
const hour = 3_600
const down = { code: 'InternalServerError', retryAfterSeconds: expect.any(Number) }

/** Start of the current 5-minute candle. */
const now = Math.floor(Date.now() / 300_000) * 300

const junk: Address = `0x${'a1'.repeat(20)}`
const lusd: Address = '0x5f98805a4e8be255a32880fdec7f6728c6568ba0'
const frax: Address = '0x853d955acef822db058eb8505911ed77f175b99e'
const otherJunk: Address = `0x${'a2'.repeat(20)}`

let database: TestDatabase
let network: TestNetwork
let provider: ProviderServer
let weth: Address
let usdc: Address

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  provider = await startProvider(() => ({ status: 200, body: {} }))
  weth = network.tokens.WETH ?? '0x'
  usdc = network.tokens.USDC ?? '0x'
  await insertTradingDay(openContext(), { chainId, tokens: [weth, usdc] })
  for (const address of [junk, otherJunk, lusd, frax]) {
    const facts = { name: 'Junk', symbol: 'JUNK', decimals: 18, unsupported: undefined }
    await saveToken(database.db, { chainId, address, ...facts })
  }
})
beforeEach(async () => {
  await database.db.token.updateMany({ data: { listed: false } })
  await moveTip(now)
})
afterAll(async () => {
  await provider?.stop()
})

/** A context as of a freshly started process. */
function openContext(environment: Readonly<Record<string, string>> = {}, at = now) {
  return createTestContext({
    db: database.db,
    rpcUrls: new Map([[chainId, network.rpcUrl]]),
    now: at * 1_000,
    environment: { EMBEDDED_CHAIN_IDS: String(chainId), ...environment },
  })
}

/** Sets the candle tip; undefined: no candles yet. */
async function moveTip(at: number | undefined): Promise<void> {
  await database.db.indexedBlock.deleteMany()
  if (at === undefined) return
  const hash = toHex(1, { size: 32 })
  const block = { number: 1n, hash, parentHash: hash, timestamp: BigInt(at) }
  await database.db.indexedBlock.create({ data: { ...block, chainId, indexer: 'market' } })
}

/** A trade of 1 WETH for a dollar three hours ago, with changes. */
function trade(change: Partial<ExecutedTrade> = {}): ExecutedTrade {
  const tokens = { sellToken: weth, buyToken: usdc }
  const amounts = { sellAmount: ether, buyAmount: dollar }
  return { chainId, timestamp: now - 3 * hour, ...tokens, ...amounts, ...change }
}

const value = async (change: Partial<ExecutedTrade> = {}, ctx = openContext()) =>
  (await valueTrade(ctx, trade(change))).volume

/** Returns the closing price of 1 WETH in a 5-minute candle. */
async function priceAt(at: number): Promise<number> {
  const range = { chainId, token: weth, seconds: 300, from: at - hour, to: at } as const
  return (await findOwnPriceSeries(openContext(), range)).at(-1)?.usd ?? Number.NaN
}

let pools = 0

/** Stores a sufficiently deep pool of two tokens, and its closing prices of some 5-minute candles. */
async function insertPool(
  [token0, token1]: readonly [Address, Address],
  closes: ReadonlyMap<number, number>,
): Promise<void> {
  pools += 1
  const address = `0x${'0b'.repeat(19)}${String(pools).padStart(2, '0')}`
  const known = { chainId, address, protocol: 'uniswap_v2' as const, factory: address }
  await database.db.pool.create({
    data: { ...known, token0, token1, feePpm: 3_000, createdBlock: 1n },
  })
  const depths = { depth0: String(10n ** 24n), depth1: String(10n ** 24n) }
  await database.db.poolCandle.createMany({
    data: [...closes].map(([at, price]) => ({
      ...{ chainId, pool: address, seconds: 300, at, ...depths },
      ...{ open: price, high: price, low: price, close: price },
      ...{ volume0: 1, volume1: 1, swaps: 1 },
    })),
  })
}

describe('the value of a trade', () => {
  test('is the lower value of its two sides at execution', async () => {
    expect(await value()).toBe(dollar)
    const price = await priceAt(now - 3 * hour - 300)
    expect(price).toBeGreaterThan(1)
    expect(Number(await value({ buyAmount: 10n ** 15n }))).toBeCloseTo(price * 1e6, -1)
  })

  test('offsets by the higher value, or by the only known one', async () => {
    const { undoes } = await valueTrade(openContext(), trade())
    expect(Number(undoes)).toBeCloseTo((await priceAt(now - 3 * hour - 300)) * 1e6, -1)
    for (const token of [{ sellToken: junk }, { sellToken: usdc, buyToken: junk }]) {
      const amounts = { sellAmount: dollar, buyAmount: dollar }
      const unknown = trade({ ...token, ...amounts })
      const known = { volume: undefined, undoes: dollar }
      expect(await valueTrade(openContext(), unknown)).toEqual(known)
    }
  })

  test('counts the native token as the wrapped token', async () => {
    expect(await value({ sellToken: nativeToken })).toBe(dollar)
  })

  test('is bounded so that sums cannot overflow, whatever the amounts', async () => {
    const max = 2n ** 256n - 1n
    expect(await value({ sellAmount: max, buyAmount: max })).toBe(10n ** 24n)
    expect(await value({ sellAmount: 0n, buyAmount: max })).toBe(0n)
  })

  test('is unknown on a network that is not served', async () => {
    expect(await value({ chainId: 100 })).toBeUndefined()
  })

  test('is returned for a batch, in sequence', async () => {
    const trades = [trade(), trade({ buyToken: junk }), trade({ buyAmount: 2n * dollar })]
    const values = await valueTrades(openContext(), trades)
    expect(values.map(({ volume }) => volume)).toEqual([dollar, undefined, 2n * dollar])
  })
})

describe('tokens that anyone can create', () => {
  test('have no value, whatever their own pools say, nor do tokens traded for them', async () => {
    const at = now - 4 * hour
    // Sorts before USDC; one atom is worth a millionth of a millionth of its atom: a dollar for a whole token.
    const [low, high] = [junk, usdc].sort() as [Address, Address]
    const price = low === junk ? 1e-12 : 1e12
    await insertPool([low, high], new Map([[at, price]]))
    await insertPool([junk, otherJunk], new Map([[at, 1]]))
    const range = { chainId, token: junk, seconds: 300, from: at, to: at + 300 } as const
    expect(await findOwnPriceSeries(openContext(), range)).toHaveLength(1)
    const amounts = { sellAmount: 5_000_000n * ether, buyAmount: 5_000_000n * ether }
    const between = { sellToken: junk, buyToken: otherJunk, ...amounts }
    expect(await value(between)).toBeUndefined()
    const forDollars = { sellToken: junk, sellAmount: 5n * ether, buyAmount: 7n * dollar }
    expect(await value(forDollars)).toBeUndefined()
    await database.db.token.updateMany({ where: { address: junk }, data: { listed: true } })
    expect(Number(await value(forDollars))).toBeCloseTo(5e6, -1)
    expect(await value(between)).toBeUndefined()
  })

  test('have a value without being listed when known to follow an asset', async () => {
    const at = now - 4 * hour
    const [low, high] = [lusd, usdc].sort() as [Address, Address]
    await insertPool([low, high], new Map([[at, low === lusd ? 1e-12 : 1e12]]))
    const sold = { sellToken: lusd, sellAmount: 5n * ether, buyAmount: 7n * dollar }
    expect(Number(await value(sold))).toBeCloseTo(5e6, -1)
  })

  test('have no value on one side of a trade either, even when listed', async () => {
    await database.db.token.updateMany({ data: { listed: true } })
    expect(await value({ sellToken: otherJunk })).toBeUndefined()
    expect(await value({ buyToken: otherJunk })).toBeUndefined()
  })
})

describe('the price of a trade', () => {
  test('is awaited until the candles reach the trade, however late', async () => {
    const timestamp = now - 3 * hour + 100
    for (const tip of [undefined, timestamp - 101, now - 10 * hour]) {
      await moveTip(tip)
      await expect(value({ timestamp })).rejects.toMatchObject(down)
      await expect(value({ timestamp, sellToken: usdc })).rejects.toMatchObject(down)
    }
    await moveTip(timestamp - 100)
    expect(await value({ timestamp, buyAmount: ether })).toBe(
      BigInt(Math.floor((await priceAt(now - 3 * hour - 300)) * 1e6)),
    )
  })

  test('is available as soon as the candles advance', async () => {
    const ctx = openContext()
    await moveTip(now - 2 * hour)
    await expect(value({ timestamp: now - hour }, ctx)).rejects.toMatchObject(down)
    await moveTip(now - hour)
    expect(await value({ timestamp: now - hour }, ctx)).toBe(dollar)
  })

  test('does not change with later trades', async () => {
    const timestamp = now - 2 * hour + 10
    const many = { timestamp, buyAmount: ether }
    const before = await value(many)
    const pushed = (await priceAt(now - 2 * hour)) * 1e-12 * 3
    await insertPool(
      [usdc, weth].sort() as [Address, Address],
      new Map([[now - 2 * hour, usdc < weth ? 1 / pushed : pushed]]),
    )
    expect(await value(many)).toBe(before)
  })

  test('ignores a manipulation that lasts less than five minutes', async () => {
    const slot = now - 5 * hour
    const steady = await value({ timestamp: slot + 10, buyAmount: ether })
    const price = (at: number, factor: number): [number, number] => [at, 1e-12 * factor]
    await database.db.token.updateMany({ where: { address: junk }, data: { listed: true } })
    const [low, high] = [junk, usdc].sort() as [Address, Address]
    const closes = [price(slot - 900, 1), price(slot - 600, 50), price(slot - 300, 1)] as const
    const inverted = closes.map(([at, each]) => [at, low === junk ? each : 1 / each] as const)
    await database.db.pool.deleteMany({ where: { OR: [{ token0: junk }, { token1: junk }] } })
    await insertPool([low, high], new Map(inverted))
    const sold = { timestamp: slot + 10, sellToken: junk, buyAmount: ether }
    expect(Number(await value(sold))).toBeLessThan(1.03e6)
    expect(steady).toBeDefined()
  })

  test('is at most a week old for a base token and a day for others, even at the latest time', async () => {
    const dai = network.tokens.DAI ?? '0x'
    expect((await findUsdPrice(openContext(), { chainId, token: dai }))?.usd).toBeGreaterThan(0.9)
    const sold = (token: Address) => {
      const timestamp = now - 5 * minutes
      return { sellAmount: ether, sellToken: token, buyAmount: 9n * dollar, timestamp }
    }
    expect(await value(sold(dai))).toBeUndefined()
    for (const token of [dai, frax]) {
      const [low, high] = [token, usdc].sort() as [Address, Address]
      const price = low === token ? 1e-12 : 1e12
      await insertPool([low, high], new Map([[now - 150 * hour, price]]))
    }
    expect(Number(await value(sold(dai)))).toBeCloseTo(1e6, -1)
    expect(await value(sold(frax))).toBeUndefined()
    const late = { ...sold(dai), timestamp: now - 150 * hour + 8 * 24 * hour }
    await moveTip(now + 48 * hour)
    expect(await value(late, openContext({}, now + 48 * hour))).toBeUndefined()
  })

  test('is unknown for good before the network’s first candle', async () => {
    expect(await value({ timestamp: now - 25 * hour })).toBeUndefined()
  })

  test('is never requested from providers, even with a configured key', async () => {
    const environment = {
      EMBEDDED_CHAIN_IDS: '',
      COINGECKO_API_KEY: 'key',
      COINGECKO_URL: provider.url,
    }
    await database.db.token.updateMany({ data: { listed: true } })
    const ctx = openContext(environment)
    expect(await value({}, ctx)).toBe(dollar)
    expect(await value({ sellToken: otherJunk }, ctx)).toBeUndefined()
    expect(await value({ timestamp: now - 25 * hour }, ctx)).toBeUndefined()
    expect(provider.calls).toEqual([])
  })
})
