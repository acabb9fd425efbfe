import { afterAll, beforeEach, describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import { isolatedToken } from '@/lib/devnet/networks/mainnet'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { type ProviderServer, startProvider } from '@/lib/testing/market/provider-server'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { findUsdPrice } from './find-usd-price'

const chainId = 1
const { address: cow } = getDevnetToken(chainId, 'COW')
const unknown: Address = `0x${'12'.repeat(20)}`
const nobody = 'http://127.0.0.1:1'

let database: TestDatabase
let network: TestNetwork
let provider: ProviderServer

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  provider = await startProvider((target) => {
    const token = new URL(target, nobody).searchParams.get('contract_addresses') ?? ''
    const price = { usd: 0.75, last_updated_at: 1_700_000_000 }
    return { status: 200, body: token === unknown ? {} : { [token]: price } }
  })
})
beforeEach(() => {
  provider.setFailureMode('well')
  provider.forgetCalls()
})
afterAll(async () => {
  await provider?.stop()
})

/** A network without an embedded chain, whose tokens a provider knows. */
function openContext(rpcUrl = network.rpcUrl, key = 'key') {
  return createTestContext({
    db: database.db,
    rpcUrls: new Map([[chainId, rpcUrl]]),
    environment: { COINGECKO_API_KEY: key, COINGECKO_URL: provider.url },
  })
}

const ofProvider = { usd: 0.75, at: 1_700_000_000 }
const down = { code: 'InternalServerError', retryAfterSeconds: expect.any(Number) }

describe('the sources of usdPrice', () => {
  test('our own liquidity comes first, without a request to CoinGecko', async () => {
    const price = await findUsdPrice(openContext(), { chainId, token: cow })
    expect(price?.usd).toBeCloseTo(0.36, 2)
    expect(provider.calls).toEqual([])
  })

  test('CoinGecko prices a token without pools', async () => {
    const price = await findUsdPrice(openContext(), { chainId, token: isolatedToken })
    expect(price).toEqual(ofProvider)
  })

  test('an unknown token has no price, and CoinGecko is asked once a minute', async () => {
    const ctx = openContext()
    ctx.clock.set(Date.now())
    const ask = () => findUsdPrice(ctx, { chainId, token: unknown })
    for (let i = 0; i < 5; i += 1) expect(await ask()).toBeUndefined()
    expect(provider.calls).toHaveLength(1)
    ctx.clock.advance(60_001)
    expect(await ask()).toBeUndefined()
    expect(provider.calls).toHaveLength(2)
  })

  test('an outage of CoinGecko does not matter if our own liquidity has a price', async () => {
    provider.setFailureMode('fault')
    const price = await findUsdPrice(openContext(), { chainId, token: cow })
    expect(price?.usd).toBeCloseTo(0.36, 2)
  })

  test('an outage of CoinGecko is an error for a token that only it may know', async () => {
    provider.setFailureMode('fault')
    const query = { chainId, token: isolatedToken }
    await expect(findUsdPrice(openContext(), query)).rejects.toMatchObject(down)
  })

  test('CoinGecko answers while the network is down', async () => {
    expect(await findUsdPrice(openContext(nobody), { chainId, token: cow })).toEqual(ofProvider)
  })

  test('an outage of the network is an error, not a missing price', async () => {
    const query = { chainId, token: cow }
    await expect(findUsdPrice(openContext(nobody, ''), query)).rejects.toMatchObject(down)
    provider.setFailureMode('fault')
    await expect(findUsdPrice(openContext(nobody), query)).rejects.toMatchObject(down)
  })
})
