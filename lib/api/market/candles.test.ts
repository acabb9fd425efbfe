import { describe, expect } from 'vitest'
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import { isolatedToken } from '@/lib/devnet/networks/mainnet'
import { createRpc } from '@/lib/devnet/rpc'
import { listPushablePools, pushPools } from '@/lib/testing/chain/push-pool'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { testWith } from '@/lib/testing/test'

const { address: cow } = getDevnetToken(1, 'COW')
const { address: weth } = getDevnetToken(1, 'WETH')
let fixture: ServiceFixture

const test = testWith({ READS_PER_SECOND: '0' })

test.beforeAll(async ({ service }) => {
  fixture = service
  const rpc = createRpc(fixture.network.rpcUrl)
  const pools = await listPushablePools(rpc)
  for (const factor of [1.001, 1 / 1.001]) await pushPools(rpc, pools, factor)
  await fixture.index()
})

type Row = Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', number>>

async function ask(token: string, query = '', network = 'mainnet') {
  const response = await fetch(`${fixture.url}/${network}/tokens/${token}/candles?${query}`)
  const body = (await response.json()) as readonly Row[] & { readonly message?: string }
  const { status, headers } = response
  return { status, body, message: body.message, cacheControl: headers.get('cache-control') }
}

describe('GET /{chainId}/tokens/{tokenAddress}/candles', () => {
  test('answers candles in US dollars with Unix seconds and volume', async () => {
    const { status, body, cacheControl } = await ask(cow, 'interval=5m')
    expect(status).toBe(200)
    expect(cacheControl).toBe('public, max-age=60')
    expect(body).toHaveLength(1)
    const [candle] = body
    expect(candle?.close).toBeCloseTo(0.36, 2)
    expect((candle?.time ?? 1) % 300).toBe(0)
    expect(candle?.volume).toBeGreaterThan(1_000)
  })

  test('accepts ids, names, any case, and - or 0xeeee… for the native token', async () => {
    const { body } = await ask(weth, 'interval=1d')
    expect(body[0]?.close).toBeCloseTo(3_200, -2)
    for (const token of ['-', `0x${'eE'.repeat(20)}`, weth.toUpperCase().replace('0X', '0x')]) {
      expect((await ask(token, 'interval=1d', '1')).body).toEqual(body)
    }
  })

  test('quotes prices in another token on request', async () => {
    const { body } = await ask(cow, `interval=1h&quote=${weth}`)
    expect((body[0]?.close ?? 0) * 1e6).toBeCloseTo((0.36 / 3_200) * 1e6, 0)
  })

  test('answers an empty list without trades, cacheable for longer', async () => {
    const { status, body, cacheControl } = await ask(
      cow,
      'interval=1h&from=1700000000&to=1700003600',
    )
    expect({ status, body }).toEqual({ status: 200, body: [] })
    expect(cacheControl).toBe('public, max-age=3600')
  })

  test.each([
    ['a token without pools', isolatedToken],
    ['an address without a token', `0x${'12'.repeat(20)}`],
  ])('answers 404 for %s', async (_, token) => {
    const { status, message, cacheControl } = await ask(token)
    expect({ status, message, cacheControl }).toEqual({
      status: 404,
      message: 'candles not found',
      cacheControl: 'no-store',
    })
  })

  test('returns up to a thousand candles', async () => {
    const span = (count: number) => `interval=5m&from=1700000000&to=${1_700_000_000 + count * 300}`
    expect((await ask(cow, span(1_000))).status).toBe(200)
    const { status, message } = await ask(cow, span(1_001))
    expect({ status, message }).toEqual({
      status: 400,
      message:
        'from and to are 1001 candles of 5m apart; ask for at most 1000, or for longer candles',
    })
  })

  test.each([
    'interval=2h',
    'interval=',
    'from=-1',
    'from=1.5',
    'from=now',
    'to=99999999999',
    'from=10&to=10',
    'quote=0x12',
    `quote=${weth}&quote=${weth}`,
  ])('answers 400 for %s', async (query) => {
    const { status, message } = await ask(cow, query)
    expect(status).toBe(400)
    expect(message).toMatch(/must|repeated|once/)
  })
})
