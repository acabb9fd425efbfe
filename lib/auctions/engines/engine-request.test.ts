import { expect } from 'vitest'
import { buildAuction } from '@/lib/auctions/build/build-auction'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { solveRequest } from '@/lib/testing/auctions/solve-request'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { startLocalServer } from '@/lib/testing/local-server'
import { test as base } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { engineSolvers } from './engine-solvers'

const ether = 10n ** 18n

let fixture: SolverFixture
const requests: unknown[] = []

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const engine = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    response.end('{"solutions":[]}')
  })
  onCleanup(engine.close)
  return { SOLVER_ENGINES: `elsewhere=${engine.url}` }
})

test.beforeAll(async ({ solver }) => {
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
})
/** The request for the open orders. */
async function requestNow(): Promise<unknown> {
  const { auction } = await buildAuction(fixture.ctx, { chainId: 1, without: new Map() })
  if (!auction) throw new Error('there is no auction')
  await engineSolvers(fixture.ctx)[0]?.solve(auction, { auctionId: 12n })
  return requests.at(-1)
}

test('a request with every kind of pool and order has the public format', async () => {
  const [weth, usdc] = [fixture.token('WETH'), fixture.token('USDC')]
  await fixture.place(1, { sellAmount: ether })
  await fixture.place(2, { kind: 'buy', sellAmount: 2n * ether, buyAmount: 10_000_000n })
  await fixture.place(3, { partiallyFillable: true, sellAmount: 10n ** 9n * ether })
  const parsed = solveRequest.parse(await requestNow())
  expect(parsed).toMatchObject({ id: '12', surplusCapturingJitOrderOwners: [] })
  expect(parsed.orders).toHaveLength(3)
  const shown = parsed.orders.find(({ partiallyFillable }) => partiallyFillable)
  expect(BigInt(shown?.sellAmount ?? 0)).toBeLessThan(BigInt(shown?.fullSellAmount ?? 0))
  const kinds = new Set(parsed.liquidity.map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual([
    'concentratedLiquidity',
    'constantProduct',
    'stable',
    'weightedProduct',
  ])
  expect(parsed.tokens[weth]).toMatchObject({ symbol: 'WETH', decimals: 18 })
  expect(parsed.tokens[usdc]).toMatchObject({ symbol: 'USDC', decimals: 6 })
})

test('the format check is strict', async () => {
  const request = (await requestNow()) as Record<string, unknown> & { orders: object[] }
  const [order = {}, ...others] = request.orders
  const { flashloanHint, ...lacking } = order as Record<string, unknown>
  expect(flashloanHint).toBeNull()
  const faulty = [
    { ...request, orders: [lacking, ...others] },
    { ...request, orders: [{ ...order, further: 1 }, ...others] },
    { ...request, orders: [{ ...order, sellAmount: 5 }, ...others] },
    { ...request, tokens: {} },
    { ...request, liquidity: [{ kind: 'orderBook' }] },
    { ...request, deadline: 'soon' },
  ]
  for (const one of faulty) expect(solveRequest.safeParse(one).success).toBe(false)
})
