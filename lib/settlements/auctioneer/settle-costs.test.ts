import { numberToHex } from 'viem'
import { expect } from 'vitest'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import { costToCover } from '@/lib/auctions/model/ledger'
import { estimateUsage } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import type { NewOrder } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { findRoute } from '@/lib/routing/find-route'
import { checkCounts } from '@/lib/settlements/verification/check-settlement'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { listSettledSolutions } from './settled-solution-query'

const ether = 10n ** 18n
let fixture: SolverFixture

const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(async ({ solver }) => {
  // The settlement must cover its gas, as on real networks.
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
})

/** Output of the pools for an amount, in atoms. */
async function quote(sell: string, buy: string, sellAmount: bigint): Promise<bigint> {
  const [sellToken, buyToken] = [fixture.token(sell), fixture.token(buy)]
  const { pools } = await readPools(fixture.ctx, { chainId: 1, tokens: [sellToken, buyToken] })
  return findRoute(pools, { sellToken, buyToken, sellAmount })?.buyAmount ?? 0n
}

const keptOf = () =>
  Promise.all(
    ['WETH', 'USDC'].map((symbol) => fixture.balanceOf(fixture.token(symbol), defaultSettlement)),
  )

test('crossing orders pay for their gas even if uniform prices leave no margin for it', async () => {
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(10n ** 9n)])
  await fixture.rpc('evm_mine', [])
  const [weth, usdc] = [fixture.token('WETH'), fixture.token('USDC')]
  const sold = 2n * ether
  // Between the pools' bid and ask, where neither side trades with them.
  const paid = await quote('WETH', 'USDC', sold)
  const asked = (paid * sold) / (await quote('USDC', 'WETH', paid))
  const middle = (paid + asked) / 2n
  const gap = asked - paid
  expect(gap).toBeGreaterThan(0n)
  const limits = {
    forth: { sellAmount: sold, buyAmount: middle - gap / 4n },
    back: { sellAmount: middle, buyAmount: (sold * (middle - gap / 4n)) / middle },
  }
  const placed: NewOrder[] = [
    await fixture.place(1, limits.forth),
    await fixture.place(2, { sellToken: usdc, buyToken: weth, ...limits.back }),
    await fixture.place(3, limits.forth),
    await fixture.place(4, { sellToken: usdc, buyToken: weth, ...limits.back }),
  ]
  const uids = placed.map(({ uid }) => uid)
  const bought = () =>
    Promise.all(placed.map(({ buyToken, owner }) => fixture.balanceOf(buyToken, owner)))
  const [before, kept] = [await bought(), await keptOf()]
  const { broken } = checkCounts(fixture.ctx)

  const outcome = await fixture.settle()

  expect(outcome.state).toBe('mined')
  const row = await fixture.ctx.db.settlementTransaction.findFirstOrThrow()
  const orders = (await listSettledSolutions(fixture.ctx.db, row.id)).flatMap((one) => one.orders)
  expect(orders).toHaveLength(placed.length)
  expect(orders.some(({ cost }) => cost > 0n)).toBe(true)
  const after = await bought()
  for (const [i, order] of placed.entries()) {
    expect(await fixture.filled(order)).toBe(order.sellAmount)
    expect((after[i] ?? 0n) - (before[i] ?? 0n)).toBeGreaterThanOrEqual(order.buyAmount)
  }
  // The contract's gain covers the estimated gas.
  const [moreWeth = 0n, moreUsdc = 0n] = (await keptOf()).map((held, i) => held - (kept[i] ?? 0n))
  expect(moreWeth).toBeGreaterThanOrEqual(0n)
  expect(moreUsdc).toBeGreaterThanOrEqual(0n)
  const { auction } = (await findAuctionInput(fixture.ctx.db, outcome.auctionId ?? 0n)) ?? {}
  if (!auction) throw new Error('the auction is not stored')
  const gasCost = costToCover(auction, estimateUsage(auction.orders, []))
  expect(gasCost).toBeGreaterThan(0n)
  expect(moreWeth + (moreUsdc * sold) / middle).toBeGreaterThanOrEqual(gasCost)
  expect(checkCounts(fixture.ctx).broken).toBe(broken)

  await fixture.index()
  const priceOf = (token: Address) => auction.prices.get(token) ?? 0n
  let [reported, atoms] = [0n, 0n]
  for (const { uid, buyToken, networkFee } of await listOrdersByUids(fixture.ctx.db, uids)) {
    const { cost = 0n } = orders.find((order) => order.uid === uid) ?? {}
    // Each pays its reserved cost, up to the few atoms of rounding.
    expect(networkFee).toBeGreaterThanOrEqual((cost * 9_999n) / 10_000n)
    reported += networkFee * priceOf(buyToken)
    atoms += priceOf(buyToken)
  }
  const worth = moreWeth * priceOf(weth) + moreUsdc * priceOf(usdc)
  expect(reported).toBeLessThanOrEqual(worth)
  expect(reported).toBeGreaterThan(worth - atoms)
})
