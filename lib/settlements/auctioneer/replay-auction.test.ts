import { expect } from 'vitest'
import { reduceAuctions } from '@/lib/auctions/competition/reduce-auctions'
import { describeReplay, replayAuction } from '@/lib/auctions/replay/replay-auction'
import type { Context } from '@/lib/context'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { runRound } from './run-round'

const ether = 10n ** 18n
let fixture: SolverFixture
let offline: Context
let auctionId: bigint

test.beforeAll(async ({ solver }) => {
  fixture = solver
  const chain = () => {
    throw new Error('a replay needs no chain')
  }
  offline = { ...fixture.ctx, chain }
  const [weth, dai, usdc] = [fixture.token('WETH'), fixture.token('DAI'), fixture.token('USDC')]
  await fixture.place(1, { sellAmount: ether })
  await fixture.place(2, { sellToken: usdc, buyToken: weth, sellAmount: 10n ** 9n })
  await fixture.place(3, { sellToken: weth, buyToken: dai, sellAmount: ether / 7n })
  await fixture.place(5, { sellToken: weth, buyToken: usdc, sellAmount: ether / 9n, kind: 'sell' })
  const outcome = await runRound(fixture.ctx, { chainId: 1, epoch: 1n })
  auctionId = outcome.auctionId ?? 0n
})

test('replays a settled auction to the same solution, without a chain', async () => {
  const replay = await replayAuction(offline, auctionId)
  expect(replay.differences).toEqual([])
  const lines = describeReplay(replay)
  expect(lines[0]).toMatch(/^auction \d+ on network 1, block \d+: 4 orders, \d+ pools$/)
  expect(lines.at(-1)).toBe('The replay came to the same solution as the auction.')
  const stored = await fixture.ctx.db.solution.findMany({ where: { auctionId, isWinner: true } })
  expect(stored.length).toBeGreaterThan(0)
  for (const { solver, score } of stored)
    expect(lines).toContain(`winner ${solver}, score ${score}`)
})

test('reports a stored outcome that does not follow from its inputs', async () => {
  const [winner] = await fixture.ctx.db.solution.findMany({ where: { auctionId, isWinner: true } })
  const where = { id: winner?.id ?? 0n }
  await fixture.ctx.db.solution.update({ where, data: { score: '1' } })
  const replay = await replayAuction(offline, auctionId)
  expect(replay.differences).toHaveLength(2)
  expect(describeReplay(replay).at(-1)).toMatch(/another solution/)
})

test('removes old inputs but keeps the outcome', async () => {
  const { createdAt } = await fixture.ctx.db.auction.findUniqueOrThrow({ where: { id: auctionId } })
  const before = new Date(createdAt.getTime() + 1)
  expect(await reduceAuctions(fixture.ctx.db, { before: createdAt, limit: 9 })).toBe(0)
  expect(await reduceAuctions(fixture.ctx.db, { before, limit: 9 })).toBe(1)
  await expect(replayAuction(offline, auctionId)).rejects.toMatchObject({
    code: 'NotFound',
    message: `the inputs of auction ${auctionId} were removed`,
  })
  expect(await fixture.ctx.db.solution.count({ where: { auctionId } })).toBeGreaterThan(0)
})

test('reports an unknown auction as not found', async () => {
  await expect(replayAuction(offline, 999_999n)).rejects.toMatchObject({ code: 'NotFound' })
})
