import { setTimeout } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { NewOrder } from '@/lib/orders/order-record'
import { loadRevertRisk } from '@/lib/settlements/auctioneer/load-revert-risk'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'

const ether = 10n ** 18n

let fixture: SolverFixture
let ctx: Context
let wallet: Address
let dai: Address
let weth: Address

test.beforeAll(async ({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  wallet = fixture.network.accounts[6]?.address ?? '0x'
  dai = fixture.token('DAI')
  weth = fixture.token('WETH')
  const approved = await fixture.place(6, { sellToken: dai, buyToken: weth })
  await ctx.db.order.updateMany({ where: { uid: approved.uid }, data: { status: 'cancelled' } })
  await fixture.rpc('anvil_setCode', [wallet, magicWithMuchGas])
})

let attacks = 0
/** An order of the wallet with a very low limit, so that it wins at no cost. */
const attack = () =>
  fixture.placeSigned(
    completeOrder({
      sellToken: dai,
      buyToken: weth,
      sellAmount: 1_000n * ether,
      buyAmount: 1n,
      validTo: 4_200_000_000 + attacks++,
    }),
    { owner: wallet, signingScheme: 'eip1271', signature: '0x' },
  )

const reverts = () => ctx.db.settlementTransaction.count({ where: { state: 'failed' } })
const revertsWith = (orders: readonly NewOrder[]) =>
  ctx.db.settlementTransaction.count({
    where: { state: 'failed', orderUids: { hasSome: orders.map(({ uid }) => uid) } },
  })

describe('a wallet that accepts its signatures in simulations only, with a new order for each auction', () => {
  test('makes settlements of other orders revert twice, but stops no other trade', async () => {
    const honest: NewOrder[] = []
    const isDone = async () => (await Promise.all(honest.map(fixture.filled))).every(Boolean)
    for (let at = 0; at < 4 || (at < 60 && !(await isDone())); at += 1) {
      // Honest orders that failed with others back off for a second or two.
      if (at >= 4) await setTimeout(250)
      await attack()
      // Through the pool that the attack uses, in the opposite direction.
      if (at < 4) honest.push(await fixture.place(1, { buyToken: dai, sellAmount: ether / 10n }))
      await fixture.settle()
    }
    expect(await revertsWith(honest)).toBe(2)
    expect(await Promise.all(honest.map(fixture.filled))).toEqual(
      honest.map(({ sellAmount }) => sellAmount),
    )
    const where = { uid: { in: honest.map(({ uid }) => uid) } }
    const orders = await ctx.db.order.findMany({ where })
    expect(orders.every(({ failedSettlements }) => failedSettlements === 0)).toBe(true)
  })

  test('causes three more reverts alone, and is then blocked for an hour', async () => {
    await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
    for (let at = 0; at < 5; at += 1) {
      await attack()
      await fixture.settle()
    }
    expect(await reverts()).toBe(5)
    expect((await loadRevertRisk(ctx, 1)).blocked).toEqual(new Set([wallet]))
    const honest = await fixture.place(1, { buyToken: dai, sellAmount: ether / 10n })
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(honest)).toBe(honest.sellAmount)
    expect(await reverts()).toBe(5)
  })
})

/**
 * Returns the ERC-1271 magic value if more than 4,000,000 gas are left, as in a simulation, or if the settlement
 * contract calls, as for an auction; reverts otherwise.
 */
const magicWithMuchGas = `0x623d09005a113332141760125760006000fd5b7f1626ba7e${'00'.repeat(28)}60005260206000f3`
