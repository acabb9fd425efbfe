import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
} from '@/lib/testing/build-auction-fixture'
import { bundleProcess } from '@/lib/testing/bundle-process'
import { createTestContext } from '@/lib/testing/test-context'
import { competingSolvers, solveInThreads } from './competing-solvers'
import { runAuction, solvers } from './run-auction'
import { threadedSolvers } from './threaded-solvers'

let file: URL
beforeAll(async () => {
  file = pathToFileURL(resolve(await bundleProcess('lib/workers/solver-thread.ts')))
})

const pool = fixturePool([usdc, milli(1_000_000_000)], [dai, milli(1_000_000_000)])
const auctionOf = (count: number) =>
  fixtureAuction(
    Array.from({ length: count }, (_, index) => {
      const [sellToken, buyToken] = index % 2 ? [usdc, dai] : [dai, usdc]
      return fixtureOrder(index + 1, { sellToken, buyToken, buyAmount: milli(900 + (index % 99)) })
    }),
    [pool],
  )

test('solvers come to the same in threads, and the process goes on meanwhile', async () => {
  const auction = auctionOf(60)
  const here = await Promise.all(solvers.map(({ solve }) => solve(auction)))
  const threaded = threadedSolvers(createTestContext(), file, 60_000)
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 5)
  const there = await Promise.all(threaded.map(({ solve }) => solve(auction)))
  clearInterval(timer)
  expect(there).toEqual(here)
  expect(ticks).toBeGreaterThan(10)
})

test('a process that was told of threads solves in them', async () => {
  const ctx = createTestContext()
  expect(competingSolvers(ctx)).toEqual(solvers)
  solveInThreads(ctx, new URL('./nothing.mjs', import.meta.url))
  const absent: string[] = []
  const options = {
    competitors: competingSolvers(ctx),
    onAbsent: (name: string) => absent.push(name),
  }
  expect(await runAuction(ctx, auctionOf(2), options)).toEqual([])
  expect(absent).toHaveLength(solvers.length)
})

test('a solver that is late is ended, and takes part again in the next auction', async () => {
  const ctx = createTestContext()
  const absent: string[] = []
  const options = {
    competitors: threadedSolvers(ctx, file, 1),
    onAbsent: (name: string) => absent.push(name),
  }
  expect(await runAuction(ctx, auctionOf(40), options)).toEqual([])
  expect(absent.sort()).toEqual(solvers.map(({ name }) => name).sort())
  const patient = threadedSolvers(ctx, file, 60_000)
  const proposals = await Promise.all(patient.map(({ solve }) => solve(auctionOf(4))))
  expect(proposals.flat().length).toBeGreaterThan(0)
})
