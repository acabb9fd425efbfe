import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import type { NewOrder } from '@/lib/orders/order-record'
import { completeOrder } from '@/lib/testing/sign-test-order'
import { openSolverDesk, type SolverDesk } from '@/lib/testing/solver-desk'
import { findCaution } from './find-caution'
import { settleNext } from './settle-next'

const ether = 10n ** 18n

let desk: SolverDesk
let ctx: Context
let wallet: Address
let dai: Address
let weth: Address

beforeAll(async () => {
  desk = await openSolverDesk()
  ctx = desk.ctx
  wallet = desk.network.accounts[6]?.address ?? '0x'
  dai = desk.token('DAI')
  weth = desk.token('WETH')
  const approved = await desk.place(6, { sellToken: dai, buyToken: weth })
  await ctx.db.order.updateMany({ where: { uid: approved.uid }, data: { status: 'cancelled' } })
  await desk.rpc('anvil_setCode', [wallet, magicWithMuchGas])
})
afterAll(() => desk?.close())

const filled = ({ uid }: NewOrder) =>
  ctx.chain(1).client.readContract({
    address: defaultSettlement,
    abi: settlementAbi,
    functionName: 'filledAmount',
    args: [uid],
  })

let attacks = 0
/** An order of the wallet that asks for next to nothing, so that it wins, and costs it nothing. */
const attack = () =>
  desk.placeSigned(
    completeOrder({
      sellToken: dai,
      buyToken: weth,
      sellAmount: 1_000n * ether,
      buyAmount: 1n,
      validTo: 4_200_000_000 + attacks++,
    }),
    { owner: wallet, signingScheme: 'eip1271', signature: '0x' },
  )

const round = () => settleNext(ctx, { chainId: 1, epoch: 1n })
const reverts = () => ctx.db.settlementTransaction.count({ where: { state: 'failed' } })

describe('a wallet that takes its signature in simulations only, with a new order for each auction', () => {
  test('takes the orders of others down twice, and stops nobody’s trade', async () => {
    const honest: NewOrder[] = []
    for (let at = 0; at < 8; at += 1) {
      await attack()
      // Through the very pool that the attack asks for, in the other direction.
      honest.push(await desk.place(1, { buyToken: dai, sellAmount: ether / 10n }))
      await round()
    }
    expect(await reverts()).toBe(2)
    expect(await Promise.all(honest.map(filled))).toEqual(
      honest.map(({ sellAmount }) => sellAmount),
    )
    const where = { uid: { in: honest.map(({ uid }) => uid) } }
    const orders = await ctx.db.order.findMany({ where })
    expect(orders.every(({ failedSettlements }) => failedSettlements === 0)).toBe(true)
  })

  test('costs three more reverts alone, and is heard no more for an hour', async () => {
    await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
    for (let at = 0; at < 5; at += 1) {
      await attack()
      await round()
    }
    expect(await reverts()).toBe(5)
    expect((await findCaution(ctx, 1)).shunned).toEqual(new Set([wallet]))
    const honest = await desk.place(1, { buyToken: dai, sellAmount: ether / 10n })
    expect((await round()).state).toBe('mined')
    expect(await filled(honest)).toBe(honest.sellAmount)
    expect(await reverts()).toBe(5)
  })
})

/** Answers the magic value of ERC-1271 where 4,000,000 gas are left, as in a simulation, and reverts elsewhere. */
const magicWithMuchGas = `0x5a623d0900116032577f1626ba7e${'00'.repeat(28)}60005260206000f35b60006000fd`
