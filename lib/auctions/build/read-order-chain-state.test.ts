import { expect } from 'vitest'
import { maxUint256 } from '@/lib/core/amount'
import type { NewOrder } from '@/lib/orders/order-record'
import { payableOf } from '@/lib/orders/placement/funds-calls'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { readOrderChainStates } from './read-order-chain-state'

/** A loop that burns all its gas. */
const burnsAllGas = '0x5b600056'
/** Returns two million zero bytes. */
const answersTwoMegabytes = '0x621e84806000f3'
const reverts = '0x60006000fd'
const hostile = (digit: number) => `0x${`e${digit}`.repeat(20)}` as const

let fixture: SolverFixture

test.beforeAll(({ solver }) => {
  fixture = solver
})

/** Returns the states of plain orders at the head. */
async function readStates(orders: readonly NewOrder[]) {
  const { ctx } = fixture
  const blockNumber = await ctx.chain(1).client.getBlockNumber()
  const entries = orders.map((order) => {
    return { uid: order.uid, order, interactions: order.interactions, interactionGas: 0n }
  })
  const states = await readOrderChainStates(ctx, { chainId: 1, blockNumber, orders: entries })
  return ({ uid }: NewOrder) => states.get(uid)
}

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as const

test('tokens that burn gas, return too much or revert affect no other token', async () => {
  for (const [i, code] of [burnsAllGas, answersTwoMegabytes, reverts, '0x'].entries()) {
    await fixture.rpc('anvil_setCode', [hostile(i), code])
  }
  const honest = await fixture.place(1, {})
  const orders = [0, 1, 2, 3].flatMap((digit) =>
    Array.from({ length: 40 }, (_, i) =>
      testOrder({ sellToken: hostile(digit), owner: account(i) }),
    ),
  )
  const stateOf = await readStates([...orders, honest])
  const none = { balance: 0n, allowance: 0n }
  expect(orders.map((order) => stateOf(order)?.funds)).toEqual(orders.map(() => none))
  expect(stateOf(honest)).toMatchObject({ filled: 0n, presigned: false })
  expect(stateOf(honest)?.funds.balance).toBeGreaterThan(10n ** 18n)
  expect(stateOf(honest)?.funds.balance).toBeLessThan(maxUint256)
})

test('each owner of a token gets its own result', async () => {
  const sellToken = fixture.token('DAI')
  const paying = await fixture.place(2, { sellToken })
  const others = Array.from({ length: 100 }, (_, i) =>
    testOrder({ sellToken, owner: account(0x1111_0000 + i) }),
  )
  const stateOf = await readStates([...others, paying])
  expect(others.map((order) => stateOf(order)?.funds.balance)).toEqual(others.map(() => 0n))
  expect(payableOf(stateOf(paying)?.funds ?? { balance: 0n, allowance: 0n })).toBeGreaterThan(0n)
})
