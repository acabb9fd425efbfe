import { describe, expect } from 'vitest'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { testWith } from '@/lib/testing/test'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

let fixture: ServiceFixture

const test = testWith({ WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' })

test.beforeAll(async ({ service }) => {
  fixture = service
  await fixture.index()
})

type PoolView = { contract_address: string; tvl: number; fee: number }

async function ask(path: string, body?: unknown) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${fixture.url}/${path}`, body === undefined ? {} : init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const addressesOf = (pools: readonly PoolView[]) => pools.map((pool) => pool.contract_address)

describe('yield/pools', () => {
  test('lists pools in the public service’s schema, deepest first, with their age', async () => {
    const { status, headers, body } = await ask('1/yield/pools')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(Date.parse(headers.get('last-modified') ?? '')).toBeGreaterThan(0)
    expect(body.length).toBeGreaterThan(10)
    expect(body[0]).toEqual({
      contract_address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      chain_id: 1,
      project: expect.stringMatching(/^uniswap_v[23]$/),
      apr: 0,
      fee: expect.toBeOneOf([0.01, 0.05, 0.3, 1]),
      tvl: expect.any(Number),
      volume: 0,
    })
    const depths = body.map(({ tvl }: PoolView) => tvl)
    expect(depths).toEqual(depths.toSorted((a: number, b: number) => b - a))
  })

  test('caches one response for all names of the network and the native token', async () => {
    const { body } = await ask(`mainnet/yield/pools?token=${weth}`)
    expect(body.length).toBeGreaterThan(5)
    for (const token of ['-', weth.toUpperCase().replace('0X', '0x'), `0x${'eE'.repeat(20)}`]) {
      expect((await ask(`1/yield/pools?token=${token}`)).body).toEqual(body)
    }
  })

  test('sorts and pages', async () => {
    const { body: all } = await ask('1/yield/pools?sort=fee&order=asc')
    const fees = all.map(({ fee }: PoolView) => fee)
    expect(fees).toEqual(fees.toSorted((a: number, b: number) => a - b))
    const { body: page } = await ask('1/yield/pools?sort=fee&order=asc&offset=3&limit=4')
    expect(page).toEqual(all.slice(3, 7))
    expect((await ask('1/yield/pools?offset=1000')).body).toEqual([])
  })

  test('lists pools by address, all for an empty list, without unknown ones', async () => {
    const { body: all } = await ask('1/yield/pools')
    expect((await ask('1/yield/pools', [])).body).toEqual(all)
    const named = [addressesOf(all)[4], `0x${'12'.repeat(20)}`, addressesOf(all)[2]]
    const { body } = await ask('1/yield/pools?sort=tvl&order=asc', named)
    expect(addressesOf(body)).toEqual([named[0], named[2]])
  })

  test.each([
    ['sort=size', 'sort must be one of tvl, volume, apr, fee'],
    ['order=down', 'order must be one of asc, desc'],
    ['limit=0', 'limit must be a whole number from 1 to 500'],
    ['limit=501', 'limit must be a whole number from 1 to 500'],
    ['offset=-1', 'offset must be a whole number from 0 to 1000000'],
    ['limit=1&limit=2', 'limit is given more than once'],
    [
      'token=0x12',
      'token must be an address (0x and 40 hexadecimal digits), or - for the native token',
    ],
  ])('rejects %s', async (search, message) => {
    expect(await ask(`1/yield/pools?${search}`)).toMatchObject({ status: 400, body: { message } })
  })

  test.each<[unknown, string]>([
    [{}, 'the body must be a list of addresses'],
    [['0x12'], '0 must be an address: 0x and 40 hexadecimal digits'],
    [Array(501).fill(weth), 'the body must name at most 500 pools'],
  ])('rejects a malformed body: %#', async (body, message) => {
    expect(await ask('1/yield/pools', body)).toMatchObject({ status: 400, body: { message } })
  })

  test('averages yields by protocol', async () => {
    const { status, body } = await ask('1/yield/pools-average-apr')
    expect([status, body]).toEqual([200, { uniswap_v2: 0, uniswap_v3: 0 }])
  })
})
