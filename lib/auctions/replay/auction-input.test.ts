import { expect, test } from 'vitest'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import {
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { parseData, stringifyData } from './auction-input'

test('an auction survives storage as JSON, including the interactions of its orders', async () => {
  const hook = { target: usdc, callData: '0x0123', gasLimit: 50_000n } as const
  const hooked = {
    ...fixtureOrder(1, { sellToken: usdc, buyToken: weth }),
    interactions: hookInteractions({ pre: [hook], post: [hook, hook] }, weth),
    interactionGas: 150_000n,
  }
  const plain = fixtureOrder(2, { sellToken: weth, buyToken: usdc })
  const pool = fixturePool([weth, milli(1_000_000)], [usdc, milli(1_000_000)])
  const auction = fixtureAuction([hooked, plain], [pool])
  const replayed = parseData(stringifyData(auction)) as typeof auction
  expect(replayed).toEqual(auction)
  expect(await routeSolver.solve(replayed)).toEqual(await routeSolver.solve(auction))
})

test('the gas of an order’s interactions counts and is paid from its surplus', async () => {
  const pool = fixturePool([weth, milli(1_000_000)], [usdc, milli(1_000_000)])
  const entry = fixtureOrder(1, { sellToken: usdc, buyToken: weth })
  const solve = async (interactionGas: bigint) => {
    const auction = fixtureAuction([{ ...entry, interactionGas }], [pool], { gasPrice: 10n ** 9n })
    const [solution] = await routeSolver.solve(auction)
    return { gas: solution?.gas ?? 0n, bought: solution?.trades[0]?.buyAmount ?? 0n }
  }
  const [plain, hooked] = [await solve(0n), await solve(150_000n)]
  expect(hooked.gas - plain.gas).toBe(150_000n)
  expect(plain.bought - hooked.bought).toBe(150_000n * 10n ** 9n)
})
