import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import { outages, type ProviderServer, startProvider } from '@/lib/testing/market/provider-server'
import { createTestContext } from '@/lib/testing/test-context'
import { fetchPriceHistory, fetchUsdPrice } from './coingecko'

const token: Address = '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab'
const worthless: Address = `0x${'12'.repeat(20)}`
const key = 'cg-secret-key'
let provider: ProviderServer

beforeAll(async () => {
  provider = await startProvider((target) => {
    const { pathname, searchParams } = new URL(target, 'http://provider')
    const price = (usd: number) => ({ usd, last_updated_at: 1_700_000_000 })
    if (pathname === '/simple/price') {
      const id = searchParams.get('ids') ?? ''
      return { status: 200, body: { [id]: price(id === 'ethereum' ? 3_000 : 1) } }
    }
    if (pathname.startsWith('/simple/token_price/')) {
      const requested = searchParams.get('contract_addresses')
      return { status: 200, body: requested === token ? { [token]: price(0.25) } : {} }
    }
    if (pathname.endsWith('/market_chart') && !pathname.includes(worthless)) {
      const prices = [
        [1_700_000_300_000, 0.26],
        [1_700_000_000_123, 0.25],
        [1_700_000_600_000, 0],
      ]
      return { status: 200, body: { prices, market_caps: [], total_volumes: [] } }
    }
    return { status: 404, body: { error: 'coin not found' } }
  })
})
afterAll(() => provider.stop())
beforeEach(() => {
  provider.setFailureMode('well')
  provider.forgetCalls()
})

const context = (environment: Record<string, string> = {}) =>
  createTestContext({
    environment: { COINGECKO_API_KEY: key, COINGECKO_URL: `${provider.url}/`, ...environment },
  })

describe('a price of CoinGecko', () => {
  test('is that of the contract on its platform, with its time', async () => {
    const price = await fetchUsdPrice(context(), { chainId: 1, token })
    expect(price).toEqual({ at: 1_700_000_000, usd: 0.25 })
    expect(provider.calls[0]?.target).toContain(
      `/simple/token_price/ethereum?contract_addresses=${token}`,
    )
    expect(provider.calls[0]?.headers['x-cg-pro-api-key']).toBe(key)
    expect(provider.calls[0]?.target).not.toContain(key)
  })

  test.each([
    [1, 'ethereum', 3_000],
    [42161, 'ethereum', 3_000],
    [8453, 'ethereum', 3_000],
    [100, 'xdai', 1],
  ])('of the native token of %i is that of the coin %s', async (chainId, coin, usd) => {
    const price = await fetchUsdPrice(context(), { chainId, token: nativeToken })
    expect(price?.usd).toBe(usd)
    expect(provider.calls[0]?.target).toContain(`ids=${coin}&`)
  })

  test('is undefined for an unknown token, a test or embedded network, and without a key', async () => {
    expect(await fetchUsdPrice(context(), { chainId: 1, token: worthless })).toBeUndefined()
    provider.forgetCalls()
    expect(await fetchUsdPrice(context(), { chainId: 11155111, token })).toBeUndefined()
    const embedded = context({ EMBEDDED_CHAIN_IDS: '1' })
    expect(await fetchUsdPrice(embedded, { chainId: 1, token })).toBeUndefined()
    const keyless = context({ COINGECKO_API_KEY: '' })
    expect(await fetchUsdPrice(keyless, { chainId: 1, token })).toBeUndefined()
    expect(provider.calls).toEqual([])
  })

  test('is requested once for a hundred concurrent callers', async () => {
    const ctx = context()
    const requested = { chainId: 1, token }
    const prices = await Promise.all(
      Array.from({ length: 100 }, () => fetchUsdPrice(ctx, requested)),
    )
    expect(new Set(prices.map((price) => price?.usd))).toEqual(new Set([0.25]))
    expect(provider.calls).toHaveLength(1)
  })

  test.each(outages)('throws during an outage (%s), without secrets', async (failureMode) => {
    provider.setFailureMode(failureMode)
    const ctx = context()
    const error = await fetchUsdPrice(ctx, { chainId: 1, token }).catch((thrown) => thrown)
    expect(error).toMatchObject({
      code: 'InternalServerError',
      message: 'CoinGecko did not answer',
      retryAfterSeconds: 2,
    })
    expect(`${error.stack} ${error.cause?.stack}`).not.toMatch(/cg-secret-key|secret stack/)
  })

  test('recovers by itself', async () => {
    const ctx = context()
    ctx.clock.set(1_000_000)
    provider.setFailureMode('fault')
    for (const _ of [1, 2, 3, 4]) {
      await expect(fetchUsdPrice(ctx, { chainId: 1, token })).rejects.toThrow()
    }
    expect(provider.calls).toHaveLength(3)
    provider.setFailureMode('well')
    ctx.clock.advance(5_000)
    expect(await fetchUsdPrice(ctx, { chainId: 1, token })).toMatchObject({ usd: 0.25 })
  })

  test('is not requested before the provider’s Retry-After', async () => {
    const ctx = context()
    ctx.clock.set(1_000_000)
    provider.setFailureMode('too many requests')
    await expect(fetchUsdPrice(ctx, { chainId: 1, token })).rejects.toThrow()
    provider.setFailureMode('well')
    ctx.clock.advance(6_999)
    await expect(fetchUsdPrice(ctx, { chainId: 1, token })).rejects.toThrow()
    ctx.clock.advance(1)
    expect(await fetchUsdPrice(ctx, { chainId: 1, token })).toMatchObject({ usd: 0.25 })
  })
})

describe('a price history of CoinGecko', () => {
  test('is sorted oldest first, in whole seconds, without zero prices', async () => {
    expect(await fetchPriceHistory(context(), { chainId: 1, token })).toEqual([
      { at: 1_700_000_000, usd: 0.25 },
      { at: 1_700_000_300, usd: 0.26 },
    ])
    expect(provider.calls[0]?.target).toBe(
      `/coins/ethereum/contract/${token}/market_chart?vs_currency=usd&days=1`,
    )
  })

  test('of the native token is that of its coin', async () => {
    await fetchPriceHistory(context(), { chainId: 42161, token: nativeToken })
    expect(provider.calls[0]?.target).toBe('/coins/ethereum/market_chart?vs_currency=usd&days=1')
  })

  test('is undefined for an unknown token', async () => {
    expect(await fetchPriceHistory(context(), { chainId: 1, token: worthless })).toBeUndefined()
  })

  test.each(outages)('throws during an outage (%s)', async (failureMode) => {
    provider.setFailureMode(failureMode)
    await expect(fetchPriceHistory(context(), { chainId: 1, token })).rejects.toMatchObject({
      code: 'InternalServerError',
    })
  })
})
