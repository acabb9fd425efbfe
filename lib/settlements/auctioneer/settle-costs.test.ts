import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import { costToCover } from '@/lib/auctions/model/ledger'
import { estimateGas } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import type { NewOrder } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { findRoute } from '@/lib/routing/find-route'
import { checkCounts } from '@/lib/settlements/verification/check-settlement'
import { openSolverDesk, type SolverDesk } from '@/lib/testing/auctions/solver-fixture'
import { listSettledSolutions } from './settled-solution-store'

const ether = 10n ** 18n
let desk: SolverDesk

beforeAll(async () => {
  // As on a real network, where gas has to be paid for.
  desk = await openSolverDesk({ EMBEDDED_CHAIN_IDS: '' })
  while (!(await discoverPools(desk.ctx, { chainId: 1 })));
})
afterAll(() => desk?.close())

/** Atoms that pools pay for an amount. */
async function quote(sell: string, buy: string, sellAmount: bigint): Promise<bigint> {
  const [sellToken, buyToken] = [desk.token(sell), desk.token(buy)]
  const { pools } = await readPools(desk.ctx, { chainId: 1, tokens: [sellToken, buyToken] })
  return findRoute(pools, { sellToken, buyToken, sellAmount })?.buyAmount ?? 0n
}

const keptOf = () =>
  Promise.all(
    ['WETH', 'USDC'].map((symbol) => desk.balanceOf(desk.token(symbol), defaultSettlement)),
  )

test('orders that cross pay for their gas where uniform prices leave nothing to pay it with', async () => {
  await desk.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(10n ** 9n)])
  await desk.rpc('evm_mine', [])
  const [weth, usdc] = [desk.token('WETH'), desk.token('USDC')]
  const sold = 2n * ether
  // Between what pools pay and what they ask, where they trade with neither of both sides.
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
    await desk.place(1, limits.forth),
    await desk.place(2, { sellToken: usdc, buyToken: weth, ...limits.back }),
    await desk.place(3, limits.forth),
    await desk.place(4, { sellToken: usdc, buyToken: weth, ...limits.back }),
  ]
  const uids = placed.map(({ uid }) => uid)
  const bought = () =>
    Promise.all(placed.map(({ buyToken, owner }) => desk.balanceOf(buyToken, owner)))
  const [before, kept] = [await bought(), await keptOf()]
  const { broken } = checkCounts(desk.ctx)

  const outcome = await desk.settle()

  expect(outcome.state).toBe('mined')
  const row = await desk.ctx.db.settlementTransaction.findFirstOrThrow()
  const orders = (await listSettledSolutions(desk.ctx.db, row.id)).flatMap((one) => one.orders)
  expect(orders).toHaveLength(placed.length)
  expect(orders.some(({ cost }) => cost > 0n)).toBe(true)
  const after = await bought()
  for (const [i, order] of placed.entries()) {
    expect(await desk.filled(order)).toBe(order.sellAmount)
    expect((after[i] ?? 0n) - (before[i] ?? 0n)).toBeGreaterThanOrEqual(order.buyAmount)
  }
  // What the contract has more of pays for the gas that was estimated.
  const [moreWeth = 0n, moreUsdc = 0n] = (await keptOf()).map((held, i) => held - (kept[i] ?? 0n))
  expect(moreWeth).toBeGreaterThanOrEqual(0n)
  expect(moreUsdc).toBeGreaterThanOrEqual(0n)
  const { auction } = (await findAuctionInput(desk.ctx.db, outcome.auctionId ?? 0n)) ?? {}
  if (!auction) throw new Error('the auction is not stored')
  const gasCost = costToCover(auction, estimateGas(auction.orders, []))
  expect(gasCost).toBeGreaterThan(0n)
  expect(moreWeth + (moreUsdc * sold) / middle).toBeGreaterThanOrEqual(gasCost)
  expect(checkCounts(desk.ctx).broken).toBe(broken)

  await desk.index()
  const priceOf = (token: Address) => auction.prices.get(token) ?? 0n
  let [told, atoms] = [0n, 0n]
  for (const { uid, buyToken, networkFee } of await listOrdersByUids(desk.ctx.db, uids)) {
    const { cost = 0n } = orders.find((order) => order.uid === uid) ?? {}
    // Each pays the cost that it left, but for the few atoms of all of them that rounding took.
    expect(networkFee).toBeGreaterThanOrEqual((cost * 9_999n) / 10_000n)
    told += networkFee * priceOf(buyToken)
    atoms += priceOf(buyToken)
  }
  const worth = moreWeth * priceOf(weth) + moreUsdc * priceOf(usdc)
  expect(told).toBeLessThanOrEqual(worth)
  expect(told).toBeGreaterThan(worth - atoms)
})
