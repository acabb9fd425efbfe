import { describe, expect } from 'vitest'
import type { ReadFixture } from '@/lib/testing/http/read-fixture'
import { test } from '@/lib/testing/test'

let fixture: ReadFixture

test.beforeAll(({ reads }) => {
  fixture = reads
})

describe('the native price', () => {
  test('is in native atoms per atom, for the native token too', async () => {
    for (const token of [fixture.token('WETH'), `0x${'ee'.repeat(20)}`]) {
      expect(await fixture.get(`v1/token/${token}/native_price`)).toEqual({
        status: 200,
        body: { price: 1 },
      })
    }
    const { body } = await fixture.get(`v1/token/${fixture.token('USDC')}/native_price`)
    // A dollar of 10^6 atoms is worth about 1/3000 of 10^18 native atoms.
    expect(body.price).toBeGreaterThan(1e8)
    expect(body.price).toBeLessThan(1e9)
  })

  test('UnsupportedToken: an address without a contract', async () => {
    const { status, body } = await fixture.get(`v1/token/0x${'12'.repeat(20)}/native_price`)
    expect([status, body.errorType]).toEqual([400, 'UnsupportedToken'])
  })

  test('NoLiquidity: a token without a pool', async () => {
    const isolated = fixture.network.fixtures?.isolatedToken
    const { status, body } = await fixture.get(`v1/token/${isolated}/native_price`)
    expect([status, body.errorType]).toEqual([400, 'NoLiquidity'])
  })

  test('InternalServerError while the network is down', async () => {
    const { status, body } = await fixture.get(
      `v1/token/${fixture.token('USDC')}/native_price`,
      'xdai',
    )
    expect([status, body.errorType]).toEqual([500, 'InternalServerError'])
  })
})
