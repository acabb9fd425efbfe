import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished } from 'vitest'
import type { Context } from '@/lib/context'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { followShadows } from './follow-shadows'
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
  const [settlement] = await listShadowSettlements(fixture.ctx.db, { chainId: 1, limit: 1 })
  expect(settlement?.followed.map(({ block }) => block)).toEqual([head + 1])
})
