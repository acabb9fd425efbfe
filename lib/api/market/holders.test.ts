import { describe, expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { listen } from '@/lib/testing/http/probes'
import { type HolderFixture, holderLeadership } from '@/lib/testing/market/holder-fixture'
import { test as base } from '@/lib/testing/test'
import { backfillHolders } from '@/lib/tokens/holders/backfill-holders'

const test = base.extend(
  'holderOptions',
  { scope: 'file' },
  {
    symbols: ['DAI', 'COW'],
    environment: { READS_PER_SECOND: '0' },
  },
)

let fixture: HolderFixture

test.beforeEach(({ holders }) => {
  fixture = holders
})

/** Requests from a new web process with an empty cache. */
async function ask(path: string): Promise<Response> {
  const { server, url } = await listen({ ...fixture.ctx, slots: new Map() }, { endpoints })
  try {
    const response = await fetch(`${url}/${path}`)
    return new Response(await response.text(), response)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const topHolders = (token: string, network = 'mainnet') =>
  ask(`${network}/tokens/${token}/topHolders`)

describe('GET /{chainId}/tokens/{tokenAddress}/topHolders', () => {
  test('lists the largest holders first, by default at most a hundred', async () => {
    await fixture.index()
    await fixture.backfill()
    const dai = fixture.token('DAI')
    const response = await topHolders(dai)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    const tip = await fixture.ctx.chain(1).client.getBlock()
    const modified = Date.parse(response.headers.get('last-modified') ?? '')
    expect(modified).toBe(Number(tip.timestamp) * 1_000)
    const holders = (await response.json()) as { address: string; balance: string }[]
    const held = Object.entries(await fixture.held(dai)).sort(
      ([a, x], [b, y]) => Number(y > x) - Number(y < x) || (a < b ? -1 : 1),
    )
    expect(holders).toEqual(held.map(([address, balance]) => ({ address, balance: `${balance}` })))
    const checksummed = dai.replaceAll('d', 'D')
    const two = await ask(`1/tokens/${checksummed}/topHolders?limit=2&unknown=1`)
    expect(await two.json()).toEqual(holders.slice(0, 2))
  })

  test.each([
    ['an untracked token', `0x${'12'.repeat(20)}`],
    ['the native token', '-'],
    ['the native token by its address', `0x${'Ee'.repeat(20)}`],
  ])('answers 404 for %s', async (_, token) => {
    const response = await topHolders(token)
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'holders not found' },
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['0x12/topHolders', 'tokenAddress must be an address'],
    ['native/topHolders', 'tokenAddress must be an address'],
    [`0x${'1g'.repeat(20)}/topHolders`, 'tokenAddress must be an address'],
    [`0x${'11'.repeat(20)}%0a/topHolders`, 'tokenAddress must be an address'],
    ['-/topHolders?limit=0', 'limit must be a whole number from 1 to 1000'],
    ['-/topHolders?limit=1001', 'limit must be a whole number from 1 to 1000'],
    ['-/topHolders?limit=1e2', 'limit must be a whole number from 1 to 1000'],
    ['-/topHolders?limit=', 'limit must be a whole number from 1 to 1000'],
    ['-/topHolders?limit=1&limit=2', 'limit'],
  ])('answers 400 for %s', async (path, message) => {
    const response = await ask(`mainnet/tokens/${path}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: expect.stringContaining(message) })
  })

  test('answers 500 with Retry-After, never 404, during the backfill of a tracked token', async () => {
    await fixture.index()
    await backfillHolders(fixture.ctx, holderLeadership)
    const { address } = await fixture.db.trackedToken.findFirstOrThrow({ where: { live: false } })
    const response = await topHolders(address)
    expect(response.status).toBe(500)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.json()).toEqual({ message: 'the index of token holders did not answer' })
  })
})
