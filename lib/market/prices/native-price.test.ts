import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import type { ConstantProductPool } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { someOf } from '@/lib/testing/cases'
import { listPushablePools, type PushablePool, pushPools } from '@/lib/testing/chain/push-pool'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { nativePrice, priceScale } from './native-price'

const chainId = 1
const addressOf = (symbol: string) => getDevnetToken(chainId, symbol).address

let database: TestDatabase
let testNetwork: TestNetwork
let rpc: Rpc
let pools: readonly PushablePool[]
let untouched: unknown

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  testNetwork = mainnet
  rpc = createRpc(testNetwork.rpcUrl)
  pools = await listPushablePools(rpc)
})
beforeEach(async () => {
  untouched = await rpc('evm_snapshot', [])
})
afterEach(() => rpc('evm_revert', [untouched]))

function openContext() {
  const rpcUrls = new Map([[chainId, testNetwork.rpcUrl]])
  return createTestContext({ db: database.db, rpcUrls })
}

async function priceOf(token: Address): Promise<number> {
  const ctx = openContext()
  const { network } = ctx.chain(chainId)
  const snapshot = await readPools(ctx, { chainId, tokens: [token] })
  return Number(nativePrice(snapshot.pools, network, token) ?? 0n) / Number(priceScale)
}

describe('the native price', () => {
  test.each(someOf(['COW', 'USDC', 'DAI', 'WBTC', 'UNI'], 2))(
    'of %s is that of the market, and is not set by one manipulated pool',
    { timeout: 60_000, tags: ['long'] },
    async (symbol) => {
      const { address, usd, decimals } = getDevnetToken(chainId, symbol)
      const before = await priceOf(address)
      const market = (usd / getDevnetToken(chainId, 'WETH').usd) * 10 ** (18 - decimals)
      expect(Math.abs(before / market - 1)).toBeLessThan(0.005)
      const own = pools.filter(({ tokens }) => tokens.includes(address))
      expect(own.length).toBeGreaterThan(2)
      for (const pool of own) {
        const snapshot = await rpc('evm_snapshot', [])
        await pushPools(rpc, [pool], 1.5)
        expect(Math.abs((await priceOf(address)) / before - 1), pool.address).toBeLessThan(0.02)
        await rpc('evm_revert', [snapshot])
      }
    },
  )

  test('of a token with only thin pools is the price of buying 0.1 native tokens', () => {
    const { network } = openContext().chain(chainId)
    const thin: ConstantProductPool = {
      protocol: 'uniswap-v2',
      address: '0xf1',
      token0: '0x01',
      token1: network.wrappedNative,
      feePpm: 3_000,
      reserve0: 2_000n * 10n ** 18n,
      reserve1: 10n ** 18n,
    }
    const price = Number(nativePrice([thin], network, '0x01') ?? 0n) / Number(priceScale)
    expect(price).toBeCloseTo(0.0005 * 0.9 * 0.997, 9)
    expect(nativePrice([{ ...thin, reserve1: 10n ** 16n }], network, '0x01')).toBeUndefined()
  })

  test('of the wrapped native token is 1, and undefined without pools', () => {
    const { network } = openContext().chain(chainId)
    expect(nativePrice([], network, network.wrappedNative)).toBe(priceScale)
    expect(nativePrice([], network, addressOf('COW'))).toBeUndefined()
  })
})
