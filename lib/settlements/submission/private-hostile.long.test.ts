import { afterEach, beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { loadRevertRisk } from '@/lib/settlements/auctioneer/load-revert-risk'
import { openPrivateStage, type PrivateStage } from '@/lib/testing/auctions/private-stage'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'

/**
 * Returns the ERC-1271 magic value if more than 4,000,000 gas are left, as in a simulation, or if the settlement contract
 * calls, as for an auction; reverts otherwise.
 */
const magicWithMuchGas = `0x623d09005a113332141760125760006000fd5b7f1626ba7e${'00'.repeat(28)}60005260206000f3`

let fixture: SolverFixture
let stage: PrivateStage
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
})
beforeEach(async () => {
  stage = await openPrivateStage(fixture)
  ctx = stage.openWorker()
})
afterEach(() => stage.close())

test('a wallet whose settlements no relay mines delays others at most twice, and is blocked after three failures alone', {
  tags: ['long'],
}, async () => {
  const wallet = fixture.network.accounts[6]?.address ?? '0x'
  const sellToken = fixture.token('WETH')
  await stage.place(6)
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.rpc('anvil_setCode', [wallet, magicWithMuchGas])
  const honest = await stage.place(1)
  const attack = (validTo: number) => {
    const terms = { sellToken, buyToken: fixture.token('USDC'), sellAmount: 10n ** 17n }
    const order = completeOrder({ ...terms, buyAmount: 1n, validTo })
    return fixture.placeSigned(order, { owner: wallet, signingScheme: 'eip1271', signature: '0x' })
  }
  for (let round = 0; round < 6; round += 1) {
    await attack(4_200_000_000 + round)
    const settled = stage.settle(ctx)
    let isDone = false
    void settled.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await stage.relay.mine()
      await new Promise((resolve) => setTimeout(resolve, 800))
    }
    await settled
  }
  expect(await fixture.filled(honest)).toBe(honest.sellAmount)
  const withHonest = { orderUids: { has: honest.uid }, state: 'withdrawn' } as const
  expect(await ctx.db.settlementTransaction.count({ where: withHonest })).toBeLessThanOrEqual(2)
  expect(await ctx.db.settlementTransaction.count({ where: { state: 'failed' } })).toBe(0)
  expect((await loadRevertRisk(ctx, 1)).blocked).toEqual(new Set([wallet]))
})
