import { encodeFunctionData } from 'viem'
import { beforeEach, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import { saveAppData } from '@/lib/app-data/app-data-store'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { defaultSettlement } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import { placeCharged } from '@/lib/testing/auctions/charged-orders'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'

const attacker = getTestAccount(3).address
const partner: Address = `0x${'7a'.repeat(20)}`
let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
beforeEach(async () => {
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await ctx.db.settlingStop.deleteMany()
})

const stop = () => ctx.db.settlingStop.findUnique({ where: { chainId: 1 } })
const stated = { recipient: partner, volumeBps: 20 }

test.for([
  ['a higher fee', [{ ...stated, volumeBps: 21 }]],
  ['the fee twice', [stated, stated]],
  ['another recipient', [{ ...stated, recipient: attacker.toLowerCase() as Address }]],
  ['another kind of fee', [{ recipient: partner, surplusBps: 20, maxVolumeBps: 20 }]],
] as const)(
  'stored partner fees other than those of the app data pause settling, and are not paid: %s',
  async ([, partnerFees]) => {
    const { uid } = await placeCharged(fixture, 1, { partnerFees: [stated] })
    const data = { partnerFees: partnerFees.map((fee) => ({ ...fee })) }
    await ctx.db.order.update({ where: { uid }, data })
    const usdc = fixture.token('USDC')
    const paid = () =>
      Promise.all([partner, attacker].map((holder) => fixture.balanceOf(usdc, holder)))
    const before = await paid()
    expect(await fixture.settle()).toMatchObject({ state: 'idle', isPaused: true })
    const reason = `order ${uid} pays partners what its app data does not state: cancel it`
    expect(await stop()).toMatchObject({ reason })
    expect(await paid()).toEqual(before)
  },
)

test('an altered document of app data pauses settling too', async () => {
  const { appData } = await placeCharged(fixture, 1, {
    partnerFees: [{ ...stated, volumeBps: 98 }],
  })
  const document = JSON.stringify({ metadata: { partnerFee: [{ ...stated, volumeBps: 99 }] } })
  await ctx.db.appData.update({ where: { hash: appData }, data: { document } })
  expect(await fixture.settle()).toMatchObject({ state: 'idle', isPaused: true })
})

test('an order whose app data is no document pauses settling if partner fees are stored', async () => {
  const text = 'no document'
  const appData = hashAppData(text)
  await saveAppData(ctx.db, { hash: appData, text, at: new Date() })
  const { uid } = await fixture.place(1, { appData })
  await ctx.db.order.update({ where: { uid }, data: { partnerFees: [stated] } })
  expect(await fixture.settle()).toMatchObject({ state: 'idle', isPaused: true })
})

test('partner fees that the operator’s cap has lowered are paid', async () => {
  const { uid } = await placeCharged(fixture, 1, { partnerFees: [stated, stated] })
  const partnerFees = [stated, { ...stated, volumeBps: 5 }]
  await ctx.db.order.update({ where: { uid }, data: { partnerFees } })
  const usdc = fixture.token('USDC')
  const before = await fixture.balanceOf(usdc, partner)
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.balanceOf(usdc, partner)).toBeGreaterThan(before)
  expect(await stop()).toBeNull()
})

test.for(['pre', 'post'])(
  'a stored %s-interaction that approves an account pauses settling until its order is cancelled',
  async (place) => {
    const token = fixture.token('USDC')
    const approval = {
      abi: erc20Abi,
      functionName: 'approve',
      args: [attacker, maxUint256],
    } as const
    const call = { target: token, value: '0', callData: encodeFunctionData(approval) }
    const [honest, { uid }] = [await fixture.place(1, {}), await fixture.place(2, {})]
    const interactions = { pre: [], post: [], [place]: [call] }
    await ctx.db.order.update({ where: { uid }, data: { interactions } })
    // Resuming alone does not help: the row is still there.
    for (let round = 0; round < 2; round += 1) {
      await ctx.db.settlingStop.deleteMany()
      expect(await fixture.settle()).toMatchObject({ state: 'idle', isPaused: true })
      const reason = `order ${uid} calls ${token}, which no order of this service does: cancel it`
      expect(await stop()).toMatchObject({ reason })
    }
    const row = await ctx.db.order.findUniqueOrThrow({ where: { uid: honest.uid } })
    expect(row.exclusion).toEqual({ code: 'settlingPaused' })
    await ctx.db.order.update({ where: { uid }, data: { status: 'cancelled' } })
    await ctx.db.settlingStop.deleteMany()
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(honest)).toBe(honest.sellAmount)
    const allowance = await ctx.chain(1).client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [defaultSettlement, attacker],
    })
    expect([allowance, await stop()]).toEqual([0n, null])
  },
)
