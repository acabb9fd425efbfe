import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { boundAuction } from '@/lib/auctions/bounds/auction-bound'
import type { Auction } from '@/lib/auctions/model/auction'
import type { Solution } from '@/lib/auctions/model/solution'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { solverThread } from '@/lib/auctions/solvers/competing-solvers'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  milli,
  usdc,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { bundleProcess } from '@/lib/testing/bundle-process'
import { createTestContext } from '@/lib/testing/test-context'
import { checkRoundBound, roundCounts } from './run-round'

/** Two crossing orders: the first sells a thousand units, the second buys the given number of thousandths of it. */
function crossing(taken: number) {
  const orders = [
    fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) }),
    fixtureOrder(2, {
      sellToken: dai,
      buyToken: usdc,
      sellAmount: milli(taken),
      buyAmount: milli(Math.floor(taken * 0.9)),
    }),
  ]
  return fixtureAuction(orders, [])
}

const nothing: Solution = {
  solver: 'test',
  clearingPrices: new Map(),
  trades: [],
  routes: [],
  gas: 0n,
}

async function checkRound(auction: Auction, solution: Solution, ctx = createTestContext()) {
  await checkRoundBound(ctx, { auction, auctionId: 1n, solution, bound: boundAuction(auction) })
  return roundCounts(ctx)
}

test('counts a round that settles all it can', async () => {
  const auction = crossing(1_000)
  const found = solveBatch(auction)
  if (!found) throw new Error('nothing is settled')
  expect(await checkRound(auction, found.solution)).toEqual({
    ...{ checked: 1, far: 0, fillOrKill: 0, late: 0 },
  })
})

test('counts a round far below its bound, and whether fill-or-kill alone explains it', async () => {
  // The check has a second: on a busy machine that may be too little.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const ctx = createTestContext()
  const info = vi.spyOn(ctx.log, 'info')
  await checkRound(crossing(600), nothing, ctx)
  const counts = { checked: 2, far: 2, fillOrKill: 1, late: 0 }
  expect(await checkRound(crossing(1_000), nothing, ctx)).toEqual(counts)
  expect(info).toHaveBeenLastCalledWith(
    expect.objectContaining({ ...counts, needsParts: false }),
    'round scored below 90 % of its bound',
  )
})

test('counts a round that has no time for the check', async () => {
  const ctx = createTestContext()
  const source = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ number }) => {
      parentPort.postMessage({ number, verdict: { verdict: 'late' } })
    })`
  solverThread.set(ctx, new URL(`data:text/javascript,${encodeURIComponent(source)}`))
  const info = vi.spyOn(ctx.log, 'info')
  expect(await checkRound(crossing(600), nothing, ctx)).toMatchObject({
    checked: 1,
    far: 0,
    late: 1,
  })
  expect(info).toHaveBeenLastCalledWith(
    expect.anything(),
    'no time to compute the bound of the round',
  )
})

test('survives a failing solver thread', async () => {
  const ctx = createTestContext()
  solverThread.set(ctx, new URL('./nothing.mjs', import.meta.url))
  const warn = vi.spyOn(ctx.log, 'warn')
  expect(await checkRound(crossing(600), nothing, ctx)).toMatchObject({ checked: 1, far: 0 })
  expect(warn).toHaveBeenCalledWith(expect.anything(), 'bound of the round could not be computed')
})

test('does not block the process while it checks a large round', async () => {
  const ctx = createTestContext()
  const file = await bundleProcess('lib/workers/solver-thread.ts')
  solverThread.set(ctx, pathToFileURL(resolve(file)))
  const auction = randomAuction({ seed: 1, orders: 150, tokens: 60, pools: 600, partial: 1 })
  // Started beforehand: the measurement excludes bundling and loading.
  await checkRound(crossing(600), nothing, ctx)
  const bound = boundAuction(auction)
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 5)
  await checkRoundBound(ctx, { auction, auctionId: 2n, solution: nothing, bound })
  clearInterval(timer)
  expect(roundCounts(ctx).checked).toBe(2)
  expect(ticks).toBeGreaterThan(10)
})
