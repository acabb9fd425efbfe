import { expect } from 'vitest'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { runRound } from './run-round'

let fixture: SolverFixture
const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(({ solver }) => {
  fixture = solver
})

test('a canary counts the fees of a buy order against its caps', async () => {
  const [sellToken, buyToken] = [fixture.token('WETH'), fixture.token('USDC')]
  const ctx = createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    environment: {
      SOLVER_PRIVATE_KEY: fixture.network.solver.privateKey,
      SETTLE: 'canary',
      CANARY_ORDER_NATIVE: '0.32',
      CANARY_DAY_NATIVE: '0.32',
      VOLUME_FEE_BPS: '500',
    },
  })
  const { owner } = await fixture.place(6, {
    ...{ kind: 'buy', sellToken, buyToken },
    ...{ sellAmount: 334n * 10n ** 15n, buyAmount: 1_000n * 10n ** 6n },
  })
  const before = await fixture.balanceOf(sellToken, owner)
  await runRound(ctx, { chainId: 1, epoch: 1n })
  expect(before - (await fixture.balanceOf(sellToken, owner))).toBeLessThanOrEqual(32n * 10n ** 16n)
})
