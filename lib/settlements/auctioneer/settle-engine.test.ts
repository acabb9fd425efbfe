import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { getCompetition } from '@/lib/auctions/competition/get-competition'
import { replayAuction } from '@/lib/auctions/replay/replay-auction'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { nodeArgsOf } from '@/lib/testing/bundle-process'
import { test as base } from '@/lib/testing/test'
import { runRound } from './run-round'

let fixture: SolverFixture
let engine: ChildProcess

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  engine = spawn(process.execPath, await nodeArgsOf('lib/testing/auctions/solver-engine.ts'), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onCleanup(() => void engine.kill())
  if (!engine.stdout) throw new Error('the engine has no output')
  const [port] = await once(engine.stdout, 'data')
  return { SOLVER_ENGINES: `elsewhere=http://127.0.0.1:${String(port).trim()}` }
})

test.beforeAll(({ solver }) => {
  fixture = solver
})

test('settles the winning solution of a solver engine in another process', async () => {
  const { ctx } = fixture
  const order = await fixture.place(1, { sellAmount: 10n ** 15n })
  const notice = once(engine.stdout ?? engine, 'data')
  const { state, auctionId = 0n, txHash } = await runRound(ctx, { chainId: 1, epoch: 1n })
  expect(state).toBe('mined')
  const expected = {
    auctionId: String(auctionId),
    solutionId: 0,
    kind: 'success',
    transaction: txHash,
  }
  expect(JSON.parse(String(await notice))).toEqual(expected)
  const { solutions } = await getCompetition(ctx, { chainId: 1, auctionId })
  expect(solutions[0]).toMatchObject({
    solver: 'elsewhere',
    isWinner: true,
    orders: [{ id: order.uid }],
  })
  const built = solutions.find(({ solver }) => solver === 'route')
  expect(solutions[0]?.referenceScore).toBe(built?.score)
  expect(built?.score).toBeLessThan(solutions[0]?.score ?? 0n)
  engine.kill()
  const replay = await replayAuction(ctx, auctionId)
  expect(replay.winners.map(({ solution }) => solution.solver)).toEqual(['elsewhere'])
  expect(replay.differences).toEqual([])
})
