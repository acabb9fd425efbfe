import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, vi } from 'vitest'
import type { Context } from '@/lib/context'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { followShadows } from './shadow'
import { listShadowSettlements } from './shadow-store'

let fixture: SolverFixture

const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(({ solver }) => {
  fixture = solver
})
beforeEach(async () => {
  await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.ctx.db.shadowSettlement.deleteMany()
})

const shadowWorker = (environment: Readonly<Record<string, string>> = {}): Context =>
  createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    environment: {
      SOLVER_PRIVATE_KEY: fixture.network.solver.privateKey,
      SETTLE: 'shadow',
      ...environment,
    },
  })
const settle = (ctx: Context) => runRound(ctx, { chainId: 1, epoch: 1n })
const mine = async (blocks: number) => {
  for (let block = 0; block < blocks; block += 1) await fixture.rpc('evm_mine', [])
}
const headNumber = () => fixture.ctx.chain(1).client.getBlockNumber({ cacheTime: 0 })
const stored = async (limit = 1) =>
  (await listShadowSettlements(fixture.ctx.db, { chainId: 1, limit })).reverse()

test('does not count protocol fees that stay in the contract as kept for gas', async () => {
  const ctx = shadowWorker({ VOLUME_FEE_BPS: '50' })
  await fixture.place(1, {})
  await settle(ctx)
  await mine(4)
  await followShadows(ctx, 1)
  const [settlement] = await stored()
  expect(settlement?.followed.map(({ kept }) => kept)).toEqual(
    [1, 2, 3].map(() => String(settlement?.kept)),
  )
})

test('counts the following blocks from the block of the simulation', async () => {
  // Blocks are mined while an engine solves.
  const engine = createServer(async (_, response) => {
    await mine(4)
    response.setHeader('content-type', 'application/json').end('{"solutions":[]}')
  })
  await once(engine.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void engine.close())
  const { port } = engine.address() as AddressInfo
  const ctx = shadowWorker({ SOLVER_ENGINES: `slow=http://127.0.0.1:${port}` })
  await fixture.place(2, {})
  const before = Number(await headNumber())
  await settle(ctx)
  const head = Number(await headNumber())
  expect(head).toBeGreaterThan(before)
  await mine(3)
  await followShadows(ctx, 1)
  const [settlement] = await stored()
  expect(settlement?.followed.map(({ block }) => block)).toEqual([head + 1, head + 2, head + 3])
})

test('logs an internal error and reports it as one', async () => {
  const ctx = shadowWorker()
  await fixture.place(3, {})
  await settle(ctx)
  await mine(1)
  const [{ id, trades = [] } = { id: 0n }] = await stored()
  await ctx.db.shadowSettlement.update({
    where: { id },
    data: { trades: trades.map((trade) => ({ ...trade, sellAmount: 'no amount' })) },
  })
  const logged = vi.spyOn(ctx.log, 'error')
  await followShadows(ctx, 1)
  const [settlement] = await stored()
  expect(settlement?.followed).toMatchObject([{ unplayed: 'internal error: see the log' }])
  const error = expect.any(SyntaxError)
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ error }), expect.any(String))
})

test('follows newer settlements although the node fails to simulate an older one', async () => {
  const ctx = shadowWorker()
  await fixture.place(4, {})
  await settle(ctx)
  await fixture.place(5, {})
  await settle(ctx)
  await mine(4)
  const [older] = await stored(2)
  const before = older?.followed.length
  let passedMs = 0
  const failing: Context = {
    ...ctx,
    now: () => ctx.now() + passedMs,
    chain: (chainId) => {
      const { client, ...chain } = ctx.chain(chainId)
      const request = async (call: Parameters<typeof client.request>[0]): Promise<unknown> => {
        if (!JSON.stringify(call).includes(String(older?.callData)))
          return client.request(call as never)
        // The node times out only after the whole round.
        passedMs += 3_000
        throw new Error('the node is overloaded')
      }
      return { ...chain, client: { ...client, request: request as typeof client.request } }
    },
  }
  await followShadows(failing, 1)
  expect((await stored(2)).map(({ followed }) => followed.length)).toEqual([before, 0])
  await followShadows(failing, 1)
  expect((await stored(2)).map(({ followed }) => followed.length)).toEqual([before, 3])
  await followShadows(ctx, 1)
  expect((await stored(2)).map(({ followed }) => followed.length)).toEqual([3, 3])
})

test('stops a slow round between blocks, and continues in the next one', async () => {
  const ctx = shadowWorker()
  await fixture.place(6, {})
  await settle(ctx)
  await mine(4)
  let calls = 0
  // Each read of the clock takes a second.
  const slow: Context = { ...ctx, now: () => ctx.now() + 1_000 * calls++ }
  await followShadows(slow, 1)
  const [begun] = await stored()
  expect(begun?.followed.length).toBeGreaterThan(0)
  expect(begun?.followed.length).toBeLessThan(3)
  await followShadows(ctx, 1)
  const [settlement] = await stored()
  expect(settlement?.followed).toHaveLength(3)
})
