import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { packInput, unpackInput } from '@/lib/auctions/replay/auction-input'
import {
  type Participant,
  rankSolutions,
  runAuction,
  scoreSolutions,
  solvers,
} from '@/lib/auctions/selection/run-auction'
import { selectWinners } from '@/lib/auctions/selection/select-winners'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { bundleProcess } from '@/lib/testing/bundle-process'
import { createTestContext } from '@/lib/testing/test-context'
import { competingSolvers, solverThread } from './competing-solvers'
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

test('solvers find the same solutions in threads without blocking the process', async () => {
  const auction = auctionOf(60)
  const here = await Promise.all(solvers.map(({ solve }) => solve(auction, { timeMs: 60_000 })))
  const threaded = threadedSolvers(createTestContext(), file)
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 5)
  const there = await Promise.all(threaded.map(({ solve }) => solve(auction, { timeMs: 60_000 })))
  clearInterval(timer)
  expect(there).toEqual(here)
  expect(ticks).toBeGreaterThan(10)
})

test('a process with a configured thread file solves in threads', async () => {
  const ctx = createTestContext()
  expect(competingSolvers(ctx)).toEqual(solvers)
  solverThread.set(ctx, new URL('./nothing.mjs', import.meta.url))
  const unfinishedSolvers: string[] = []
  const options = {
    competitors: competingSolvers(ctx),
    onUnfinished: (name: string) => unfinishedSolvers.push(name),
  }
  expect(await runAuction(ctx, auctionOf(2), options)).toEqual([])
  expect(unfinishedSolvers).toHaveLength(solvers.length)
})

test('does not wait for a late solver, which takes part again in the next auction', async () => {
  const ctx = createTestContext()
  const unfinishedSolvers: string[] = []
  const options = {
    competitors: threadedSolvers(ctx, file),
    timeMs: 101,
    onUnfinished: (name: string) => unfinishedSolvers.push(name),
  }
  expect(await runAuction(ctx, auctionOf(40), options)).toEqual([])
  expect(unfinishedSolvers.sort()).toEqual(solvers.map(({ name }) => name).sort())
  const patient = threadedSolvers(ctx, file)
  const proposals = await Promise.all(
    patient.map(({ solve }) => solve(auctionOf(4), { timeMs: 60_000 })),
  )
  expect(proposals.flat().length).toBeGreaterThan(0)
})

test('terminates a thread that continues ten seconds past its deadline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const source =
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); })"
  const hanging = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const ctx = createTestContext()
  const ask = async (timeMs: number) => {
    await threadedSolvers(ctx, hanging)[0]?.solve(auctionOf(2), { timeMs })
  }
  const late = expect(ask(200)).rejects.toThrow('the solver missed its deadline')
  await vi.advanceTimersByTimeAsync(100)
  await late
  const ended = expect(ask(60_000)).rejects.toThrow('ended')
  await vi.advanceTimersByTimeAsync(10_000)
  await ended
})

test('a late thread wins with the first batch it reported, also in a replay', {
  tags: ['long-only'],
}, async () => {
  // It reports all its solutions, but never completes.
  const endless = `
    import { parentPort } from 'node:worker_threads'
    const post = parentPort.postMessage.bind(parentPort)
    parentPort.postMessage = (answer) => { if (!answer.solutions) post(answer) }
    await import(${JSON.stringify(file.href)})`
  const late = new URL(`data:text/javascript,${encodeURIComponent(endless)}`)
  const ctx = createTestContext()
  const auction = randomAuction({ seed: 1, orders: 250, partial: 0 })
  const unfinished: string[] = []
  const batchOf = (all: readonly Participant[]) =>
    all.find(({ solution }) => solution.trades.length > 20)
  let participants: Participant[] = []
  // As long as this machine needs to find the first batch.
  for (let ms = 250; !batchOf(participants) && ms < 60_000; ms *= 2) {
    unfinished.length = 0
    participants = await runAuction(ctx, auction, {
      competitors: threadedSolvers(ctx, late).filter(({ name }) => name === 'batch'),
      timeMs: ms,
      onUnfinished: (name) => unfinished.push(name),
    })
  }
  expect(unfinished).toEqual(['batch'])
  const { winners, total } = selectWinners(participants.map(({ bid }) => bid))
  expect(batchOf(winners.flatMap((place) => participants[place] ?? []))?.isFair).toBe(true)
  const proposals = participants.map(({ solution }) => solution)
  const input = await unpackInput(
    await packInput({ auction, proposals, unfinishedSolvers: unfinished }),
  )
  const again = scoreSolutions(ctx, input.auction, { solver: 'batch', proposed: input.proposals })
  const replayed = rankSolutions(input.auction, again)
  expect(selectWinners(replayed.map(({ bid }) => bid)).total).toBe(total)
})
