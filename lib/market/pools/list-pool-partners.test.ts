import { describe, expect } from 'vitest'
import { toAddress } from '@/lib/core/address'
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import type { MarketFixture } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import { saveToken } from '@/lib/tokens/token-store'
import { listPoolPartners, listPools } from './list-pools'

let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})
const chainId = 1
const weth = getDevnetToken(chainId, 'WETH').address
const usdc = getDevnetToken(chainId, 'USDC')

describe('the partners of a token', () => {
  test('are listed for every pool whose other token is known', async () => {
    await fixture.index()
    const { pools } = await listPools(fixture.ctx, { chainId, token: weth })
    const withUsdc = pools
      .filter(({ pool: { token0, token1 } }) => [token0, token1].includes(usdc.address))
      .map(({ pool }) => pool.address)
    await fixture.ctx.db.token.deleteMany({})
    const { symbol, name, address, decimals } = usdc
    const facts = { symbol, name, address, decimals, unsupported: undefined }
    await saveToken(fixture.ctx.db, { chainId, ...facts })
    const partners = await listPoolPartners(fixture.ctx, { chainId, token: weth })
    expect(withUsdc.length).toBeGreaterThan(1)
    expect([...partners.keys()].sort()).toEqual(withUsdc.sort())
    expect([...partners.values()][0]).toEqual({ address, symbol: 'USDC' })
  })

  test('are empty for a token without pools', async () => {
    const token = toAddress(`0x${'12'.repeat(20)}`)
    expect(await listPoolPartners(fixture.ctx, { chainId, token })).toEqual(new Map())
  })
})
